import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MyCourse, sendProof } from '#entities/my-courses/api.ts';
import { Quotation } from '#entities/my-courses/CourseState.tsx';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ignore, useAction } from '#entities/action/useAction.ts';
import type { UploadedFile } from '#entities/upload/api.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { Upload, useUpload } from '#entities/upload/upload.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import styles from './PlacePage.module.css';

interface ProofsProps {
  courseId: string;
  place: NonNullable<MyCourse['place']>;
}

/** What the user has sent to show a payment, and what else they can send while the place waits for it. */
export function Proofs({ courseId, place: { proofs = [], proofsLeft } }: ProofsProps) {
  const { t } = useTranslation(['myPlace', 'myCourses']);
  const { dates } = useLanguage();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      {proofs.length > 0 && (
        <div className={styles.proofs} ref={list} tabIndex={-1}>
          <h3 className={styles.subtitle} id={id}>
            {t('proof.list')}
          </h3>
          <ul aria-labelledby={id}>
            {proofs.map(({ name, state, sentAt, reason }, index) => (
              <li key={index}>
                <p className={styles.receipt}>
                  <bdi>{name}</bdi>
                  <span>{t('proof.sentOn', { date: formatDate(dates, new Date(sentAt)) })}</span>
                  <span className={styles.strong}>{t(`proof.states.${state}`)}</span>
                </p>
                {reason && <Quotation label={t('myCourses:reason')} text={reason} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      {proofsLeft === 0 && <p>{t('proof.noneLeft')}</p>}
      {proofsLeft !== undefined && proofsLeft > 0 && (
        <SendProof
          courseId={courseId}
          left={proofsLeft}
          onSent={() => {
            // The button that sent the file is gone.
            list.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface SendProofProps {
  courseId: string;
  /** How many more files the user may send. */
  left: number;
  onSent: () => void;
}

/** Takes a photo or a PDF that shows a payment, uploads it, and sends it to the operator. A retry repeats what is missing. */
function SendProof({ courseId, left, onSent }: SendProofProps) {
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
