import { useTranslation } from 'react-i18next';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { Session } from './api/listSessions.ts';

/** Returns the names of devices and places in the current language. */
export function useSessionNames() {
  const { t } = useTranslation('settings');
  const language = useLanguage().code;
  return {
    device: ({ browser, system }: Session): string =>
      browser && system
        ? // Each name has its own direction, and the sentence that of the page.
          t('sessions.device', { browser: isolatedName(browser), system: isolatedName(system) })
        : (browser ?? system ?? t('sessions.unknownDevice')),
    place: ({ place }: Session): string | undefined => {
      if (!place) {
        return undefined;
      }
      const country = intlFormat('DisplayNames', language, { type: 'region' }).of(place.country);
      return [place.city, country].filter(Boolean).join(' · ');
    },
  };
}
