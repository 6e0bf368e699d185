import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { formatSize } from './formatSize.ts';
import styles from './UnfinishedOffer.module.css';
import type { ContinuableUpload } from './unfinishedUpload.ts';

interface UnfinishedOfferProps {
  unfinished: ContinuableUpload;
  onContinue: () => void;
  onDrop: () => void;
}

/** Offers to continue an upload that a closed page has interrupted. Announced when it appears. */
export function UnfinishedOffer({ unfinished, onContinue, onDrop }: UnfinishedOfferProps) {
  const { t } = useTranslation('upload');
  const language = useLanguage();
  const id = useId();
  const { file, share } = unfinished;
  const percent = intlFormat('NumberFormat', language.dates, { style: 'percent' });
  return (
    <div aria-labelledby={id} className={styles.offer} role="group">
      <div role="status">
        <p className={styles.title} id={id}>
          {t('unfinished.title')}
        </p>
        <p className={styles.text}>
          {[
            t('unfinished.text', {
              name: isolatedName(file.name),
              size: formatSize(file.size, language),
            }),
            share !== undefined && t('unfinished.arrived', { share: percent.format(share) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={onDrop}>
          {t('unfinished.cancel')}
        </Button>
        <Button onClick={onContinue}>{t('unfinished.continue')}</Button>
      </div>
    </div>
  );
}
