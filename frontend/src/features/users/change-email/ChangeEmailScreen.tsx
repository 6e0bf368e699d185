import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/Button.tsx';
import { confirmEmailChange } from './api/confirmEmailChange.ts';
import { EmailedLink } from './components/EmailedLink.tsx';

/** The target of the link in the new mailbox of a user who changes the email address. */
export function ChangeEmailScreen() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <EmailedLink
      act={confirmEmailChange}
      actionLabel={t('emailLinks.confirm')}
      done={t('emailLinks.confirmed')}
      explanation={t('emailLinks.confirmExplanation')}
      next={<ButtonLink to="/login">{t('common:pages.login')}</ButtonLink>}
      path="/change-email"
      titles={{
        question: t('emailLinks.confirmTitle'),
        done: t('emailLinks.confirmedTitle'),
        refused: t('emailLinks.confirmRefusedTitle'),
      }}
      whatToDo={t('emailLinks.confirmRefused')}
    />
  );
}
