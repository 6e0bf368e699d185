import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getAccessToken } from '#api/accessToken.ts';
import { changeCachedUser, useCurrentUser } from '#entities/user/currentUser.ts';
import type { User } from '#entities/user/user.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { addInterest, withdrawInterest } from '../api.ts';
import type { ServiceArea } from '../serviceAreas.ts';
import styles from './InterestToggle.module.css';

/** Whether an email tells the signed-in user when a service opens. Nothing while the user is unknown. */
export function InterestToggle({ area }: { area: ServiceArea }) {
  const { t } = useTranslation(['services', 'common']);
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const { data } = useCurrentUser();
  const [isSending, setIsSending] = useState(false);
  if (!data) {
    return null;
  }
  const isAwaited = data.user.interests?.includes(area) ?? false;

  const toggle = async () => {
    const token = getAccessToken();
    setIsSending(true);
    try {
      await (isAwaited ? withdrawInterest : addInterest)(lang, area);
      changeCachedUser(token, (user) => withInterest(user, area, !isAwaited));
      showSuccess(t(isAwaited ? 'interest.withdrawn' : 'interest.added'));
    } catch (failure) {
      showError(errorMessage(failure));
    }
    setIsSending(false);
  };

  return (
    <Button
      aria-label={t('interest.tellMeOf', { service: t(`common:pillars.${area}`) })}
      aria-pressed={isAwaited}
      busy={isSending}
      className={styles.toggle}
      onClick={() => void toggle()}
      variant="outlined"
    >
      {!isSending && <Icon name={isAwaited ? 'check' : 'mail'} size={18} />}
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
