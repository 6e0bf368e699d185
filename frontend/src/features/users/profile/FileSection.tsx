import { useEffect, useId, useRef, useState, type ComponentType, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseMutationResult } from '@tanstack/react-query';
import { ignore, useAction } from '#entities/action/useAction.ts';
import type { UploadedFile } from '#entities/upload/api.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { Upload, useUpload } from '#entities/upload/upload.ts';
import type { User } from '#entities/user/api.ts';
import { readUnfinishedUpload } from '#entities/upload/unfinishedUploads.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { fileOf, type FileField, type ProfileFiles } from './profileValues.ts';
import { RemoveFile, useFileChanges } from './files.tsx';
import styles from './FileSection.module.css';

interface FileSectionProps {
  kind: 'cv' | 'video';
  field: FileField;
  user: User;
  files: ProfileFiles;
  View: ComponentType<{ url: string }>;
}

/** One file of a teacher: shows it, and replaces it after a confirmation (spec §2, Profile). The video is optional, and can be removed. */
export function FileSection({ kind, field, user, files, View }: FileSectionProps) {
  const { t } = useTranslation('profileFiles');
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const upload = files.uploads[field];
  const isOpen = upload !== undefined;
  const file = fileOf(user, field);
  const formKey = `profile-${field}-${user._id}`;
  const { showSuccess } = useSnackbar();
  const { replace, remove } = useFileChanges(files);
  const saving = useAction((uploaded: UploadedFile) => replace(field, uploaded), {
    onDone: () => {
      showSuccess(t(`${kind}.saved`));
      closeReplacement();
    },
    onFailed: ignore,
  });

  const openReplacement = () => {
    files.setUpload(field, new Upload(fileKinds[kind], formKey));
  };
  const openInterrupted = useEffectEvent(openReplacement);
  // The panel offers to continue an upload that a closed page has interrupted.
  useEffect(() => {
    let isCurrent = true;
    void readUnfinishedUpload(formKey).then((stored) => {
      if (isCurrent && stored) {
        openInterrupted();
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [formKey]);

  const startReplacement = () => {
    if (!files.canBegin()) {
      return;
    }
    if (file) {
      setIsConfirming(true);
    } else {
      openReplacement();
    }
  };

  const closeReplacement = () => {
    const { activeElement } = document;
    files.setUpload(field, undefined);
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
              files.setUpload(field, undefined);
            } else {
              startReplacement();
            }
          }}
          ref={toggle}
        >
          {t(isOpen ? `${kind}.cancel` : file ? `${kind}.replace` : `${kind}.add`)}
        </Button>
        {kind === 'video' && file && file.status !== 'refused' && !isOpen && (
          <RemoveFile
            kind={kind}
            onRemoved={() => {
              showSuccess(t('video.removed'));
              toggle.current?.focus();
            }}
            remove={() => remove(file)}
          />
        )}
      </div>
      {upload && (
        <FileReplacement kind={kind} mayContinue={files.canBegin} saving={saving} upload={upload} />
      )}
      <ConfirmDialog
        cancelLabel={t(`${kind}.keep`)}
        confirmLabel={t(`${kind}.choose`)}
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => {
          setIsConfirming(false);
          openReplacement();
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
  upload: Upload;
  mayContinue: () => boolean;
  /** Saves the uploaded file. Meanwhile it cannot be changed. */
  saving: Pick<UseMutationResult<void, Error, UploadedFile>, 'error' | 'mutate' | 'reset'>;
}

/** Takes a file, uploads it at once, and saves it in the profile. A retry does not upload it again. */
function FileReplacement({ kind, upload, mayContinue, saving }: FileReplacementProps) {
  const { t } = useTranslation('profileFiles');
  const { phase } = useUpload(upload);
  const hasFailed = phase === 'done' && saving.error !== null;

  useEffect(
    () => () => {
      upload.remove();
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
        mayContinue={mayContinue}
        onChosen={send}
        onRetry={send}
        upload={upload}
      />
      {hasFailed && <Notice error={saving.error} onRetry={send} title={t(`${kind}.saveFailed`)} />}
    </>
  );
}
