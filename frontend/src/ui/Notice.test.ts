import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useQueryFailure } from './Notice.tsx';

const error = new Error('failed');
const query = (state: { error?: Error; isFetching?: boolean }) => ({
  error: null,
  errorUpdateCount: 1,
  isFetching: false,
  refetch: () => undefined,
  ...state,
});

interface Props {
  state: Parameters<typeof query>[0];
  of: string;
}

const failed: Props = { state: { error }, of: 'a1' };
const failureOf = () =>
  renderHook(({ state, of }: Props) => useQueryFailure(query(state), of), { initialProps: failed });

it('keeps the failure while another attempt runs, until it has succeeded', () => {
  const { result, rerender } = failureOf();
  rerender({ state: { isFetching: true }, of: 'a1' });
  expect(result.current).toMatchObject({ error, isRetrying: true });
  rerender({ state: {}, of: 'a1' });
  expect(result.current).toBeNull();
});

it('forgets the failure of a query about something else', () => {
  const { result, rerender } = failureOf();
  rerender({ state: { isFetching: true }, of: 'b2' });
  expect(result.current).toBeNull();
});
