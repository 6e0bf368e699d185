import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { wasSignedOutByUser, getAccessToken } from '#api/accessToken.ts';
import { clearSignupBirthdate, storedSignupBirthdate } from '#entities/user/signupBirthdate.ts';
import type { Country } from '#entities/country/country.ts';
import { useForm } from '#ui/form/useForm.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useSetCurrentUser } from '#entities/user/currentUser.ts';
import type { CurrentUser, User } from '#entities/user/user.ts';
import { profileFieldsOf, type ProfileFields } from '#entities/user/profileFields.ts';
import { useEditedProfile } from './profileQuery.ts';
import { saveProfile, type Conflict } from './saveProfile.ts';
import { clearProfileDraft, storeProfileDraft, restoreProfileDraft } from './profileDraft.ts';
import { useProfileFiles } from './useProfileFiles.ts';
import { validateProfile, toProfile, toFormValues } from './profileValues.ts';

/** Edits a profile, from what the server had when the screen opened or the profile was last saved here. */
export function useProfileEditor(base: CurrentUser, countries: Country[]) {
  const { t } = useTranslation('profile');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const edited = useEditedProfile();
  const replaceUser = useSetCurrentUser();
  const { showError, showSuccess } = useSnackbar();
  const [kept, setKept] = useState(() =>
    restoreProfileDraft(
      base.user._id,
      toFormValues(profileFieldsOf(base.user), countries),
      countries,
    ),
  );
  const [conflict, setConflict] = useState<Conflict & { sent: UserValues }>();

  /** The birthdate from the sign-up, for a profile that has none (contract, double readings). */
  const offered = base.user.birthdate === null ? storedSignupBirthdate(base.user.email) : undefined;

  const edit = (user: User) => toFormValues(profileFieldsOf(user), countries);

  /** The form shows why as well, but its head may be out of sight. A faulty field is brought into sight by the form. */
  const tellOf = (failure: unknown): never => {
    const names = failure instanceof ApiError ? Object.keys(failure.fields) : [];
    if (!names.some((name) => name in form.values)) {
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
    form.rebase({ sent, values: edit(outcome.saved.user) });
    replaceUser(outcome.saved);
    clearSignupBirthdate();
    setKept(undefined);
    showSuccess(t('saved'));
  };

  const form = useForm<UserValues>({
    initial: withBirthdate(edit(base.user), offered),
    restored: kept,
    validate: validateProfile,
    submit: (values) => save(base, values, toProfile(values)),
  });
  const { files, isPending } = useProfileFiles(form, countries);

  // What was restored has been undone, or is what the server has by now.
  if (kept && !form.isDirty) {
    setKept(undefined);
  }
  useEffect(() => {
    if (!kept) {
      clearProfileDraft();
    }
  }, [kept]);

  /** The session has ended, here or in another tab, and the person did not end it here. */
  const keep = useEffectEvent(() => {
    if (form.isDirty && getAccessToken() === null && !wasSignedOutByUser()) {
      storeProfileDraft(base.user._id, form.values, edit(base.user));
    }
  });
  useEffect(
    () => () => {
      keep();
    },
    [],
  );

  /** Goes on from the newer profile, with what was chosen to be in it. */
  const resolve = async (chosen: ProfileFields) => {
    if (conflict) {
      const { theirs, sent } = conflict;
      const values = toFormValues(chosen, countries);
      setConflict(undefined);
      edited.write(theirs);
      form.rebase({ sent, values, initial: edit(theirs.user) });
      await form.send(() => save(theirs, values, chosen));
    }
  };

  return {
    form,
    hasOffer: offered !== undefined && form.values.birthdate === offered,
    /** What was entered before the session ended is in the form, and not saved. */
    wasRestored: kept !== undefined,
    files,
    hasUnsaved: form.isDirty || isPending,
    conflict,
    resolve,
    putOff: () => {
      setConflict(undefined);
    },
  };
}

function withBirthdate(values: UserValues, offered: string | undefined): UserValues {
  return offered === undefined ? values : { ...values, birthdate: offered };
}
