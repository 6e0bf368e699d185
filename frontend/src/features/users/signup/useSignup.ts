import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '#lib/apiError.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSteps } from '#ui/steps/useSteps.ts';
import { emailInState } from '#entities/session/emailInState.ts';
import { signupDraft } from '#entities/session/signupDraft.ts';
import { writeDraft, readDraft } from './draft.ts';
import { faultyStep } from './faultyStep.ts';
import type { Occupation } from './occupations.ts';
import { useEarlyProof } from './proof/useEarlyProof.ts';
import type { TeacherFiles } from './teacherFiles.ts';
import { steps, type Step } from './steps.ts';
import { EMPTY_VALUES, validateSignup, type SignupValues } from './signupValues.ts';

/** The current step of the sign-up, and everything that was entered. */
export function useSignup() {
  const [draft] = useState(readDraft);
  const carriedEmail = emailInState(useLocation().state);
  const [occupation, setOccupation] = useState(draft?.occupation ?? null);
  const [courses, setCourses] = useState(draft?.courses ?? []);
  /** Created by the steps for teachers, which load the upload code. */
  const [files, setFiles] = useState<TeacherFiles>();
  /** Undefined until the steps for teachers are loaded. */
  const [hasFiles, setHasFiles] = useState<boolean>();
  const hadFiles = draft?.hasFiles ?? false;
  const [hasBegun, setHasBegun] = useState(false);
  const [isRegistering, setIsRegistering] = useState(false);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [leaving] = useState(() => new AbortController());

  const form = useForm({
    defaultValues: draft?.values ?? { ...EMPTY_VALUES, email: carriedEmail },
    validate: validateSignup,
    submit: async (entered) => {
      await refuseWeakPassword(entered);
      setHasBegun(true);
      setStep('occupation');
    },
  });
  const values = form.watch();
  const { step: index, goTo } = useSteps(furthestStep({ values, occupation, courses, files }));
  const step = steps[index] ?? 'details';
  const setStep = (next: Step) => {
    form.setFailure(undefined);
    goTo(steps.indexOf(next));
  };

  // An email address that the login passed on is not an unsaved change.
  const isCarried = values.email === carriedEmail;
  const hasEntries =
    occupation !== null || isFilledIn({ ...values, ...(isCarried && { email: '' }) });

  const { earlyProof, renew: renewEarlyProof } = useEarlyProof(hasEntries, leaving.signal);

  useEffect(() => {
    if (hasEntries) {
      writeDraft({ values, occupation, courses, hasFiles: hasFiles ?? hadFiles });
    } else {
      signupDraft.clear();
    }
  }, [hasEntries, values, occupation, courses, hasFiles, hadFiles]);

  return {
    form,
    step,
    setStep,
    /** The first step is shown again, not for the first time. */
    isBack: hasBegun && step === 'details',
    occupation,
    setOccupation,
    courses,
    setCourses,
    files,
    setFiles,
    setHasFiles,
    /** The only values that a reload loses. */
    hasPassword: values.password !== '' || values.confirmation !== '',
    /** The user has agreed to the terms. It lasts when the registration fails. */
    hasAgreed,
    setHasAgreed,
    /** What `useRegistration` needs. */
    registration: {
      getValues: form.getValues,
      /** Disables all input until the result is known. */
      isRegistering,
      setIsRegistering,
      earlyProof,
      renewEarlyProof,
      /** Aborted when the user leaves the sign-up. */
      leaveSignal: leaving.signal,
      /** Keeps all values, and shows the failure in the step whose values are at fault, otherwise in `fallback`. */
      refuse: (failure: unknown, fallback: Step) => {
        setIsRegistering(false);
        setStep(faultyStep(failure) ?? fallback);
        form.setFailure(failure);
      },
    },
    giveUp: () => {
      leaving.abort();
      files?.cv.cancel();
      files?.video.remove();
      signupDraft.clear();
    },
    hasEntries,
    /** A reload cleared the password, and it was not entered again yet. */
    hasLostPassword:
      draft !== undefined && isFilledIn(draft.values) && step === 'details' && !hasBegun,
    /** A reload cleared the chosen files, and none were chosen since. */
    hasLostFiles: hadFiles && occupation === 'teacher' && !hasFiles,
    accountExists: form.failure instanceof ApiError && form.failure.code === 'user_already_exists',
  };
}

/** How long the first step waits for the list of known passwords, in ms. The server has it, too. */
const PREDICTION_LIMIT_MS = 3000;

/** Throws what the server would answer after the last step, while the password is in its field: a pasted one may not be checked yet. */
async function refuseWeakPassword({ password, fullname, email }: SignupValues): Promise<void> {
  const predict = async () => {
    const { predictRefusal } = await import('#entities/password/passwordRefusal.ts');
    return predictRefusal(password, { fullname, email });
  };
  const code = await Promise.race([
    predict().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, PREDICTION_LIMIT_MS)),
  ]);
  if (code) {
    throw new ApiError({ code, fields: { password: code }, status: 400 });
  }
}

interface Entered {
  values: SignupValues;
  occupation: Occupation | null;
  courses: string[];
  files: TeacherFiles | undefined;
}

/** The last step that the values allow: each step needs the ones before it. */
function furthestStep({ values, occupation, courses, files }: Entered): number {
  const isComplete = [
    Object.values(validateSignup(values)).every((code) => code === undefined),
    occupation === 'teacher',
    courses.length > 0,
    files?.cv.state().file !== undefined,
  ];
  const gap = isComplete.indexOf(false);
  return gap === -1 ? steps.length - 1 : gap;
}

function isFilledIn(values: SignupValues): boolean {
  return Object.values(values).some((value) => typeof value === 'string' && value !== '');
}

export type Signup = ReturnType<typeof useSignup>;
