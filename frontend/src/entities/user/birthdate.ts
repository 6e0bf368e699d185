/** The earliest date that is accepted. */
export const EARLIEST_BIRTHDATE = '1900-01-01';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Today's date in the user's time zone, as a date field has it. */
export function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * Returns the error code of a date of birth (spec §5). An impossible date has a code of the app, because the
 * server receives none. Dates in this format sort as text.
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
