import { useTranslation } from 'react-i18next';
import { getAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import { useAction } from '#entities/action/useAction.ts';
import type { User } from '#entities/user/api.ts';
import { changeCachedUser, useCurrentUser } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import type { ServiceArea } from '../serviceAreas.ts';
import styles from './InterestToggle.module.css';

/** Whether an email tells the signed-in user when a service opens. Nothing while the user is unknown. */
export function InterestToggle({ area }: { area: ServiceArea }) {
  const { t } = useTranslation(['services', 'common']);
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const { data } = useCurrentUser();
  const isAwaited = data?.user.interests?.includes(area) ?? false;
  const toggle = useAction(
    async () => {
      const token = getAccessToken();
      await setInterest(lang, area, !isAwaited);
      changeCachedUser(token, (user) => withInterest(user, area, !isAwaited));
      return isAwaited ? 'interest.withdrawn' : 'interest.added';
    },
    {
      onDone: (message) => {
        showSuccess(t(message));
      },
    },
  );
  if (!data) {
    return null;
  }

  return (
    <Button
      aria-label={t('interest.tellMeOf', { service: t(`common:pillars.${area}`) })}
      aria-pressed={isAwaited}
      busy={toggle.isPending}
      className={styles.toggle}
      onClick={() => {
        toggle.mutate();
      }}
      variant="outlined"
    >
      {!toggle.isPending && <Icon name={isAwaited ? 'check' : 'mail'} size={18} />}
      <span>{t('interest.tellMe')}</span>
    </Button>
  );
}

/** The user with or without an interest, as the API returns it. */
function withInterest(user: User, area: ServiceArea, isAwaited: boolean): User {
  const { interests = [], ...others } = user;
  const kept = interests.filter((interest) => interest !== area);
  if (isAwaited) {
    kept.push(area);
  }
  return kept.length > 0 ? { ...others, interests: kept } : others;
}

async function setInterest(lang: LanguageCode, area: ServiceArea, isAwaited: boolean) {
  const options = { params: { path: { id: area }, query: { lang } } };
  await responseOf<unknown>(
    isAwaited
      ? client.POST('/services/{id}/interest', options)
      : client.DELETE('/services/{id}/interest', options),
  );
}
