import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import type { UploadedFile } from '#entities/upload/transfer.ts';
import { Upload } from '#entities/upload/upload.ts';
import { useUpload } from '#entities/upload/useUpload.ts';
import { Notice } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import type { FileField, ProfileFiles } from './profileFiles.ts';
import { useFileChanges } from './useFileChanges.ts';

interface FileReplacementProps {
  kind: 'cv' | 'video';
  field: FileField;
  files: ProfileFiles;
  /** Where a later page continues the upload. */
  formKey: string;
  /** Called when saving starts and ends. Meanwhile the file cannot be changed. */
  onSaving: (isSaving: boolean) => void;
  onSaved: () => void;
}

/** Takes a file, uploads it at once, and saves it in the profile. A retry does not upload it again. */
export function FileReplacement({
  kind,
  field,
  files,
  formKey,
  onSaving,
  onSaved,
}: FileReplacementProps) {
  const { t } = useTranslation('profileFiles');
  const { showSuccess } = useSnackbar();
  const { replace } = useFileChanges(files);
  const [upload] = useState(() => new Upload(fileKinds[kind], formKey));
  const [failure, setFailure] = useState<unknown>();
  const { file: chosen, phase } = useUpload(upload);
  const hasFile = chosen !== undefined;
  const hasFailed = phase === 'done' && failure !== undefined;
  const isSaving = phase === 'done' && !hasFailed;

  const setPending = useEffectEvent((isPending: boolean) => {
    files.setPending(field, isPending);
  });
  useEffect(() => {
    setPending(hasFile);
  }, [hasFile]);
  useEffect(() => {
    onSaving(isSaving);
    return () => {
      onSaving(false);
    };
  }, [isSaving, onSaving]);
  useEffect(
    () => () => {
      upload.remove();
      setPending(false);
    },
    [upload],
  );

  const save = async (file: UploadedFile) => {
    try {
      await replace(field, file);
      showSuccess(t(`${kind}.saved`));
      onSaved();
    } catch (cause) {
      setFailure(cause);
    }
  };

  const send = () => {
    setFailure(undefined);
    // The upload panel shows upload errors and retries.
    upload.send().then(save, () => undefined);
  };

  return (
    <>
      <FileUpload
        isSaving={isSaving}
        mayContinue={files.canBegin}
        onChosen={send}
        onRetry={send}
        upload={upload}
      />
      {hasFailed && <Notice error={failure} onRetry={send} title={t(`${kind}.saveFailed`)} />}
    </>
  );
}
