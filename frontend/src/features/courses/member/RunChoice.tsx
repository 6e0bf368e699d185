import { useEffect, useId, useRef } from 'react';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { useFieldErrorMessage } from '#ui/form/useFieldErrorMessage.ts';
import { CalendarButton } from '../page/CalendarButton.tsx';
import { RunFacts } from '../page/RunFacts.tsx';
import type { RunWithState } from '../page/runs.ts';
import styles from './RunChoice.module.css';

interface RunChoiceProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  course: CourseDetails;
  runs: RunWithState[];
  /** Takes the focus when it appears: the button that showed it is gone. */
  takesFocus: boolean;
}

/** The runs of a course, one of which the user chooses. Those without a place are shown, and cannot be chosen. */
export function RunChoice<Values extends FieldValues>(props: RunChoiceProps<Values>) {
  const { control, name, course, runs, takesFocus } = props;
  const { t } = useTranslation('placeRequest');
  const id = useId();
  const choice = useRef<HTMLFieldSetElement>(null);
  const { field, fieldState } = useController({ control, name });
  const fieldErrorMessage = useFieldErrorMessage();
  const code = fieldState.error?.message;
  const error = code === 'choose' ? t('choose') : fieldErrorMessage(code);

  useEffect(() => {
    if (takesFocus) {
      choice.current?.focus();
    }
  }, [takesFocus]);

  return (
    <fieldset
      aria-describedby={error && id}
      className={styles.choice}
      data-invalid={error ? true : undefined}
      ref={choice}
      tabIndex={-1}
    >
      <legend className={styles.legend}>{t('question')}</legend>
      <div className={styles.runs}>
        {runs.map(({ run, state }) => (
          <div className={styles.item} key={run.id}>
            <label className={styles.run}>
              <input
                checked={field.value === run.id}
                disabled={state !== 'open'}
                name={name}
                onChange={field.onChange}
                type="radio"
                value={run.id}
              />
              <RunFacts course={course} run={run} state={state} />
            </label>
            <CalendarButton course={course} run={run} />
          </div>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
