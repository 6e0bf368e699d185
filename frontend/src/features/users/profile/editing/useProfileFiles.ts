import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validateBirthdate } from '#entities/user/birthdate.ts';
import type { Country } from '#entities/country/country.ts';
import type { Form } from '#ui/form/useForm.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useSetCurrentUser } from '#entities/user/currentUser.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import { profileFieldsOf } from '#entities/user/profileFields.ts';
import { useEditedProfile } from './profileQuery.ts';
import type { FileField, ProfileFiles } from '../files/profileFiles.ts';
import { isSameProfile } from '../conflict/mergeProfile.ts';
import { toFormValues } from './profileValues.ts';
import { rebaseForm } from './rebaseForm.ts';

/** Files are saved at once. Other edits in the form stay unsaved. */
export function useProfileFiles(form: Form<UserValues>, countries: Country[]) {
  const { t } = useTranslation('profile');
  const edited = useEditedProfile();
  const replaceUser = useSetCurrentUser();
  const { showError } = useSnackbar();
  const [pending, setPending] = useState<Partial<Record<FileField, boolean>>>({});
  const birthdate = form.watch('birthdate');

  const follow = (saved: CurrentUser) => {
    replaceUser(saved);
    const before = edited.read();
    const known = before && profileFieldsOf(before.user);
    const stored = profileFieldsOf(saved.user);
    if (known && isSameProfile({ ...known, birthdate: known.birthdate || birthdate }, stored)) {
      edited.write(saved);
      const values = toFormValues(stored, countries);
      rebaseForm(form, { sent: values, values });
    }
  };

  const files: ProfileFiles = {
    canBegin: () => {
      const fault = validateBirthdate(birthdate);
      const isMissing = !edited.read()?.user.birthdate && fault !== undefined;
      if (isMissing) {
        showError(t('birthdateFirst'));
        void form.trigger('birthdate', { shouldFocus: true, shouldTouch: true });
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
