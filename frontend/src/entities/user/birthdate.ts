/** The earliest date that is offered: nobody who signs up was born before. */
export const EARLIEST_BIRTHDATE = '1900-01-01';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Today where the person is, as a date field has it. */
export function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * What is wrong with a date of birth, as an error code (spec §5). One that is there and cannot be right has a code of our own:
 * to the server it is none. Dates in this form are in order as text.
 */
export function validateBirthdate(
  value: string,
): 'birthdate_required' | 'birthdate_invalid' | 'birthdate_in_future' | undefined {
  if (value === '') {
    return 'birthdate_required';
  }
  if (!DATE.test(value) || value < EARLIEST_BIRTHDATE) {
    return 'birthdate_invalid';
  }
  return value > today() ? 'birthdate_in_future' : undefined;
}
