import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CourseSelection } from '#entities/course/CourseSelection.tsx';
import { useFieldErrorMessage } from '#ui/form/useFieldErrorMessage.ts';
import { Icon } from '#ui/Icon.tsx';
import type { UserValues } from '#entities/user/userValues.ts';
import styles from './TaughtCourses.module.css';

/** The courses that a teacher teaches, as a form field. Selecting too many shows an error (spec §5). */
export function TaughtCourses() {
  const { t } = useTranslation(['profileFiles', 'userFields', 'errors']);
  const { field, fieldState } = useController<UserValues, 'courses'>({ name: 'courses' });
  const fieldErrorMessage = useFieldErrorMessage();
  const id = useId();
  const [isTooMany, setIsTooMany] = useState(false);
  const error = isTooMany
    ? t('errors:2_courses_only_warning')
    : fieldErrorMessage(fieldState.error?.message);
  return (
    <section
      aria-describedby={`${id}error ${id}hint`}
      aria-labelledby={id}
      className={styles.courses}
      data-invalid={error !== undefined || undefined}
      tabIndex={-1}
    >
      <h2 className={styles.title} id={id}>
        {t('userFields:courses')}
      </h2>
      <p className={styles.hint} id={`${id}hint`}>
        {t('courses.hint')}
      </p>
      <CourseSelection
        selected={[...(field.value ?? [])]}
        onSelect={(ids) => {
          setIsTooMany(false);
          field.onChange(ids.toSorted());
        }}
        onTooMany={() => {
          setIsTooMany(true);
        }}
      />
      <div id={`${id}error`} role="alert">
        {error && (
          <p className={styles.error}>
            <Icon className={styles.icon} name="warning" size={16} />
            {error}
          </p>
        )}
      </div>
    </section>
  );
}
