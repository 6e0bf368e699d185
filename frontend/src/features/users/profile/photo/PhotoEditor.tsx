import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileError } from '#entities/upload/FileError.tsx';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import type { Area } from '#entities/upload/shrinkPhoto.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import type { StoredFile } from '../files/profileFiles.ts';
import { PhotoCrop } from './PhotoCrop.tsx';
import styles from './PhotoEditor.module.css';

interface PhotoEditorProps {
  file: File;
  /** The object URL of the file. */
  url: string;
  save: (stored: StoredFile) => Promise<void>;
  onSaved: () => void;
  onBusy: (isBusy: boolean) => void;
  /** To choose another photo. */
  onBack: () => void;
}

/** Crops a photo, uploads the part and saves it. A retry does not upload it again. */
export function PhotoEditor({ file, url, save, onSaved, onBusy, onBack }: PhotoEditorProps) {
  const { t } = useTranslation('profileFiles');
  const [area, setArea] = useState<Area>();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const uploaded = useRef<{ area: Area; stored: StoredFile }>(undefined);
  const hint = useRef<HTMLParagraphElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    hint.current?.focus();
  }, []);

  const upload = async (part: Area): Promise<StoredFile> => {
    if (uploaded.current?.area !== part) {
      const stored = await fileKinds.photo.transfer(file, part).run(transferOptions);
      uploaded.current = { area: part, stored };
    }
    return uploaded.current.stored;
  };

  const confirm = async (part: Area) => {
    setIsSaving(true);
    onBusy(true);
    setFailure(undefined);
    try {
      await save(await upload(part));
      onSaved();
    } catch (cause) {
      setFailure(cause);
    }
    setIsSaving(false);
    onBusy(false);
  };

  return (
    <div className={styles.editor}>
      <p className={styles.hint} ref={hint} tabIndex={-1}>
        {t('photo.hint')}
      </p>
      <PhotoCrop
        onArea={setArea}
        onBroken={() => {
          setFailure(new ApiError({ code: 'image_compression_failed', status: 0 }));
        }}
        url={url}
      />
      <FileError failure={failure} />
      <div className={styles.actions}>
        <Button busy={isSaving} variant="outlined" onClick={onBack}>
          {t('photo.another')}
        </Button>
        <Button
          busy={isSaving}
          disabled={!area}
          onClick={() => {
            if (area) {
              void confirm(area);
            }
          }}
        >
          {t('photo.save')}
        </Button>
      </div>
    </div>
  );
}

/** A small photo is sent too fast to show progress or to cancel. */
const transferOptions = { signal: new AbortController().signal, onProgress: () => undefined };
