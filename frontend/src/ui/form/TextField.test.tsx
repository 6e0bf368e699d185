import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReadOnlyField } from './TextField.tsx';

it('has a copy of its value, from which it takes its height in browsers without `field-sizing`', () => {
  const email = `${'long.address'.repeat(5)}@example.org`;
  render(<ReadOnlyField label="Email" name="email" value={email} />);
  const field = screen.getByLabelText('Email');
  expect(field).toHaveValue(email);
  expect(field.parentElement).toHaveAttribute('data-value', email);
});
