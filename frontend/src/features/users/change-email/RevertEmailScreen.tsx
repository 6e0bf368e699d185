import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/Button.tsx';
import { revertEmailChange } from './api/revertEmailChange.ts';
import { EmailedLink } from './components/EmailedLink.tsx';

/** The target of the link in the old mailbox, which reverts a change of the email address. */
export function RevertEmailScreen() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <EmailedLink
      act={revertEmailChange}
      actionLabel={t('emailLinks.revert')}
      done={t('emailLinks.reverted')}
      explanation={t('emailLinks.revertExplanation')}
      next={<ButtonLink to="/forgot-password">{t('common:pages.forgotPassword')}</ButtonLink>}
      path="/revert-email"
      titles={{
        question: t('emailLinks.revertTitle'),
        done: t('emailLinks.revertedTitle'),
        refused: t('emailLinks.revertRefusedTitle'),
      }}
      whatToDo={t('emailLinks.revertRefused')}
    />
  );
}
