import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../api/errorText.ts';
import { Notice } from '../../../components/Notice.tsx';
import { useSnackbar } from '../../../components/snackbar/snackbarContext.ts';
import { fileKinds } from '../../../components/upload/fileKinds.ts';
import { FileUpload } from '../../../components/upload/FileUpload.tsx';
import type { UploadedFile } from '../../../components/upload/transfer.ts';
import { Upload } from '../../../components/upload/upload.ts';
import { useUpload } from '../../../components/upload/useUpload.ts';
import type { FileField } from '../files.ts';
import { useFileChanges } from '../useFileChanges.ts';
import type { ProfileFiles } from '../useProfileFiles.ts';

interface FileReplacementProps {
  kind: 'cv' | 'video';
  field: FileField;
  files: ProfileFiles;
  onSaved: () => void;
}

/** Takes a file, sends it at once and then saves it in the profile. A file that has been sent is not sent again. */
export function FileReplacement({ kind, field, files, onSaved }: FileReplacementProps) {
  const { t } = useTranslation('profileFiles');
  const errorText = useErrorText();
  const { showSuccess } = useSnackbar();
  const { replace } = useFileChanges(files);
  const [upload] = useState(() => new Upload(fileKinds[kind]));
  const [failure, setFailure] = useState<unknown>();
  const hasFile = useUpload(upload).file !== undefined;

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
    // What goes wrong on the way is said, and tried again, where the file is.
    upload.send().then(save, () => undefined);
  };

  return (
    <>
      <FileUpload onChosen={send} onRetry={send} upload={upload} />
      {failure !== undefined && (
        <Notice onRetry={send} reason={errorText(failure)} title={t(`${kind}.saveFailed`)} />
      )}
    </>
  );
}
