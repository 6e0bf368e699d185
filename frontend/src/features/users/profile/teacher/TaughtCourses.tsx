import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CourseSelection } from '#entities/course/CourseSelection.tsx';
import { useFieldErrorMessage } from '#ui/form/useFieldErrorMessage.ts';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import styles from './TaughtCourses.module.css';

/**
 * The courses that a teacher teaches, as a form field. Selecting too many shows an error (spec §5) in the snackbar:
 * it is in sight wherever the user is in the long list, and is gone when the profile is saved.
 */
export function TaughtCourses() {
  const { t } = useTranslation(['profileFiles', 'userFields', 'errors']);
  const { field, fieldState } = useController<UserValues, 'courses'>({ name: 'courses' });
  const fieldErrorMessage = useFieldErrorMessage();
  const id = useId();
  const { showError } = useSnackbar();
  const error = fieldErrorMessage(fieldState.error?.message);
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
          field.onChange(ids.toSorted());
        }}
        onTooMany={() => {
          showError(t('errors:2_courses_only_warning'));
        }}
      />
      <div id={`${id}error`} role="alert">
        {error && (
          <p className={styles.error}>
            <Icon className={styles.icon} name="warning" size={16} />
            <span>{error}</span>
          </p>
        )}
      </div>
    </section>
  );
}
