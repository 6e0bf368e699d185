import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CourseSelection } from '#entities/course/CourseSelection.tsx';
import type { User } from '#entities/user/api.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { ButtonLink, Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TextLink } from '#ui/Link.tsx';
import type { Elements } from '#ui/elements.ts';
import { useFieldErrorMessage } from '#ui/form/TextField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FileSection } from './FileSection.tsx';
import type { ProfileFiles } from './profileValues.ts';
import styles from './TeacherSections.module.css';

interface TeacherSectionsProps {
  user: User;
  files: ProfileFiles;
  /** Rendered after the sections, in the same commit, so that it does not move under the pointer. */
  children: Elements;
}

/** A teacher's CV, video and courses. Files are saved at once, courses with the form. */
export function TeacherSections({ user, files, children }: TeacherSectionsProps) {
  return (
    <>
      <div className={styles.sections}>
        {user.teacher?.review && <TeacherReview review={user.teacher.review} />}
        <FileSection files={files} kind="cv" field="curriculum" user={user} View={CvView} />
        <FileSection files={files} kind="video" field="video" user={user} View={VideoView} />
        <TaughtCourses />
      </div>
      {children}
    </>
  );
}

interface TeacherReviewProps {
  review: NonNullable<NonNullable<User['teacher']>['review']>;
}

/**
 * The review of a teacher's application, where the operator reviews applications. The reason is the operator's
 * own text. A refused teacher who has changed something writes to the operator.
 */
export function TeacherReview({ review }: TeacherReviewProps) {
  const { t } = useTranslation(['profileFiles', 'common']);
  return (
    <div className={styles.review}>
      <p>{t(`review.${review.status}`)}</p>
      {review.reason && (
        <>
          <p>{t('review.reason')}</p>
          <blockquote className={styles.reason} dir="auto">
            {review.reason}
          </blockquote>
        </>
      )}
      {review.status === 'declined' && (
        <TextLink to="/contact">{t('common:pages.contact')}</TextLink>
      )}
    </div>
  );
}

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

/** Opens the CV in a new tab, where the browser downloads it (spec §2). */
function CvView({ url }: { url: string }) {
  const { t } = useTranslation('profileFiles');
  return (
    <ButtonLink variant="outlined" rel="noopener" target="_blank" to={url}>
      <span>{t('cv.view')}</span>
      <span className="visually-hidden">{` ${t('newTab')}`}</span>
    </ButtonLink>
  );
}

const VideoDialog = lazyComponent(async () => (await import('./VideoDialog.tsx')).VideoDialog, {
  Failed: CloseOnFailure,
});

function VideoView({ url }: { url: string }) {
  const { t } = useTranslation('profileFiles');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        variant="outlined"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Icon name="play" size={18} />
        <span>{t('video.watch')}</span>
      </Button>
      <VideoDialog
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
        url={url}
      />
    </>
  );
}
