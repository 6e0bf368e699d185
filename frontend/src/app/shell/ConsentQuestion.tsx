import { useLocation } from 'react-router-dom';
import { useAccessToken } from '#api/accessToken.ts';
import { changeCachedUser } from '#entities/user/currentUser.ts';
import { ConsentDialog } from '#features/users/consent/ConsentDialog.tsx';
import type { CurrentUser } from '#entities/user/api.ts';
import { screens } from '../screens.ts';
import { useLogOut } from './LogoutItem.tsx';

/** Asks the signed-in user, whose last agreement is missing or to earlier versions, to agree to the terms and the privacy policy. */
export function ConsentQuestion({ current }: { current: CurrentUser }) {
  const { pathname } = useLocation();
  const token = useAccessToken();
  const onLogOut = useLogOut();
  const { consent } = current.user;
  return (
    <ConsentDialog
      hasAgreedBefore={Boolean(consent?.given)}
      onAgreed={(given) => {
        changeCachedUser(token, (user) => ({ ...user, consent: given }));
      }}
      onLogOut={onLogOut}
      open={!screens.some(({ path, isQuiet }) => isQuiet && path === pathname)}
    />
  );
}
