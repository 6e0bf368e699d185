import { useTranslation } from 'react-i18next';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { isOccupation, occupations, type Occupation } from '../occupations.ts';
import styles from './OccupationCards.module.css';

interface OccupationCardsProps {
  selected: Occupation | null;
  /** Disables all options. */
  disabled: boolean;
  labelledBy: string;
  onSelect: (occupation: Occupation) => void;
}

/** All occupations. Those that are not open yet are shown and disabled (contract, double readings). */
export function OccupationCards({
  selected,
  disabled,
  labelledBy,
  onSelect,
}: OccupationCardsProps) {
  const { t } = useTranslation('signupSteps');
  return (
    <div aria-labelledby={labelledBy} className={styles.cards} role="radiogroup">
      {occupations.map(({ id, isOpen }) => (
        <label className={styles.card} key={id}>
          <input
            aria-describedby={`${id}-text`}
            checked={id === selected}
            className={styles.radio}
            disabled={disabled || !isOpen}
            name="occupation"
            onChange={() => {
              if (isOccupation(id)) {
                onSelect(id);
              }
            }}
            type="radio"
            value={id}
          />
          <span className={styles.name}>{t(`occupation.${id}`)}</span>
          {!isOpen && <ComingSoon />}
          <span className={styles.text} id={`${id}-text`}>
            {t(`occupation.${id}Text`)}
          </span>
        </label>
      ))}
    </div>
  );
}
