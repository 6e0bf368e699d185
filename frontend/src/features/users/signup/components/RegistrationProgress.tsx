import { useTranslation } from 'react-i18next';
import { FileProgress } from '#entities/upload/FileProgress.tsx';
import { useUpload } from '#entities/upload/useUpload.ts';
import { Spinner } from '#ui/Spinner.tsx';
import type { TeacherFiles } from '../teacherFiles.ts';
import { ProofProgress } from './ProofProgress.tsx';
import styles from './Step.module.css';
import { StepTitle } from './StepTitle.tsx';

interface RegistrationProgressProps {
  files: TeacherFiles;
  isProving: boolean;
}

/** The progress of a registration with files: the CV, the video, then the registration. */
export function RegistrationProgress({
  files: { cv, video },
  isProving,
}: RegistrationProgressProps) {
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
