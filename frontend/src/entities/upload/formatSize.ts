import { intlFormat } from '#i18n/intlFormat.ts';
import type { Language } from '#i18n/languages.ts';

/** The limits use the same base. */
const UNIT_BASE = 1024;

/** Arabic texts write units as words. */
const UNIT_DISPLAY = { en: 'short', fr: 'short', ar: 'long' } as const;

/** The size of a file for display: in kilobytes, or in megabytes with one decimal. */
export function formatSize(bytes: number, { code, dates }: Language): string {
  const [unit, amount, maximumFractionDigits] =
    bytes < UNIT_BASE * UNIT_BASE
      ? (['kilobyte', Math.ceil(bytes / UNIT_BASE), 0] as const)
      : (['megabyte', bytes / (UNIT_BASE * UNIT_BASE), 1] as const);
  return intlFormat('NumberFormat', dates, {
    style: 'unit',
    unit,
    unitDisplay: UNIT_DISPLAY[code],
    maximumFractionDigits,
  }).format(amount);
}
