import { useTranslation } from 'react-i18next';
import { TextLink } from '#ui/TextLink.tsx';
import type { FaqQuestion } from '../faq.ts';

/** Where an answer leads. The text of the link is in `common:pages`. */
const links: Partial<
  Record<
    FaqQuestion,
    { to: string; page: 'courses' | 'deleteInfo' | 'forgotPassword' | 'privacy' | 'settings' }
  >
> = {
  languages: { to: '/courses', page: 'courses' },
  place: { to: '/courses', page: 'courses' },
  refund: { to: '/privacy#prices', page: 'privacy' },
  password: { to: '/forgot-password', page: 'forgotPassword' },
  devices: { to: '/settings', page: 'settings' },
  copy: { to: '/settings', page: 'settings' },
  delete: { to: '/delete-info', page: 'deleteInfo' },
  tracking: { to: '/privacy#noTracking', page: 'privacy' },
};

/** An answer, with a link to the screen of the task or to the full text. */
export function FaqAnswer({ id }: { id: FaqQuestion }) {
  const { t } = useTranslation(['faq', 'common']);
  const link = links[id];
  return (
    <>
      <p>{t(`questions.${id}.answer`)}</p>
      {link && <TextLink to={link.to}>{t(`common:pages.${link.page}`)}</TextLink>}
    </>
  );
}
