import { useEffect, useState } from 'react';
import { ApiError } from '../../api/apiError.ts';
import { useForm } from '../../components/form/useForm.ts';
import { keepDraft, readDraft } from './draft.ts';
import { EMPTY_VALUES, faultsOf } from './values.ts';

/** The steps of spec §4. Those of teachers follow on the second. */
export type Step = 'details' | 'occupation' | 'teacher';

const FIRST_STEP: Step = 'details';

/** Where somebody is in signing up, and all that they have entered. */
export function useSignup() {
  const [draft] = useState(readDraft);
  const [step, setStep] = useState<Step>();
  const [occupation, setOccupation] = useState(draft?.occupation ?? null);

  const form = useForm({
    initial: draft?.values ?? EMPTY_VALUES,
    validate: faultsOf,
    submit: () => {
      setStep('occupation');
    },
  });
  const { values } = form;

  useEffect(() => {
    keepDraft({ values, occupation });
  }, [values, occupation]);

  return {
    form,
    step: step ?? FIRST_STEP,
    setStep,
    /** The first step again, not for the first time. */
    isBack: step === FIRST_STEP,
    occupation,
    setOccupation,
    wasRestored: Object.values(draft?.values ?? {}).some(isFilledIn),
    /** All that was entered stays, and the first step shows what is wrong with it (spec §4). */
    refuse: (failure: unknown) => {
      setStep(FIRST_STEP);
      form.fail(failure);
    },
    accountExists: form.failure instanceof ApiError && form.failure.code === 'user_already_exists',
  };
}

function isFilledIn(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

export type Signup = ReturnType<typeof useSignup>;
