import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseSelection } from '#entities/course/CourseSelection.tsx';
import { FileProgress } from '#entities/upload/FileProgress.tsx';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { useUpload, Upload, type UploadState } from '#entities/upload/upload.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button, Spinner } from '#ui/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { ProofProgress, TermsAgreement, useRegistration } from './useRegistration.tsx';
import { steps, type TeacherStep } from './signupValues.ts';
import { StepTitle } from './DetailsStep.tsx';
import type { TeacherFiles, Signup } from './useSignup.ts';
import styles from './Step.module.css';

interface TeacherStepsProps extends Signup {
  step: TeacherStep;
}

/** Steps 2 to 4: the courses that a teacher teaches, the CV and the video (spec §4). */
export function TeacherSteps(props: TeacherStepsProps) {
  const { choices, choose, form, registration, setStep, step } = props;
  const files = props.files.open(() => ({
    cv: new Upload(fileKinds.cv),
    video: new Upload(fileKinds.video, 'signup'),
  }));
  const { courses } = choices;
  const { t } = useTranslation(['signupSteps', 'signup', 'common']);
  const cv = useUpload(files.cv);
  const video = useUpload(files.video);
  const [isAgreementOpen, setIsAgreementOpen] = useState(false);
  const { registerAs, isProving } = useRegistration({
    ...registration,
    refuse: (failure, fallback) => {
      cancelExpired(files, failure);
      registration.refuse(failure, stepOfFile(files, failure) ?? fallback);
    },
  });
  const register = () => {
    void registerAs('teacher', async () => ({ courses, ...(await sendFiles(files)) }));
  };

  if (registration.progress !== 'entering') {
    return <RegistrationProgress files={files} isProving={isProving} />;
  }

  const goBy = (by: number) => {
    setStep(steps[steps.indexOf(step) + by] ?? step);
  };
  /** Another file is not the one that failed. */
  const forgetFailure = () => {
    form.setFailure(undefined);
  };
  const isComplete = {
    courses: courses.length > 0,
    // A file that the server refused is replaced now, not after the last step. What cannot be reached now is tried again at the end.
    cv: cv.phase === 'offline' || cv.phase === 'done' || (cv.phase === 'chosen' && !isRefused(cv)),
    video: video.phase !== 'checking',
  }[step];
  const isLast = step === 'video';
  const isRetry = isLast && choices.hasAgreed && form.failure !== undefined;
  const goOn = () => {
    if (isRetry) {
      register();
    } else if (isLast) {
      setIsAgreementOpen(true);
    } else {
      goBy(1);
    }
  };

  return (
    <>
      <form
        className={styles.form}
        key={step}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) {
            goOn();
          }
        }}
      >
        <div>
          <StepTitle>{t(`${step}.title`)}</StepTitle>
          <p className={styles.text}>{t(`${step}.text`)}</p>
        </div>
        {step === 'courses' && (
          <CourseSelection
            selected={courses}
            onSelect={(ids) => {
              choose({ courses: ids });
            }}
            removesWithdrawn
          />
        )}
        {step === 'cv' && (
          <FileUpload
            // The form shows the failure of a registration.
            showsFailure={form.failure === undefined}
            onChosen={() => {
              forgetFailure();
              // The server checks it more strictly. The state of the file has the result.
              files.cv.send().catch(() => undefined);
            }}
            onRemoved={forgetFailure}
            upload={files.cv}
          />
        )}
        {step === 'video' && (
          <FileUpload
            onChosen={forgetFailure}
            onRemoved={forgetFailure}
            showsFailure={false}
            upload={files.video}
          />
        )}
        <FormError failure={form.failure} isAnnouncedElsewhere keepsEntries takesFocus />
        <div className={styles.actions}>
          <Button
            variant="outlined"
            onClick={() => {
              goBy(-1);
            }}
          >
            {t('back')}
          </Button>
          <Button disabled={!isComplete} type="submit">
            {isRetry ? t('common:retry') : t(isLast ? 'submit' : 'next')}
          </Button>
        </div>
      </form>
      {isLast && (
        <TermsAgreement
          choices={choices}
          choose={choose}
          isOpen={isAgreementOpen}
          onAgree={register}
          setIsOpen={setIsAgreementOpen}
        />
      )}
    </>
  );
}

interface RegistrationProgressProps {
  files: TeacherFiles;
  isProving: boolean;
}

/** The progress of a registration with files: the CV, the video, then the registration. */
function RegistrationProgress({ files: { cv, video }, isProving }: RegistrationProgressProps) {
  const { t } = useTranslation('signupSteps');
  const { phase } = useUpload(video);
  const hasCv = useUpload(cv).phase === 'done';
  const hasAll = hasCv && (phase === 'done' || phase === 'empty');
  return (
    <div className={styles.form}>
      <div>
        <StepTitle>{t('sending.title')}</StepTitle>
        <p className={styles.text}>{t('sending.text')}</p>
      </div>
      <FileProgress upload={cv} />
      <FileProgress upload={video} />
      <div role="status">
        {isProving && <ProofProgress />}
        {hasAll && !isProving && (
          <span className={styles.registering}>
            <Spinner size={24} />
            <span>{t('creatingUser')}</span>
          </span>
        )}
      </div>
    </div>
  );
}

/** Whether the server refused the file itself, so that another one is needed. */
function isRefused({ failure }: UploadState): boolean {
  return failure instanceof ApiError && [400, 413, 415, 422].includes(failure.status);
}

/** Uploads the CV and then the video, if there is one (spec §4). What was uploaded before is not uploaded again. */
async function sendFiles({ cv, video }: TeacherFiles) {
  const curriculum = await cv.send();
  const explanation = video.state().file && (await video.send());
  return { curriculum: curriculum._id, ...(explanation && { video: explanation._id }) };
}

/** The step of the file whose upload failed. */
function stepOfFile({ cv, video }: TeacherFiles, failure: unknown): TeacherStep | undefined {
  if (cv.state().failure === failure) {
    return 'cv';
  }
  return video.state().failure === failure ? 'video' : undefined;
}

/** Unclaimed files expire after a day, and must then be uploaded again. */
function cancelExpired({ cv, video }: TeacherFiles, failure: unknown): void {
  if (failure instanceof ApiError && failure.code === 'file_not_found') {
    cv.cancel();
    video.cancel();
  }
}
