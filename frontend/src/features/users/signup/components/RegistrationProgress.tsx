import { useTranslation } from 'react-i18next';
import { FileProgress } from '#entities/upload/FileProgress.tsx';
import { useUpload } from '#entities/upload/useUpload.ts';
import { Spinner } from '#ui/Spinner.tsx';
import type { TeacherFiles } from '../teacherFiles.ts';
import styles from './Step.module.css';
import { StepTitle } from './StepTitle.tsx';

/** The progress of a registration with files: the CV, the video, then the registration. */
export function RegistrationProgress({ files: { cv, video } }: { files: TeacherFiles }) {
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
      <div className={styles.registering} role="status">
        {hasAll && (
          <>
            <Spinner size={24} />
            {t('creatingUser')}
          </>
        )}
      </div>
    </div>
  );
}
