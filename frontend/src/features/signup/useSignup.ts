import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/apiError.ts';
import { useForm } from '../../components/form/useForm.ts';
import { useSteps } from '../../components/steps/useSteps.ts';
import { signupDraft } from '../../session/signupDraft.ts';
import { keepDraft, readDraft } from './draft.ts';
import { EMPTY_VALUES, faultsOf, type SignupValues } from './values.ts';

/** The steps of spec §4. Those of teachers follow on the second. */
const steps = ['details', 'occupation', 'teacher'] as const;

export type Step = (typeof steps)[number];

/** Where somebody is in signing up, and all that they have entered. */
export function useSignup() {
  const [draft] = useState(readDraft);
  const [occupation, setOccupation] = useState(draft?.occupation ?? null);
  const [hasBegun, setHasBegun] = useState(false);
  const [isRegistering, setIsRegistering] = useState(false);
  const hasLeft = useRef(false);

  const form = useForm({
    initial: draft?.values ?? EMPTY_VALUES,
    validate: faultsOf,
    submit: () => {
      setHasBegun(true);
      setStep('occupation');
    },
  });
  const { values } = form;
  const isFaulty = Object.values(faultsOf(values)).some((code) => code !== undefined);
  const { step: index, goTo } = useSteps(isFaulty ? 0 : occupation === 'teacher' ? 2 : 1);
  const step = steps[index] ?? 'details';
  const setStep = (next: Step) => {
    goTo(steps.indexOf(next));
  };

  useEffect(() => {
    keepDraft({ values, occupation });
  }, [values, occupation]);

  return {
    form,
    step,
    setStep,
    /** The first step again, not for the first time. */
    isBack: hasBegun && step === 'details',
    occupation,
    setOccupation,
    /** The only entries that a reload loses. */
    hasPassword: values.password !== '' || values.confirmation !== '',
    /** Until it is known what became of it, nothing that was entered changes. */
    isRegistering,
    setIsRegistering,
    hasLeft: () => hasLeft.current,
    giveUp: () => {
      hasLeft.current = true;
      signupDraft.forget();
    },
    hasEntries: occupation !== null || isFilledIn(values),
    wasRestored: draft !== undefined && isFilledIn(draft.values),
    /** All that was entered stays, and the first step shows what is wrong with it (spec §4). */
    refuse: (failure: unknown) => {
      setIsRegistering(false);
      setStep('details');
      form.fail(failure);
    },
    accountExists: form.failure instanceof ApiError && form.failure.code === 'user_already_exists',
  };
}

function isFilledIn(values: SignupValues): boolean {
  return Object.values(values).some((value) => typeof value === 'string' && value !== '');
}

export type Signup = ReturnType<typeof useSignup>;
