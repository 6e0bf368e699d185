import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { validateBirthdate } from '#entities/user/birthdate.ts';
import { clearSignupBirthdate } from '#entities/user/signupBirthdate.ts';
import type { Country } from '#entities/country/country.ts';
import type { Form } from '#ui/form/useForm.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useSetCurrentUser } from '#entities/user/currentUser.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import { profileFieldsOf } from '#entities/user/profileFields.ts';
import { useEditedProfile } from './profileQuery.ts';
import type { FileField } from './profileFiles.ts';
import { isSameProfile } from './mergeProfile.ts';
import { toFormValues } from './profileValues.ts';

/** What the files of a profile have to know of the form beside them. */
export interface ProfileFiles {
  /** Whether a file can be saved; if not, the person has been told why. */
  canBegin: () => boolean;
  /** The one in the form, for a profile that has none yet. */
  birthdate: string;
  /**
   * The form goes on from the profile with the file in it. When other fields were changed elsewhere, it does not: then its
   * save finds a newer profile and brings both together.
   */
  follow: (saved: CurrentUser) => void;
  /** A chosen file is not saved yet: who leaves is asked. */
  setPending: (field: FileField, isPending: boolean) => void;
}

/** Files are saved at once, beside a form that is being edited: what is in the form stays there, unsaved. */
export function useProfileFiles(form: Form<UserValues>, countries: Country[]) {
  const { t } = useTranslation('profile');
  const edited = useEditedProfile();
  const replaceUser = useSetCurrentUser();
  const { showError } = useSnackbar();
  const [pending, setPending] = useState<Partial<Record<FileField, boolean>>>({});
  const { birthdate } = form.values;

  const follow = (saved: CurrentUser) => {
    replaceUser(saved);
    const before = edited.read();
    const known = before && profileFieldsOf(before.user);
    const stored = profileFieldsOf(saved.user);
    if (known && isSameProfile({ ...known, birthdate: known.birthdate || birthdate }, stored)) {
      edited.write(saved);
      const values = toFormValues(stored, countries);
      form.rebase({ sent: values, values });
    }
    clearSignupBirthdate();
  };

  const files: ProfileFiles = {
    canBegin: () => {
      const fault = validateBirthdate(birthdate);
      const isMissing = !edited.read()?.user.birthdate && fault !== undefined;
      if (isMissing) {
        showError(t('birthdateFirst'));
        form.setFailure(new ApiError({ code: fault, status: 0, fields: { birthdate: fault } }));
      }
      return !isMissing;
    },
    birthdate,
    follow,
    setPending: (field, isPending) => {
      setPending((current) => ({ ...current, [field]: isPending }));
    },
  };
  return { files, isPending: Object.values(pending).includes(true) };
}
