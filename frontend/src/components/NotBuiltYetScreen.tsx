import { useTranslation } from 'react-i18next';
import { ButtonLink } from './Button.tsx';
import { PlainScreen } from './PlainScreen.tsx';

/** Stands on every route whose screen does not exist yet, and says so. */
export function NotBuiltYetScreen({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <PlainScreen message={t('notBuiltYet.message')} overline={t('comingSoon')} title={title}>
      <ButtonLink to="/">{t('backToHome')}</ButtonLink>
    </PlainScreen>
  );
}
