import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseSelection } from '#entities/course/CourseSelection.tsx';
import { FileProgress } from '#entities/upload/FileProgress.tsx';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload, useUpload, Upload, type UploadState } from '#entities/upload/upload.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button, Spinner } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
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

  const goBy = (by: number) => () => {
    setStep(steps[steps.indexOf(step) + by] ?? step);
  };
  const stepProps = {
    title: t(`${step}.title`),
    text: t(`${step}.text`),
    onBack: goBy(-1),
    onNext: goBy(1),
    nextLabel: t('next'),
    failure: form.failure,
  };
  /** Another file is not the one that failed. */
  const forgetFailure = () => {
    form.setFailure(undefined);
  };
  const uploadProps = {
    showsFailure: false,
    onChosen: forgetFailure,
    onRemoved: forgetFailure,
  };
  const isRetry = choices.hasAgreed && form.failure !== undefined;
  const isReady = {
    // A file that the server refused is replaced now, not after the last step. What cannot be reached now is tried again at the end.
    cv: cv.phase === 'offline' || cv.phase === 'done' || (cv.phase === 'chosen' && !isRefused(cv)),
    video: video.phase !== 'checking',
  };

  switch (step) {
    case 'courses':
      return (
        <StepForm {...stepProps} isIncomplete={courses.length === 0} key={step}>
          <CourseSelection
            selected={courses}
            onSelect={(ids) => {
              choose({ courses: ids });
            }}
            removesWithdrawn
          />
        </StepForm>
      );
    case 'cv':
      return (
        <StepForm {...stepProps} isIncomplete={!isReady.cv} key={step}>
          <FileUpload
            {...uploadProps}
            // The form shows the failure of a registration.
            showsFailure={form.failure === undefined}
            onChosen={() => {
              forgetFailure();
              // The server checks it more strictly. The state of the file has the result.
              files.cv.send().catch(() => undefined);
            }}
            upload={files.cv}
          />
        </StepForm>
      );
    case 'video':
      return (
        <>
          <StepForm
            {...stepProps}
            isIncomplete={!isReady.video}
            key={step}
            nextLabel={isRetry ? t('common:retry') : t('submit')}
            onNext={() => {
              if (isRetry) {
                register();
              } else {
                setIsAgreementOpen(true);
              }
            }}
          >
            <FileUpload {...uploadProps} upload={files.video} />
          </StepForm>
          <TermsAgreement
            choices={choices}
            choose={choose}
            isOpen={isAgreementOpen}
            onAgree={register}
            setIsOpen={setIsAgreementOpen}
          />
        </>
      );
  }
}

interface StepFormProps {
  title: string;
  text: string;
  onBack: () => void;
  onNext: () => void;
  nextLabel: string;
  isIncomplete: boolean;
  /** Why the registration failed. A snackbar announces it too. */
  failure: unknown;
  children: Elements;
}

function StepForm(props: StepFormProps) {
  const { t } = useTranslation('signupSteps');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.isIncomplete) {
          props.onNext();
        }
      }}
    >
      <div>
        <StepTitle>{props.title}</StepTitle>
        <p className={styles.text}>{props.text}</p>
      </div>
      {props.children}
      <FormError failure={props.failure} isAnnouncedElsewhere keepsEntries takesFocus />
      <div className={styles.actions}>
        <Button variant="outlined" onClick={props.onBack}>
          {t('back')}
        </Button>
        <Button disabled={props.isIncomplete} type="submit">
          {props.nextLabel}
        </Button>
      </div>
    </form>
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
