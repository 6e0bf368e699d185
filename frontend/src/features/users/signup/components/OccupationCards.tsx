import { useTranslation } from 'react-i18next';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { laterOccupations, openOccupations, type Occupation } from '../occupations.ts';
import styles from './OccupationCards.module.css';

interface OccupationCardsProps {
  selected: Occupation | null;
  /** Disables all options. */
  disabled: boolean;
  labelledBy: string;
  onSelect: (occupation: Occupation) => void;
}

/** The occupations to choose from, and a line with those that are not open yet (contract, double readings). */
export function OccupationCards({
  selected,
  disabled,
  labelledBy,
  onSelect,
}: OccupationCardsProps) {
  const { t } = useTranslation('signupSteps');
  const list = intlFormat('ListFormat', useLanguage().dates, { type: 'unit' });
  return (
    <>
      <div aria-labelledby={labelledBy} className={styles.cards} role="radiogroup">
        {openOccupations.map((id) => (
          <label className={styles.card} key={id}>
            <input
              aria-describedby={`${id}-text`}
              checked={id === selected}
              className={styles.radio}
              disabled={disabled}
              name="occupation"
              onChange={() => {
                onSelect(id);
              }}
              type="radio"
              value={id}
            />
            <span className={styles.name}>{t(`occupation.${id}`)}</span>
            <span className={styles.text} id={`${id}-text`}>
              {t(`occupation.${id}Text`)}
            </span>
          </label>
        ))}
      </div>
      <p className={styles.later}>
        <ComingSoon />{' '}
        <span>{list.format(laterOccupations.map((id) => t(`occupation.${id}`)))}</span>
      </p>
    </>
  );
}
