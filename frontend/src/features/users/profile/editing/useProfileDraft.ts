import { useEffect, useEffectEvent, useState } from 'react';
import { wasSignedOutByUser, getAccessToken } from '#api/accessToken.ts';
import { ownerOf } from '#entities/user/userQueryKey.ts';
import type { UserValues } from '#entities/user/userValues.ts';
import type { Form } from '#ui/form/useForm.ts';
import { clearProfileDraft, storeProfileDraft } from './profileDraft.ts';

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
export function useProfileDraft(
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
