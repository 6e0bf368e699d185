import { regions } from '@shared/data/arabic-months.json';
import { useLayoutEffect } from 'react';
import { intlFormat } from '#i18n/intlFormat.ts';
import { writeDatesAsIn, writeDatesForVisitor } from '#i18n/readerCountry.ts';

/** Writes dates as in the country of the signed-in user's profile, by its English name, while the user is known. */
export function useDatesOfCountry(country: string | undefined): void {
  // Before the screen that waits for the user is painted.
  useLayoutEffect(() => {
    if (country !== undefined) {
      writeDatesAsIn(codeOf(country));
    }
    // Also when the token turns out to be that of nobody.
    return writeDatesForVisitor;
  }, [country]);
}

/** The code of a country whose months have names of their own. The country table is larger than what this needs of it. */
function codeOf(country: string): string {
  const names = intlFormat('DisplayNames', 'en', { type: 'region', style: 'short' });
  const codes = Object.values(regions).flat();
  return codes.find((code) => names.of(code) === country) ?? '';
}
