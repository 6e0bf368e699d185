import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseSelection } from '#entities/course/CourseSelection.tsx';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { useUpload } from '#entities/upload/useUpload.ts';
import { cancelExpired, newTeacherFiles, sendFiles, type TeacherFiles } from '../teacherFiles.ts';
import { useRegistration } from '../useRegistration.ts';
import { steps, type Signup, type TeacherStep } from '../useSignup.ts';
import { RegistrationProgress } from './RegistrationProgress.tsx';
import { StepForm } from './StepForm.tsx';
import { TermsAgreement } from './TermsAgreement.tsx';

interface TeacherStepsProps extends Signup {
  step: TeacherStep;
}

/** Steps 2 to 4: the courses that a teacher teaches, the CV and the video (spec §4). */
export function TeacherSteps(props: TeacherStepsProps) {
  const { files, setFiles } = props;
  useEffect(() => {
    if (!files) {
      setFiles(newTeacherFiles());
    }
  }, [files, setFiles]);
  return files && <StepsOfTeacher {...props} files={files} />;
}

function StepsOfTeacher(props: TeacherStepsProps & { files: TeacherFiles }) {
  const { courses, files, isRegistering, refuse, setCourses, setHasFiles, setStep, step } = props;
  const { t } = useTranslation(['signupSteps', 'signup']);
  const cv = useUpload(files.cv);
  const video = useUpload(files.video);
  const [isAgreementOpen, setIsAgreementOpen] = useState(false);
  const registerAs = useRegistration({
    ...props,
    refuse: (failure) => {
      cancelExpired(files, failure);
      refuse(failure);
    },
  });

  const hasFiles = cv.file !== undefined || video.file !== undefined;
  useEffect(() => {
    setHasFiles(hasFiles);
  }, [hasFiles, setHasFiles]);

  if (isRegistering) {
    return <RegistrationProgress files={files} />;
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
  };
  const isReady = {
    cv: cv.phase === 'chosen' || cv.phase === 'done',
    video: video.phase !== 'checking',
  };

  switch (step) {
    case 'courses':
      return (
        <StepForm {...stepProps} isIncomplete={courses.length === 0} key={step}>
          <CourseSelection selected={courses} onSelect={setCourses} removesWithdrawn />
        </StepForm>
      );
    case 'cv':
      return (
        <StepForm {...stepProps} isIncomplete={!isReady.cv} key={step}>
          <FileUpload upload={files.cv} />
        </StepForm>
      );
    case 'video':
      return (
        <>
          <StepForm
            {...stepProps}
            isIncomplete={!isReady.video}
            key={step}
            nextLabel={t('submit')}
            onNext={() => {
              setIsAgreementOpen(true);
            }}
          >
            <FileUpload upload={files.video} />
          </StepForm>
          <TermsAgreement
            onAgree={() => {
              setIsAgreementOpen(false);
              void registerAs('teacher', async () => ({ courses, ...(await sendFiles(files)) }));
            }}
            onCancel={() => {
              setIsAgreementOpen(false);
            }}
            open={isAgreementOpen}
          />
        </>
      );
  }
}
