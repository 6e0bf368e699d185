import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PhotoEditor.module.css';

/** All of a photo, or a square part of it. */
export type Extent = (typeof EXTENTS)[number];

const EXTENTS = ['whole', 'part'] as const;

interface PhotoExtentProps {
  extent: Extent;
  isDisabled: boolean;
  onChange: (extent: Extent) => void;
}

/** The choice between all of the photo and a part of it. */
export function PhotoExtent({ extent, isDisabled, onChange }: PhotoExtentProps) {
  const { t } = useTranslation('profileFiles');
  const name = useId();
  return (
    <fieldset className={styles.extents} disabled={isDisabled}>
      <legend className="visually-hidden">{t('photo.extent')}</legend>
      {EXTENTS.map((value) => (
        <label className={styles.extent} key={value}>
          <input
            checked={extent === value}
            name={name}
            onChange={() => {
              onChange(value);
            }}
            type="radio"
          />
          <span>{t(`photo.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
