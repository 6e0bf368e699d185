import { useTranslation } from 'react-i18next';
import type { Country } from '#entities/country/country.ts';
import { Form } from '#ui/form/Form.tsx';
import { ReadOnlyField } from '#ui/form/ReadOnlyField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { UserFields } from '#entities/user/UserFields.tsx';
import { UnsavedChangesDialog } from '#ui/unsaved/UnsavedChangesDialog.tsx';
import { useCurrentUserWithFiles } from '#entities/user/currentUser.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import { MAX_NAME_LENGTH } from '#entities/user/userValues.ts';
import { clearProfileDraft } from './editing/profileDraft.ts';
import { useProfileEditor } from './editing/useProfileEditor.ts';
import { LazyConflictDialog } from './conflict/LazyConflictDialog.tsx';
import styles from './ProfileForm.module.css';
import { ProfilePhoto } from './photo/ProfilePhoto.tsx';
import { SaveButton } from './SaveButton.tsx';
import { LazyTeacherSections } from './teacher/LazyTeacherSections.tsx';

interface ProfileFormProps {
  profile: CurrentUser;
  countries: Country[];
}

/** The form of the profile (spec §2, Profile). */
export function ProfileForm({ profile, countries }: ProfileFormProps) {
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
