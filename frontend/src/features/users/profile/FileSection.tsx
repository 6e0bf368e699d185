import { useEffect, useId, useRef, useState, type ComponentType, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseMutationResult } from '@tanstack/react-query';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import type { UploadedFile } from '#entities/upload/api.ts';
import { Upload, useUpload } from '#entities/upload/upload.ts';
import type { User } from '#entities/user/user.ts';
import { readUnfinishedUpload } from '#lib/unfinishedUploads.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useFileChanges } from './saveProfile.ts';
import { fileOf, type FileField, type ProfileFiles } from './profileValues.ts';
import styles from './FileSection.module.css';

interface FileSectionProps {
  kind: 'cv' | 'video';
  field: FileField;
  user: User;
  files: ProfileFiles;
  /** Shows the current file. */
  View: ComponentType<{ url: string }>;
}

/** One file of a teacher: shows it, and replaces it after a confirmation (spec §2, Profile). */
export function FileSection({ kind, field, user, files, View }: FileSectionProps) {
  const { t } = useTranslation('profileFiles');
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const file = fileOf(user, field);
  const formKey = `profile-${field}-${user._id}`;
  const { showSuccess } = useSnackbar();
  const { replace } = useFileChanges(files);
  const saving = useAction((uploaded: UploadedFile) => replace(field, uploaded), {
    onDone: () => {
      showSuccess(t(`${kind}.saved`));
      closeReplacement();
    },
    onFailed: ignore,
  });

  // The panel offers to continue an upload that a closed page has interrupted.
  useEffect(() => {
    let isCurrent = true;
    void readUnfinishedUpload(formKey).then((stored) => {
      if (isCurrent && stored) {
        setIsOpen(true);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [formKey]);

  const startReplacement = () => {
    if (files.canBegin()) {
      setIsConfirming(file !== null);
      setIsOpen(file === null);
    }
  };

  const closeReplacement = () => {
    const { activeElement } = document;
    setIsOpen(false);
    // The focus stays where the user has moved it meanwhile.
    if (activeElement === document.body || section.current?.contains(activeElement)) {
      toggle.current?.focus();
    }
  };

  return (
    <section aria-labelledby={id} className={styles.section} ref={section}>
      <h2 className={styles.title} id={id}>
        {t(`${kind}.title`)}
      </h2>
      <p className={styles.text}>{t(file ? `${kind}.text` : `${kind}.none`)}</p>
      {file?.status && <p className={styles.status}>{t(`${kind}.${file.status}`)}</p>}
      <div className={styles.actions}>
        {file && file.status !== 'refused' && <View url={file.url} />}
        <Button
          aria-expanded={isOpen}
          busy={saving.isPending}
          variant="outlined"
          onClick={() => {
            if (isOpen) {
              setIsOpen(false);
            } else {
              startReplacement();
            }
          }}
          ref={toggle}
        >
          {t(isOpen ? `${kind}.cancel` : file ? `${kind}.replace` : `${kind}.add`)}
        </Button>
      </div>
      {isOpen && (
        <FileReplacement
          files={files}
          kind={kind}
          saving={saving}
          formKey={formKey}
          field={field}
        />
      )}
      <ConfirmDialog
        cancelLabel={t(`${kind}.keep`)}
        confirmLabel={t(`${kind}.choose`)}
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => {
          setIsConfirming(false);
          setIsOpen(true);
        }}
        open={isConfirming}
        title={t(`${kind}.question`)}
      >
        {t(`${kind}.warning`)}
      </ConfirmDialog>
    </section>
  );
}

interface FileReplacementProps {
  kind: 'cv' | 'video';
  field: FileField;
  files: ProfileFiles;
  /** Where a later page continues the upload. */
  formKey: string;
  /** Saves the uploaded file. Meanwhile it cannot be changed. */
  saving: Pick<UseMutationResult<void, Error, UploadedFile>, 'error' | 'mutate' | 'reset'>;
}

/** Takes a file, uploads it at once, and saves it in the profile. A retry does not upload it again. */
function FileReplacement({ kind, field, files, formKey, saving }: FileReplacementProps) {
  const { t } = useTranslation('profileFiles');
  const [upload] = useState(() => new Upload(fileKinds[kind], formKey));
  const { file: chosen, phase } = useUpload(upload);
  const hasFile = chosen !== undefined;
  const hasFailed = phase === 'done' && saving.error !== null;

  const setPending = useEffectEvent((isPending: boolean) => {
    files.setPending(field, isPending);
  });
  useEffect(() => {
    setPending(hasFile);
  }, [hasFile]);
  useEffect(
    () => () => {
      upload.remove();
      setPending(false);
    },
    [upload],
  );

  const send = () => {
    saving.reset();
    // The upload panel shows upload errors and retries.
    upload.send().then(
      (file) => {
        saving.mutate(file);
      },
      () => undefined,
    );
  };

  return (
    <>
      <FileUpload
        isSaving={phase === 'done' && !hasFailed}
        mayContinue={files.canBegin}
        onChosen={send}
        onRetry={send}
        upload={upload}
      />
      {hasFailed && <Notice error={saving.error} onRetry={send} title={t(`${kind}.saveFailed`)} />}
    </>
  );
}
