import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CODE_LENGTH,
  enterDigits,
  eraseDigit,
  focusAfterKey,
  typeDigit,
  type CodeDigits,
  type Change,
} from '../codeDigits.ts';
import styles from './CodeField.module.css';

interface CodeFieldProps {
  label: string;
  boxes: CodeDigits;
  /** The boxes at the time of an event: on a slow device, several digits may be typed before the field is rendered again. */
  readBoxes: () => CodeDigits;
  /** The element that says what is wrong with the code, if something is. */
  errorId: string | undefined;
  onChange: (boxes: CodeDigits) => void;
}

/** A code in boxes of one digit, from left to right in every language, as in a number. */
export function CodeField({ label, boxes, readBoxes, errorId, onChange }: CodeFieldProps) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const group = useRef<HTMLDivElement>(null);

  const focusOn = (index: number) => {
    group.current?.querySelectorAll('input')[index]?.focus();
  };
  const apply = ({ boxes: changed, focus }: Change) => {
    onChange(changed);
    focusOn(focus);
  };

  return (
    <div aria-labelledby={id} className={styles.field} role="group">
      <p className={styles.label} id={id}>
        {label}
      </p>
      <div className={styles.boxes} dir="ltr" ref={group}>
        {boxes.map((digit, index) => (
          <input
            // A box is identified only by its position.
            key={index}
            aria-describedby={errorId}
            aria-invalid={errorId !== undefined}
            aria-label={t('code.digit', { number: index + 1, total: CODE_LENGTH })}
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            className={styles.box}
            inputMode="numeric"
            onChange={({ target }) => {
              apply(typeDigit(readBoxes(), index, target.value));
            }}
            onFocus={({ target }) => {
              target.select();
            }}
            onKeyDown={(event) => {
              const target = focusAfterKey(event.key, index);
              if (target !== undefined) {
                event.preventDefault();
                focusOn(target);
              } else if (event.key === 'Backspace') {
                event.preventDefault();
                apply(eraseDigit(readBoxes(), index));
              }
            }}
            onPaste={(event) => {
              event.preventDefault();
              apply(enterDigits(readBoxes(), index, event.clipboardData.getData('text')));
            }}
            value={digit}
          />
        ))}
      </div>
    </div>
  );
}
