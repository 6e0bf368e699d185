import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCountdown } from './ResendButton.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};

describe('useCountdown', () => {
  it('counts down to zero, and stops', () => {
    const { result } = renderHook(() => useCountdown(3000));
    expect(result.current).toBe(3);
    pass(1000);
    expect(result.current).toBe(2);
    pass(1000);
    pass(1000);
    expect(result.current).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts again when the moment changes', () => {
    const { result, rerender } = renderHook(({ until }) => useCountdown(until), {
      initialProps: { until: 1000 },
    });
    pass(1000);
    expect(result.current).toBe(0);
    vi.setSystemTime(30_000);
    rerender({ until: 33_000 });
    pass(0);
    expect(result.current).toBe(3);
    pass(1000);
    expect(result.current).toBe(2);
  });

  it('is correct after the computer slept', () => {
    const { result } = renderHook(() => useCountdown(60_000));
    vi.setSystemTime(45_500);
    pass(1000);
    expect(result.current).toBe(14);
  });
});
