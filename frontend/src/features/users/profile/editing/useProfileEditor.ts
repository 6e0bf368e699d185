import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { wasSignedOutByUser, getAccessToken } from '#api/accessToken.ts';
import type { Country } from '#entities/country/country.ts';
import { useForm } from '#ui/form/useForm.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useSetCurrentUser } from '#entities/user/currentUser.ts';
import { ownerOf } from '#entities/user/userQueryKey.ts';
import type { CurrentUser, User } from '#entities/user/user.ts';
import { profileFieldsOf, type ProfileFields } from '#entities/user/profileFields.ts';
import { useEditedProfile } from './profileQuery.ts';
import { saveProfile, type Conflict } from '../conflict/saveProfile.ts';
import { clearProfileDraft, storeProfileDraft, restoreProfileDraft } from './profileDraft.ts';
import { rebaseForm } from './rebaseForm.ts';
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
  const [draft, setDraft] = useState(() =>
    restoreProfileDraft(
      base.user._id,
      toFormValues(profileFieldsOf(base.user), countries),
      countries,
    ),
  );
  const [conflict, setConflict] = useState<Conflict & { sent: UserValues }>();

  const edit = (user: User) => toFormValues(profileFieldsOf(user), countries);

  /** The form shows the error too, but its top may be out of view. For an invalid field, the form scrolls to it. */
  const tellOf = (failure: unknown): never => {
    const names = failure instanceof ApiError ? Object.keys(failure.fields) : [];
    if (!names.some((name) => name in form.getValues())) {
      showError(errorMessage(failure, t('saveFailed')));
    }
    throw failure;
  };

  const save = async (from: CurrentUser, sent: UserValues, fields: ProfileFields) => {
    const outcome = await saveProfile(lang, from, fields).catch(tellOf);
    if (outcome.conflict) {
      setConflict({ ...outcome.conflict, sent });
      return;
    }
    edited.write(outcome.saved);
    rebaseForm(form, { sent, values: edit(outcome.saved.user) });
    replaceUser(outcome.saved);
    setDraft(undefined);
    showSuccess(t('saved'));
  };

  const [opened] = useState(() => edit(base.user));
  const form = useForm<UserValues>({
    defaultValues: draft ?? opened,
    validate: (values) => validateProfile(values, profileFieldsOf(base.user)),
    submit: (values) => save(base, values, toProfile(values)),
  });
  const { files, isPending } = useProfileFiles(form, countries);
  const { isDirty } = form.formState;

  // A restored draft is not saved: the form differs from the profile that it opened with.
  const { reset } = form;
  useEffect(() => {
    reset(opened, { keepValues: true });
  }, [reset, opened]);

  // The restored edits were undone, or are saved.
  const [wasDirty, setWasDirty] = useState(false);
  if (wasDirty !== isDirty) {
    setWasDirty(isDirty);
    setDraft(isDirty ? draft : undefined);
  }
  useEffect(() => {
    if (!draft) {
      clearProfileDraft();
    }
  }, [draft]);

  const [owner] = useState(() => ownerOf(getAccessToken()));
  /**
   * The session ended, here or in another tab, where another user may have signed in since, and not because the user signed
   * out here.
   */
  const keep = useEffectEvent(() => {
    if (isDirty && ownerOf(getAccessToken()) !== owner && !wasSignedOutByUser()) {
      storeProfileDraft(base.user._id, form.getValues(), edit(base.user));
    }
  });
  useEffect(
    () => () => {
      keep();
    },
    [],
  );

  /** Saves the resolved fields, based on the newer profile. */
  const resolve = async (chosen: ProfileFields) => {
    if (conflict) {
      const { theirs, sent } = conflict;
      const values = toFormValues(chosen, countries);
      setConflict(undefined);
      edited.write(theirs);
      rebaseForm(form, { sent, values, saved: edit(theirs.user) });
      await form.submitWith(() => save(theirs, values, chosen));
    }
  };

  return {
    form,
    /** The form contains unsaved edits from before the session ended. */
    wasRestored: draft !== undefined,
    files,
    hasUnsaved: isDirty || isPending,
    conflict,
    resolve,
    putOff: () => {
      setConflict(undefined);
    },
  };
}
