import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { signupDraft } from '#entities/session/drafts.ts';
import type { Upload } from '#entities/upload/upload.ts';
import { emailInState } from '#entities/user/email.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSteps } from '#ui/steps/useSteps.ts';
import {
  type Occupation,
  EMPTY_VALUES,
  faultyStep,
  readDraft,
  writeDraft,
  validateSignup,
  type SignupValues,
  steps,
  type Step,
} from './signupValues.ts';
import type { EarlyProof } from './api.ts';

/** What a user chooses besides the values of the form. */
interface Choices {
  occupation: Occupation | null;
  /** Ids of the courses that a teacher teaches. */
  courses: string[];
  /** The user has agreed to the terms. It lasts when the registration fails. */
  hasAgreed: boolean;
}

type Progress = 'entering' | 'registering' | 'registered';

const changed = (choices: Choices, change: Partial<Choices>): Choices => ({
  ...choices,
  ...change,
});

/** The current step of the sign-up, and everything that was entered. */
export function useSignup() {
  const [draft] = useState(readDraft);
  const carriedEmail = emailInState(useLocation().state);
  const [choices, choose] = useReducer(changed, {
    occupation: draft?.occupation ?? null,
    courses: draft?.courses ?? [],
    hasAgreed: false,
  });
  const { occupation, courses } = choices;
  const [files] = useState(() => new TeacherFilesStore());
  const hasFiles = useSyncExternalStore(files.subscribe, files.hasFile, () => undefined);
  const hadFiles = draft?.hasFiles ?? false;
  const [hasBegun, setHasBegun] = useState(false);
  const [progress, setProgress] = useState<Progress>('entering');
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
  // The values do not change in the steps that depend on them.
  const furthest = furthestStep(form.getValues(), choices, files);
  const { step: index, goTo } = useSteps(furthest);
  const step = steps[index] ?? 'details';
  const setStep = (next: Step) => {
    form.setFailure(undefined);
    goTo(steps.indexOf(next));
  };

  // Not the values, with which the sign-up would render again at each key.
  const { isFilled, hasPassword } = useWatch({
    control: form.control,
    compute: (values: SignupValues) => ({
      // An email address that the login passed on is not an unsaved change.
      isFilled: isFilledIn({ ...values, ...(values.email === carriedEmail && { email: '' }) }),
      hasPassword: values.password !== '' || values.confirmation !== '',
    }),
  });
  const hasEntries = occupation !== null || isFilled;

  const { earlyProof, renew: renewEarlyProof } = useEarlyProof(hasEntries, leaving.signal);

  const { subscribe, getValues } = form;
  useEffect(() => {
    if (!hasEntries) {
      signupDraft.clear();
      return;
    }
    const write = () => {
      writeDraft({ values: getValues(), occupation, courses, hasFiles: hasFiles ?? hadFiles });
    };
    write();
    return subscribe({ formState: { values: true }, callback: write });
  }, [hasEntries, subscribe, getValues, occupation, courses, hasFiles, hadFiles]);

  return {
    form,
    step,
    setStep,
    choices,
    choose,
    files,
    /** The first step is shown again, not for the first time. */
    isBack: hasBegun && step === 'details',
    hasEntries,
    /** What a reload has lost, and was not entered again since. */
    lost: {
      password: draft !== undefined && isFilledIn(draft.values) && step === 'details' && !hasBegun,
      files: hadFiles && occupation === 'teacher' && !hasFiles,
    },
    registration: {
      getValues: form.getValues,
      progress,
      setProgress,
      earlyProof,
      renewEarlyProof,
      /** Aborted when the user leaves the sign-up. */
      leaveSignal: leaving.signal,
      /** Keeps all values, and shows the failure in the step whose values are at fault, otherwise in `fallback`. */
      refuse: (failure: unknown, fallback: Step) => {
        setProgress('entering');
        setStep(faultyStep(failure) ?? fallback);
        form.setFailure(failure);
      },
    },
    leaving: {
      /** Passwords are the only values that a reload loses. */
      warnsOnUnload: hasPassword,
      onDiscard: () => {
        leaving.abort();
        files.files()?.cv.cancel();
        files.files()?.video.remove();
        signupDraft.clear();
      },
    },
  };
}

/** How long the first step waits for the list of known passwords, in ms. The server has it, too. */
const PREDICTION_LIMIT_MS = 3000;

/** Throws what the server would answer after the last step, while the password is in its field: a pasted one may not be checked yet. */
async function refuseWeakPassword({ password, fullname, email }: SignupValues): Promise<void> {
  const predict = async () => {
    const { predictRefusal } = await import('#entities/password/PasswordWarning.tsx');
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

/** The last step that the values allow: each step needs the ones before it. */
function furthestStep(
  values: SignupValues,
  { occupation, courses }: Choices,
  files: TeacherFilesStore,
): number {
  const isComplete = [
    Object.values(validateSignup(values)).every((code) => code === undefined),
    occupation === 'teacher',
    courses.length > 0,
    files.files()?.cv.state().file !== undefined,
  ];
  const gap = isComplete.indexOf(false);
  return gap === -1 ? steps.length - 1 : gap;
}

function isFilledIn(values: SignupValues): boolean {
  return Object.values(values).some((value) => typeof value === 'string' && value !== '');
}

export type Signup = ReturnType<typeof useSignup>;

/** Begins a proof of work with the first entry, so that nobody waits for it after the last one. The signal ends it. */
function useEarlyProof(hasEntries: boolean, leaveSignal: AbortSignal) {
  const lang = useLanguage().code;
  const [earlyProof, setEarlyProof] = useState<EarlyProof>();
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasEntries && !hasBegun.current) {
      hasBegun.current = true;
      void begin(lang, leaveSignal).then(setEarlyProof);
    }
  }, [hasEntries, lang, leaveSignal]);

  return {
    earlyProof,
    /** Begins another one when the server has had the one before: it accepts each only once. */
    renew: () => {
      setEarlyProof(undefined);
      void begin(lang, leaveSignal).then(setEarlyProof);
    },
  };
}

/** Returns undefined if the code cannot be loaded. */
async function begin(lang: LanguageCode, signal: AbortSignal): Promise<EarlyProof | undefined> {
  try {
    const { startEarlyProof } = await import('./api.ts');
    return startEarlyProof(lang, signal);
  } catch {
    return undefined;
  }
}

export interface TeacherFiles {
  cv: Upload;
  video: Upload;
}

/**
 * Keeps the files of a teacher while the steps change. The steps for teachers create them, because they load the code of uploads, with
 * which the first step would be too large.
 */
class TeacherFilesStore {
  #files: TeacherFiles | undefined;
  readonly #listeners = new Set<() => void>();

  /** Undefined until the steps for teachers are opened. */
  readonly files = (): TeacherFiles | undefined => this.#files;

  readonly open = (create: () => TeacherFiles): TeacherFiles => {
    if (!this.#files) {
      this.#files = create();
      for (const file of [this.#files.cv, this.#files.video]) {
        file.subscribe(() => {
          this.#listeners.forEach((listener) => {
            listener();
          });
        });
      }
    }
    return this.#files;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether a file is chosen. Undefined until the steps for teachers are opened. */
  readonly hasFile = (): boolean | undefined =>
    this.#files && [this.#files.cv, this.#files.video].some((file) => file.state().file);
}
