import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PhotoEditor.module.css';

/** A square part of a photo, or all of it. */
export type Extent = (typeof EXTENTS)[number];

const EXTENTS = ['part', 'whole'] as const;

interface PhotoExtentProps {
  extent: Extent;
  isDisabled: boolean;
  onChange: (extent: Extent) => void;
}

/** The choice between a part of the photo and all of it. */
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
