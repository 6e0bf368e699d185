import { useTranslation } from 'react-i18next';
import type { MenuLink } from '#ui/menu/MenuPopup.tsx';

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
