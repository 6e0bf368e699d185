import { useTranslation } from 'react-i18next';
import { getAccessToken } from '#api/accessToken.ts';
import { useAction } from '#entities/action/useAction.ts';
import { changeCachedUser, useCurrentUser } from '#entities/user/currentUser.ts';
import type { User } from '#entities/user/user.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { setReminders } from './api.ts';
import { Switch } from './Switch.tsx';

/** Whether emails remind the user of sessions. It changes at once, and changes back when that fails. */
export function Reminders() {
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  const { data } = useCurrentUser();
  const change = useAction(async (reminders: boolean) => {
    const token = getAccessToken();
    await setReminders(lang, reminders);
    changeCachedUser(token, (user) => withReminders(user, reminders));
  });
  return (
    <Switch
      checked={change.isPending ? change.variables : data?.user.reminders !== false}
      disabled={!data || change.isPending}
      label={t('settings.reminders')}
      onChange={change.mutate}
    />
  );
}

/** The user with the choice, as the API returns it. */
function withReminders(user: User, reminders: boolean): User {
  const { reminders: _before, ...others } = user;
  return reminders ? others : { ...others, reminders };
}
