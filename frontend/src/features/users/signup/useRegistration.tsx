import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { components } from '#api/schema.d.ts';
import { currentVersions } from '#entities/legal/legalSections.ts';
import {
  pendingSignup,
  pendingSince,
  signupReturnPath,
  signupDraft,
} from '#entities/session/drafts.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { type ReturnPath, returnPathIn } from '#lib/returnPath.ts';
import { Spinner } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { closeOnFailure } from '#ui/lazy/loadFailures.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { ProofError, register } from './api.ts';
import { type Occupation, toRegistration } from './signupValues.ts';
import type { Signup } from './useSignup.ts';
import styles from './Step.module.css';

/** How long a student sees the success message (spec §4). */
const STUDENT_SUCCESS_MS = 10_000;

type TeacherPayload = components['schemas']['TeacherPayload'];

/**
 * Registers the user who agreed to the terms. A snackbar shows the result, also when they have left the screen meanwhile. `isProving` is true during a proof of work.
 */
export function useRegistration({
  earlyProof,
  getValues,
  leaveSignal,
  progress,
  refuse,
  renewEarlyProof,
  setProgress,
}: Signup['registration']) {
  const { t } = useTranslation('signupSteps');
  const errorMessage = useErrorMessage();
  const lang = useLanguage().code;
  const { state } = useLocation() as { state: unknown };
  const { showError, showSuccess } = useSnackbar();

  const [isProving, setIsProving] = useState(false);

  /** @param sendFiles uploads a teacher's files, and returns the teacher's part of the registration. */
  const registerAs = async (type: Occupation, sendFiles?: () => Promise<TeacherPayload>) => {
    // The dialog can still be clicked while it closes.
    if (progress !== 'entering') {
      return;
    }
    const returnPath = returnPathIn(state);
    const course = courseAt(returnPath);
    const payload = {
      ...toRegistration(getValues(), type, lang),
      // The user agrees to the texts that this release shows.
      consent: currentVersions,
      ...(course && { course }),
    };
    const { email } = payload;
    setProgress('registering');
    try {
      const teacher = await sendFiles?.();
      await register(
        lang,
        { ...payload, ...(teacher && { teacher }) },
        { earlyProof, onProving: setIsProving, signal: leaveSignal },
      );
    } catch (cause) {
      if (isCancelled(cause)) {
        setProgress('entering');
        return;
      }
      if (isResponse(cause)) {
        renewEarlyProof();
      }
      const failure =
        cause instanceof ProofError
          ? new ApiError({ message: t('proof.failed'), status: 0 })
          : cause;
      showError(errorMessage(failure));
      if (!leaveSignal.aborted) {
        // A student returns to the first step (spec §4). A teacher, who has more to repeat, tries again in place.
        refuse(failure, type === 'teacher' ? 'video' : 'details');
      }
      return;
    }
    signupDraft.clear();
    signupReturnPath.write(returnPath);
    pendingSignup.write(pendingSince(Date.now(), email));
    showSuccess(t('user_created_successfully', { email: isolatedEmail(email) }), {
      ...(type === 'student' && { duration: STUDENT_SUCCESS_MS }),
    });
    if (!leaveSignal.aborted) {
      setProgress('registered');
    }
  };

  return { registerAs, isProving };
}

/** The course from whose page the user signs up. The verification link leads there in every browser. */
function courseAt(path: ReturnPath | undefined): string | undefined {
  return /^\/courses\/([a-z\d-]{3,60})$/.exec(path ?? '')?.[1];
}

/** Otherwise the server may not have had the proof of work. */
function isResponse(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status > 0;
}

/** The user cancelled an upload, or left during the proof of work. Neither needs a message. */
function isCancelled(failure: unknown): boolean {
  return (failure as { name?: unknown } | null)?.name === 'AbortError';
}

/** From when on the proof of work is slow, in milliseconds. */
const SLOW = 10_000;

/** Shows that the browser makes a proof of work. Its duration is random, so there is no percentage to show. */
export function ProofProgress() {
  const { t } = useTranslation('signupSteps');
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      setIsSlow(true);
    }, SLOW);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  return (
    <span className={styles.registering}>
      <Spinner size={24} />
      <span>{isSlow ? t('proof.slow') : t('proof.working')}</span>
    </span>
  );
}

const LazyTermsDialog = lazyComponent(async () => (await import('./TermsDialog.tsx')).TermsDialog, {
  translations: ['legal', 'signupSteps'],
  Failed: closeOnFailure(({ onCancel }) => {
    onCancel();
  }),
});

interface TermsAgreementProps extends Pick<Signup, 'choices' | 'choose'> {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  onAgree: () => void;
}

/** Asks the user to agree to the terms. The dialog and the texts are preloaded with the step that leads to them. */
export function TermsAgreement(props: TermsAgreementProps) {
  const { choices, choose, isOpen, setIsOpen, onAgree } = props;
  useEffect(() => {
    LazyTermsDialog.preload();
  }, []);
  return (
    <LazyTermsDialog
      hasAgreed={choices.hasAgreed}
      onAgree={() => {
        setIsOpen(false);
        onAgree();
      }}
      onAgreedChange={(hasAgreed) => {
        choose({ hasAgreed });
      }}
      onCancel={() => {
        setIsOpen(false);
      }}
      open={isOpen}
    />
  );
}
