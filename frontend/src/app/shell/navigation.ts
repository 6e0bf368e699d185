import { useTranslation } from 'react-i18next';
import type { MenuLink, MenuChoice } from '#ui/menu/MenuPopup.tsx';
import { serviceAreas } from '#entities/service-area/serviceAreas.ts';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useChangeLanguage } from '#ui/useChangeLanguage.ts';

/** The screens that bar, drawers and footer link to, besides the about screens. Each has a title of its name, and a path. */
export const navigation = {
  visitors: ['courses'],
  users: ['courses', 'my-courses', 'profile', 'settings'],
  help: ['faq', 'contact'],
} as const;

export type NavigationScreen = (typeof navigation)[keyof typeof navigation][number];

interface ScreenEntry extends MenuLink {
  id: NavigationScreen;
}

export function useScreenEntries(part: keyof typeof navigation): ScreenEntry[] {
  const { t } = useTranslation();
  return navigation[part].map((id) => ({ id, label: t(`pages.${id}`), to: `/${id}` }));
}

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
