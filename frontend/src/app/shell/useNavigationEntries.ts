import { useTranslation } from 'react-i18next';
import { serviceAreas } from '#entities/service-area/serviceAreas.ts';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { MenuChoice, MenuLink } from '#ui/menu/MenuPopup.tsx';
import { useChangeLanguage } from '#ui/useChangeLanguage.ts';

/** The five about screens, in bar and drawer alike (spec §2, Home). */
export function useAboutEntries(): MenuLink[] {
  const { t } = useTranslation();
  return serviceAreas.map((area) => ({
    id: area,
    label: t(`pillars.${area}`),
    to: `/about/${area}`,
  }));
}

/** The languages, each by its own name. */
export function useLanguageEntries(): MenuChoice[] {
  const current = useLanguage();
  const changeLanguage = useChangeLanguage();
  return languages.map(({ code, ownName }) => ({
    id: code,
    label: ownName,
    lang: code,
    selected: code === current.code,
    onSelect: () => {
      changeLanguage(code);
    },
  }));
}
