import { useTranslation } from 'react-i18next';
import { TextLink } from '#ui/TextLink.tsx';

interface LoginAfterVerificationProps {
  email: string | undefined;
  /** It has the path to which the login returns. */
  state: object | null;
}

/** For users who have opened the verification link elsewhere. */
export function LoginAfterVerification({ email, state }: LoginAfterVerificationProps) {
  const { t } = useTranslation(['checkEmail', 'common']);
  return (
    <p>
      <span>{t('confirmed')}</span>{' '}
      <TextLink state={{ ...state, ...(email !== undefined && { email }) }} to="/login">
        {t('common:pages.login')}
      </TextLink>
    </p>
  );
}
