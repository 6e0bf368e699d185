import { useState, useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { wasSignedOutByUser, getAccessToken } from '#api/accessToken.ts';
import type { Country } from '#entities/country/country.ts';
import {
  profileFieldsOf,
  type ProfileFields,
  type CurrentUser,
  type User,
} from '#entities/user/api.ts';
import { useSetCurrentUser, ownerOf } from '#entities/user/currentUser.ts';
import { validateBirthdate, type UserValues } from '#entities/user/userValues.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { useForm, type Form } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { isSameValue, isSameProfile, saveProfile, type Conflict, useEditedProfile } from './api.ts';
import {
  restoreProfileDraft,
  clearProfileDraft,
  storeProfileDraft,
  validateProfile,
  toProfile,
  toFormValues,
  type ProfileFiles,
} from './profileValues.ts';

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

/** Files are saved at once. Other edits in the form stay unsaved. */
function useProfileFiles(form: Form<UserValues>, countries: Country[]) {
  const { t } = useTranslation('profile');
  const edited = useEditedProfile();
  const replaceUser = useSetCurrentUser();
  const { showError } = useSnackbar();
  const [uploads, setUploads] = useState<ProfileFiles['uploads']>({});
  const readBirthdate = () => form.getValues('birthdate');

  const follow = (saved: CurrentUser) => {
    replaceUser(saved);
    const before = edited.read();
    const known = before && profileFieldsOf(before.user);
    const stored = profileFieldsOf(saved.user);
    if (
      known &&
      isSameProfile({ ...known, birthdate: known.birthdate || readBirthdate() }, stored)
    ) {
      edited.write(saved);
      const values = toFormValues(stored, countries);
      rebaseForm(form, { sent: values, values });
    }
  };

  const files: ProfileFiles = {
    canBegin: () => {
      const fault = validateBirthdate(readBirthdate());
      const isMissing = !edited.read()?.user.birthdate && fault !== undefined;
      if (isMissing) {
        showError(t('birthdateFirst'));
        void form.trigger('birthdate', { shouldFocus: true, shouldTouch: true });
      }
      return !isMissing;
    },
    readBirthdate,
    follow,
    uploads,
    setUpload: (field, upload) => {
      setUploads(({ [field]: _former, ...others }) =>
        upload ? { ...others, [field]: upload } : others,
      );
    },
  };
  return { files, isPending: useHasFile(uploads) };
}

function useHasFile(uploads: ProfileFiles['uploads']): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = Object.values(uploads).map((upload) => upload.subscribe(listener));
      return () => {
        ends.forEach((end) => {
          end();
        });
      };
    },
    [uploads],
  );
  const read = () => Object.values(uploads).some((upload) => upload.state().file);
  return useSyncExternalStore(subscribe, read, () => false);
}

interface DraftOptions {
  userId: string;
  /** The values of the profile when the form opened. */
  opened: UserValues;
  /** Those with the stored edits, if there were any. The form opened with them. */
  restored: UserValues | undefined;
  /** The values of the profile as it was last saved. */
  saved: UserValues;
}

/** Stores unsaved edits when the session ends, and removes the stored edits when they were saved or undone. */
function useProfileDraft(
  form: Form<UserValues>,
  { userId, opened, restored, saved }: DraftOptions,
) {
  const [isRestored, setIsRestored] = useState(restored !== undefined);
  const { reset } = form;
  const { isDirty } = form.formState;

  // A restored draft is not saved: the form differs from the profile that it opened with.
  useEffect(() => {
    reset(opened, { keepValues: true });
  }, [reset, opened]);

  // The restored edits were undone, or are saved.
  const [wasDirty, setWasDirty] = useState(false);
  if (wasDirty !== isDirty) {
    setWasDirty(isDirty);
    setIsRestored(isDirty && isRestored);
  }
  useEffect(() => {
    if (!isRestored) {
      clearProfileDraft();
    }
  }, [isRestored]);

  const [owner] = useState(() => ownerOf(getAccessToken()));
  /**
   * The session ended, here or in another tab, where another user may have signed in since, and not because the user signed
   * out here.
   */
  const storeDraft = useEffectEvent(() => {
    if (isDirty && ownerOf(getAccessToken()) !== owner && !wasSignedOutByUser()) {
      storeProfileDraft(userId, form.getValues(), saved);
    }
  });
  useEffect(
    () => () => {
      storeDraft();
    },
    [],
  );

  return {
    /** The form contains unsaved edits from before the session ended. */
    isRestored,
    /** Called when the edits are saved. Later ones may still be in the form. */
    forgetRestored: () => {
      setIsRestored(false);
    },
  };
}

interface Rebase<Values> {
  /** What was in the form when it was sent. */
  sent: Values;
  /** What takes its place. */
  values: Values;
  /** What the server has, where that differs from `values`. */
  saved?: Values;
}

/** Continues from what became of the sent values. A field that was changed since then keeps its value. */
export function rebaseForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { sent, values, saved = values }: Rebase<Values>,
): void {
  const changes = Object.entries(form.getValues()).filter(
    ([name, value]) => !isSameValue(value, sent[name]),
  );
  form.reset(saved, { keepTouched: true, keepSubmitCount: true });
  form.reset(
    { ...values, ...Object.fromEntries(changes) },
    { keepDefaultValues: true, keepTouched: true, keepSubmitCount: true },
  );
}
