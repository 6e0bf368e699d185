import { useLocation } from 'react-router-dom';
import { useSetCurrentUser } from '#entities/user/currentUser.ts';
import { ConsentDialog } from '#features/users/consent/ConsentDialog.tsx';
import type { CurrentUser } from '#entities/user/user.ts';
import type { ScreenPath } from '../paths.ts';
import { useLogOut } from './useLogOut.ts';

/**
 * Where users are not asked: the texts themselves, help, links of emails, and what users need to secure their account, take their data with
 * them, or leave.
 */
const quietPaths: readonly string[] = [
  '/privacy',
  '/faq',
  '/contact',
  '/settings',
  '/delete',
  '/delete-info',
  '/forgot-password',
  '/check-email',
  '/verify-email',
  '/change-email',
  '/revert-email',
] satisfies ScreenPath[];

/** Asks the signed-in user, whose last agreement is missing or to earlier versions, to agree to the terms and the privacy policy. */
export function ConsentQuestion({ current }: { current: CurrentUser }) {
  const { pathname } = useLocation();
  const setCurrentUser = useSetCurrentUser();
  const onLogOut = useLogOut();
  const { consent } = current.user;
  return (
    <ConsentDialog
      hasAgreedBefore={Boolean(consent?.given)}
      onAgreed={(given) => {
        setCurrentUser({ ...current, user: { ...current.user, consent: given } });
      }}
      onLogOut={onLogOut}
      open={!quietPaths.includes(pathname)}
    />
  );
}
