import { useTranslation } from 'react-i18next';
import type { Country } from '#entities/country/country.ts';
import { Form } from '#ui/form/Form.tsx';
import { ReadOnlyField } from '#ui/form/ReadOnlyField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { PersonFields } from '#entities/user/UserFields.tsx';
import { UnsavedChanges } from '#ui/unsaved/UnsavedChangesDialog.tsx';
import { useCurrentUserWithFiles, type CurrentUser } from '#entities/user/currentUser.ts';
import { forgetEdits } from '../profileDraft.ts';
import { useProfileEditor } from '../useProfileEditor.ts';
import { ConflictQuestion } from './LazyConflictDialog.tsx';
import styles from './ProfileForm.module.css';
import { ProfilePhoto } from './ProfilePhoto.tsx';
import { SaveButton } from './SaveButton.tsx';
import { TeacherPart } from './LazyTeacherSections.tsx';

interface ProfileFormProps {
  profile: CurrentUser;
  countries: Country[];
}

/** What people tell of themselves (spec §2, Profile). */
export function ProfileForm({ profile, countries }: ProfileFormProps) {
  const { t } = useTranslation(['profile', 'person']);
  const editor = useProfileEditor(profile, countries);
  const { form, files, hasOffer, wasRestored, conflict, resolve, putOff } = editor;
  const user = useCurrentUserWithFiles().data?.user ?? profile.user;
  const save = <SaveButton isSaving={form.isSubmitting} />;

  return (
    <>
      <ProfilePhoto files={files} user={user} />
      <Form failureFallback={t('saveFailed')} form={form} isSaidElsewhere>
        {wasRestored && <p className={styles['restored']}>{t('restored')}</p>}
        <div className={styles['fields']}>
          <TextField {...form.field('fullname')} autoComplete="name" label={t('person:fullname')} />
          <ReadOnlyField
            hint={t('emailHint')}
            label={t('person:email')}
            ltr
            name="email"
            value={user.email}
          />
          <PersonFields birthdateHint={hasOffer && t('keptBirthdate')} form={form} />
        </div>
        {user.teacher ? (
          <TeacherPart files={files} form={form} user={user}>
            {save}
          </TeacherPart>
        ) : (
          save
        )}
      </Form>
      <UnsavedChanges isDirty={editor.hasUnsaved} onLeave={forgetEdits} />
      {conflict && (
        <ConflictQuestion
          conflict={conflict}
          countries={countries}
          onAnswer={(chosen) => void resolve(chosen)}
          onPutOff={putOff}
        />
      )}
    </>
  );
}
