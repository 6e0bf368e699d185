import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { FileError } from '#entities/upload/FileError.tsx';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import type { Area } from '#entities/upload/shrinkPhoto.ts';
import type { StoredFile } from '../profileFiles.ts';
import { PhotoCrop } from './PhotoCrop.tsx';
import styles from './PhotoEditor.module.css';

interface PhotoEditorProps {
  file: File;
  /** Where the browser has it. */
  url: string;
  save: (stored: StoredFile) => Promise<void>;
  onSaved: () => void;
  onBusy: (isBusy: boolean) => void;
  /** To another photo. */
  onBack: () => void;
}

/** Which part of a photo it shall be. That part is sent, and then saved; a photo that has been sent is not sent again. */
export function PhotoEditor({ file, url, save, onSaved, onBusy, onBack }: PhotoEditorProps) {
  const { t } = useTranslation('profileFiles');
  const [area, setArea] = useState<Area>();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const sent = useRef<{ area: Area; stored: StoredFile }>(undefined);
  const hint = useRef<HTMLParagraphElement>(null);

  // The button that led here is gone.
  useEffect(() => {
    hint.current?.focus();
  }, []);

  const send = async (part: Area): Promise<StoredFile> => {
    if (sent.current?.area !== part) {
      const stored = await fileKinds.photo.transfer(file, part).run(untilItIsDone);
      sent.current = { area: part, stored };
    }
    return sent.current.stored;
  };

  const confirm = async (part: Area) => {
    setIsSaving(true);
    onBusy(true);
    setFailure(undefined);
    try {
      await save(await send(part));
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
        <Button busy={isSaving} look="outlined" onClick={onBack}>
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

/** A small photo has left before anybody could watch it go, or call it back. */
const untilItIsDone = { signal: new AbortController().signal, onProgress: () => undefined };
