import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useEffect, useRef, useState } from 'react';
import type { Country } from '#entities/country/country.ts';
import { useCountries } from '#entities/country/useCountries.ts';
import { Avatar } from '#entities/user/Avatar.tsx';
import { UserFields } from '#entities/user/UserFields.tsx';
import type { CurrentUser, User } from '#entities/user/api.ts';
import { useCurrentUser, useCurrentUserWithFiles } from '#entities/user/currentUser.ts';
import { MAX_NAME_LENGTH } from '#entities/user/userValues.ts';
import { Button } from '#ui/Button.tsx';
import { Drawing } from '#ui/Icon.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { ReadOnlyField, TextField } from '#ui/form/TextField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { closeOnFailure, CloseOnFailure } from '#ui/lazy/loadFailures.tsx';
import { UnsavedChangesDialog } from '#ui/unsaved/UnsavedChangesDialog.tsx';
import { useFreshProfile } from './api.ts';
import { clearProfileDraft, type ProfileFiles } from './profileValues.ts';
import { useProfileEditor } from './useProfileEditor.ts';
import styles from './ProfileScreen.module.css';

/** Where emails have led to the courses of the user. */
const COURSES_ANCHOR = '#my-courses';

/** The profile editor (spec §2, Profile). */
export function ProfileScreen() {
  const { t } = useTranslation(['profile', 'common']);
  const profile = useFreshProfile();
  const countries = useCountries();
  if (useLocation().hash === COURSES_ANCHOR) {
    return <Navigate replace to="/my-courses" />;
  }
  return (
    <FormScreen intro={t('intro')} title={t('common:pages.profile')} wide>
      <Editor countries={countries} profile={profile} />
    </FormScreen>
  );
}

interface EditorProps {
  profile: ReturnType<typeof useFreshProfile>;
  countries: ReturnType<typeof useCountries>;
}

function Editor({ profile, countries }: EditorProps) {
  const { t } = useTranslation('profile');
  const { data: current } = useCurrentUser();
  const failures = [useQueryFailure(profile), useQueryFailure(countries)].filter(
    (failure) => failure !== null,
  );

  if (profile.data && countries.data) {
    return <ProfileForm countries={countries.data} profile={profile.data} />;
  }
  if (failures[0]) {
    return (
      <Notice
        {...failures[0]}
        isRetrying={failures.some(({ isRetrying }) => isRetrying)}
        onRetry={() => {
          failures.forEach(({ onRetry }) => {
            onRetry();
          });
        }}
        title={t('failed')}
      />
    );
  }
  return (
    <div className={styles.loading}>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      {current && <Avatar size={PHOTO_SIZE} user={current.user} />}
      <Skeleton tall width={60} />
    </div>
  );
}

const LazyConflictDialog = lazyComponent(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
  {
    Failed: closeOnFailure(({ onCancel }) => {
      onCancel();
    }),
  },
);

const LazyTeacherSections = lazyComponent(
  async () => (await import('./TeacherSections.tsx')).TeacherSections,
  { translations: ['courses', 'profileFiles', 'upload'] },
);

interface ProfileFormProps {
  profile: CurrentUser;
  countries: Country[];
}

/** The form of the profile (spec §2, Profile). */
function ProfileForm({ profile, countries }: ProfileFormProps) {
  const { t } = useTranslation(['profile', 'userFields']);
  const editor = useProfileEditor(profile, countries);
  const { form, files, isRestored, conflict, resolve, dismissConflict } = editor;
  const user = useCurrentUserWithFiles().data?.user ?? profile.user;
  const save = <SaveButton isSaving={form.formState.isSubmitting} />;

  return (
    <>
      <ProfilePhoto files={files} user={user} />
      <Form failureFallback={t('saveFailed')} form={form} isAnnouncedElsewhere>
        {isRestored && <p className={styles.restored}>{t('restored')}</p>}
        <div className={styles.fields}>
          <TextField
            control={form.control}
            name="fullname"
            autoComplete="name"
            errorTexts={{ field_too_long: t('userFields:tooLong', { max: MAX_NAME_LENGTH }) }}
            label={t('userFields:fullname')}
          />
          <ReadOnlyField
            hint={t('emailHint')}
            label={t('userFields:email')}
            ltr
            name="email"
            value={user.email}
          />
          <UserFields />
        </div>
        {user.teacher ? (
          <LazyTeacherSections files={files} user={user}>
            {save}
          </LazyTeacherSections>
        ) : (
          save
        )}
      </Form>
      <UnsavedChangesDialog isDirty={editor.hasUnsaved} onDiscard={clearProfileDraft} />
      {conflict && (
        <LazyConflictDialog
          conflict={conflict}
          countries={countries}
          onResolve={(chosen) => void resolve(chosen)}
          onCancel={dismissConflict}
        />
      )}
    </>
  );
}

/** The submit button, in a bar that stays in sight while the form is. Ctrl+Enter or Cmd+Enter in any field submits too. */
function SaveButton({ isSaving }: { isSaving: boolean }) {
  const { t } = useTranslation('profile');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        button.current?.click();
      }
    };
    const form = button.current?.form;
    form?.addEventListener('keydown', onKeyDown);
    return () => {
      form?.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  return (
    <div className={styles.saveBar}>
      <Button busy={isSaving} className={styles.save} ref={button} type="submit">
        {t(isSaving ? 'saving' : 'save')}
      </Button>
    </div>
  );
}

/** In pixels. */
const PHOTO_SIZE = 104;

const CAMERA_DRAWING =
  'M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm8 8.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5Z';

/** Preloaded when it is likely to be opened. */
const PhotoDialog = lazyComponent(async () => (await import('./PhotoDialog.tsx')).PhotoDialog, {
  translations: ['profileFiles'],
  Failed: CloseOnFailure,
});

interface ProfilePhotoProps {
  user: User;
  files: ProfileFiles;
}

/** The user's photo, and the button that changes it (spec §2, Profile). */
function ProfilePhoto({ user, files }: ProfilePhotoProps) {
  const { t } = useTranslation('profile');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.photo}>
      <Avatar size={PHOTO_SIZE} user={user} />
      <button
        aria-haspopup="dialog"
        aria-label={t('changePhoto')}
        className={styles.button}
        onClick={() => {
          setIsOpen(files.canBegin());
        }}
        onFocus={PhotoDialog.preload}
        onPointerEnter={PhotoDialog.preload}
        type="button"
      >
        <Drawing path={CAMERA_DRAWING} size={22} />
      </button>
      <PhotoDialog
        files={files}
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
        photo={user.image}
      />
    </div>
  );
}
