import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { sendProof } from '#entities/my-courses/api.ts';
import type { UploadedFile } from '#entities/upload/api.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload, Upload, useUpload } from '#entities/upload/upload.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from './PlacePage.module.css';

interface SendProofProps {
  courseId: string;
  /** How many more files the user may send. */
  left: number;
  onSent: () => void;
}

/** Takes a photo or a PDF that shows a payment, uploads it, and sends it to the operator. A retry repeats what is missing. */
export function SendProof({ courseId, left, onSent }: SendProofProps) {
  const { t } = useTranslation('myPlace');
  const language = useLanguage();
  const id = useId();
  const { showSuccess } = useSnackbar();
  const [upload] = useState(() => new Upload(fileKinds.proof));
  const { phase, failure } = useUpload(upload);
  const sending = useAction((file: UploadedFile) => sendProof(courseId, file._id), {
    onDone: () => {
      showSuccess(t('proof.done'));
      upload.remove();
      onSent();
    },
    onFailed: ignore,
  });
  const hasFailed = phase === 'done' && sending.error !== null;

  const send = () => {
    sending.reset();
    // The upload panel shows upload errors and retries.
    upload.send().then(
      (file) => {
        sending.mutate(file);
      },
      () => undefined,
    );
  };

  return (
    <div aria-labelledby={id} className={styles.proofs} role="group">
      <h3 className={styles.subtitle} id={id}>
        {t('proof.title')}
      </h3>
      <p>{t('proof.text')}</p>
      <p>
        {t('proof.left', { number: intlFormat('NumberFormat', language.dates, {}).format(left) })}
      </p>
      <div className={styles.upload}>
        <FileUpload isSaving={phase === 'done' && !hasFailed} onRetry={send} upload={upload} />
      </div>
      {phase === 'chosen' && failure === undefined && (
        <Button onClick={send}>{t('proof.send')}</Button>
      )}
      {hasFailed && <Notice error={sending.error} onRetry={send} title={t('proof.failed')} />}
    </div>
  );
}
