/** Formats a date. In French, the first day of a month is `1er`, which `Intl` does not write. */
export function formatDate(format: Intl.DateTimeFormat, date: Date): string {
  return withFrenchFirst(format, format.formatToParts(date));
}

/** Formats the first and the last day of a time, as {@link formatDate}. */
export function formatDateRange(format: Intl.DateTimeFormat, start: Date, end: Date): string {
  return withFrenchFirst(format, format.formatRangeToParts(start, end));
}

function withFrenchFirst(format: Intl.DateTimeFormat, parts: Intl.DateTimeFormatPart[]): string {
  const isFrench = format.resolvedOptions().locale.startsWith('fr');
  return parts
    .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
