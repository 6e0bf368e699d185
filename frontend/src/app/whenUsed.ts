import { shownLanguage } from '#i18n/i18n.ts';
import { languageInCookie, languageInStorage, knownLanguage } from '#i18n/languagePreference.ts';
import { languageOf } from '#i18n/languages.ts';
import { startPrefetching } from './prefetch.ts';

/** What can wait until the visitor uses the page. */
export function startWhenUsed(): void {
  startPrefetching();
  offerPreferredLanguage();
}

/**
 * Offers the language that the browser prefers among those of the site to a visitor who has chosen none (spec §1: English is the
 * default). Without a connection it is not offered.
 */
function offerPreferredLanguage(): void {
  const preferred = navigator.languages.map(knownLanguage).find(Boolean);
  const hasChosen = (languageInStorage() ?? languageInCookie()) !== undefined;
  if (preferred && !hasChosen && preferred !== shownLanguage().code) {
    import('./shell/LanguageOffer.tsx')
      .then(({ offerLanguage }) => {
        offerLanguage(languageOf(preferred));
      })
      .catch(() => undefined);
  }
}
