import { useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toAsciiDigits } from '#lib/text.ts';
import type { Form } from '#ui/form/useForm.ts';
import styles from './CodeField.module.css';

export type CodeForm = Form<{ boxes: CodeDigits }>;

interface CodeFieldProps {
  form: CodeForm;
  /** The element that says what is wrong with the code, if something is. */
  errorId: string | undefined;
}

/** A code in boxes of one digit, from left to right in every language, as in a number. */
export function CodeField({ form, errorId }: CodeFieldProps) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const boxes = useWatch({ control: form.control, name: 'boxes' });
  const id = useId();
  const group = useRef<HTMLDivElement>(null);

  const focusOn = (index: number) => {
    group.current?.querySelectorAll('input')[index]?.focus();
  };
  const apply = ({ boxes: changed, focus }: Change) => {
    form.setValue('boxes', changed);
    form.setFailure(undefined);
    focusOn(focus);
  };
  /** The boxes at the time of an event: on a slow device, several digits may be typed before the field is rendered again. */
  const readBoxes = () => form.getValues('boxes');

  return (
    <div aria-labelledby={id} className={styles.field} role="group">
      <p className={styles.label} id={id}>
        {t('code.label')}
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
            // Not `onChange`: React leaves it out when the digit that was typed is the one that the box had.
            onChange={() => undefined}
            onFocus={({ target }) => {
              target.select();
            }}
            onInput={({ currentTarget }) => {
              apply(typeDigit(readBoxes(), index, currentTarget.value));
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

/** How many digits a reset code has (spec §9). */
const CODE_LENGTH = 6;

/** One digit or nothing for each box. */
type CodeDigits = readonly string[];

export const EMPTY_CODE: CodeDigits = Array.from({ length: CODE_LENGTH }, () => '');

/** The boxes after a change, and the box that then has the focus. */
interface Change {
  boxes: CodeDigits;
  focus: number;
}

/** The digits in a text, as ASCII, without the characters between them. */
export function digitsIn(text: string): string[] {
  return toAsciiDigits(text).match(/\d/g) ?? [];
}

/**
 * Puts digits into the boxes from one on; a whole code goes into all of them, wherever it was pasted. The focus goes to
 * the box after the last of them.
 */
export function enterDigits(boxes: CodeDigits, at: number, text: string): Change {
  const digits = digitsIn(text);
  const start = digits.length >= CODE_LENGTH ? 0 : at;
  const entered = boxes.map((digit, index) => digits[index - start] ?? digit);
  return {
    boxes: entered,
    focus: Math.min(start + digits.length, CODE_LENGTH - 1),
  };
}

/** What a box holds after a key was pressed in it: the digit that it had, and the new one on either side of that. */
export function typeDigit(boxes: CodeDigits, at: number, value: string): Change {
  if (value === '') {
    return { boxes: boxes.with(at, ''), focus: at };
  }
  const digits = digitsIn(value);
  const previous = digits.indexOf(boxes[at] ?? '');
  const isReplaced = digits.length === 2 && previous >= 0;
  return enterDigits(boxes, at, isReplaced ? digits.toSpliced(previous, 1).join('') : value);
}

/** Backspace empties the box, and in an empty one the box before it. */
export function eraseDigit(boxes: CodeDigits, at: number): Change {
  const target = boxes[at] ? at : Math.max(at - 1, 0);
  return { boxes: boxes.with(target, ''), focus: target };
}

/** Where a key moves the focus to. The order of the boxes is from left to right in every language, so left is always back. */
export function focusAfterKey(key: string, at: number): number | undefined {
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: CODE_LENGTH }[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), CODE_LENGTH - 1);
}
