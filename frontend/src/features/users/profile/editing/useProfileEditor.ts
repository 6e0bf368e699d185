import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import type { Country } from '#entities/country/country.ts';
import { useForm } from '#ui/form/useForm.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useSetCurrentUser } from '#entities/user/currentUser.ts';
import type { CurrentUser, User } from '#entities/user/user.ts';
import { profileFieldsOf, type ProfileFields } from '#entities/user/profileFields.ts';
import { useEditedProfile } from './profileQuery.ts';
import { saveProfile, type Conflict } from '../conflict/saveProfile.ts';
import { restoreProfileDraft } from './profileDraft.ts';
import { rebaseForm } from './rebaseForm.ts';
import { useProfileDraft } from './useProfileDraft.ts';
import { useProfileFiles } from './useProfileFiles.ts';
import { validateProfile, toProfile, toFormValues } from './profileValues.ts';

/** Edits a profile, based on the version that the screen loaded or last saved. */
export function useProfileEditor(base: CurrentUser, countries: Country[]) {
  const { t } = useTranslation('profile');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const edited = useEditedProfile();
  const replaceUser = useSetCurrentUser();
  const { showError, showSuccess } = useSnackbar();
  const formValuesOf = (user: User) => toFormValues(profileFieldsOf(user), countries);
  const [opened] = useState(() => formValuesOf(base.user));
  const [restored] = useState(() => restoreProfileDraft(base.user._id, opened, countries));
  const [conflict, setConflict] = useState<Conflict & { sent: UserValues }>();

  /** The form shows the error too, but its top may be out of view. For an invalid field, the form scrolls to it. */
  const reportFailure = (failure: unknown): never => {
    const names = failure instanceof ApiError ? Object.keys(failure.fields) : [];
    if (!names.some((name) => name in form.getValues())) {
      showError(errorMessage(failure, t('saveFailed')));
    }
    throw failure;
  };

  const save = async (from: CurrentUser, sent: UserValues, fields: ProfileFields) => {
    const outcome = await saveProfile(lang, from, fields).catch(reportFailure);
    if (outcome.conflict) {
      setConflict({ ...outcome.conflict, sent });
      return;
    }
    edited.write(outcome.saved);
    rebaseForm(form, { sent, values: formValuesOf(outcome.saved.user) });
    replaceUser(outcome.saved);
    draft.forgetRestored();
    showSuccess(t('saved'));
  };

  const form = useForm<UserValues>({
    defaultValues: restored ?? opened,
    validate: (values) => validateProfile(values, profileFieldsOf(base.user)),
    submit: (values) => save(base, values, toProfile(values)),
  });
  const draft = useProfileDraft(form, {
    userId: base.user._id,
    opened,
    restored,
    saved: formValuesOf(base.user),
  });
  const { files, isPending } = useProfileFiles(form, countries);

  /** Saves the resolved fields, based on the newer profile. */
  const resolve = async (chosen: ProfileFields) => {
    if (conflict) {
      const { theirs, sent } = conflict;
      const values = toFormValues(chosen, countries);
      setConflict(undefined);
      edited.write(theirs);
      rebaseForm(form, { sent, values, saved: formValuesOf(theirs.user) });
      await form.submitWith(() => save(theirs, values, chosen));
    }
  };

  return {
    form,
    /** The form contains unsaved edits from before the session ended. */
    isRestored: draft.isRestored,
    files,
    hasUnsaved: form.formState.isDirty || isPending,
    conflict,
    resolve,
    dismissConflict: () => {
      setConflict(undefined);
    },
  };
}
