import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/Button.tsx';
import { PlainScreen } from '#ui/ScreenTitle.tsx';

/** Shown at any path without a route (spec §2, Not-found). */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <PlainScreen message={t('notFound.message')} overline="404" title={t('notFound.title')}>
      <ButtonLink to="/">{t('backToHome')}</ButtonLink>
    </PlainScreen>
  );
}
