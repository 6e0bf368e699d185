import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/Button.tsx';

/** Opens the CV in a new tab, where the browser downloads it (spec §2). */
export function CvView({ url }: { url: string }) {
  const { t } = useTranslation('profileFiles');
  return (
    <ButtonLink variant="outlined" rel="noopener" target="_blank" to={url}>
      <span>{t('cv.view')}</span>
      <span className="visually-hidden">{` ${t('newTab')}`}</span>
    </ButtonLink>
  );
}
