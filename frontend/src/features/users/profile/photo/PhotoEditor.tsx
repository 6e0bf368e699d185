import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileError } from '#entities/upload/FileError.tsx';
import { photoTransfer } from '#entities/upload/fileKinds.ts';
import type { Area } from '#entities/upload/shrinkPhoto.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import type { StoredFile } from '../files/profileFiles.ts';
import { PhotoCrop } from './PhotoCrop.tsx';
import { PhotoExtent, type Extent } from './PhotoExtent.tsx';
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

/** Keeps a photo whole (spec §5, Files) or crops it, uploads it and saves it. A retry does not upload it again. */
export function PhotoEditor({ file, url, save, onSaved, onBusy, onBack }: PhotoEditorProps) {
  const { t } = useTranslation('profileFiles');
  const [extent, setExtent] = useState<Extent>('whole');
  const [cropped, setCropped] = useState<Area>();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const uploaded = useRef<{ area: Area | undefined; stored: StoredFile }>(undefined);
  const hint = useRef<HTMLParagraphElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    hint.current?.focus();
  }, []);

  /** Without an area, the whole photo. */
  const upload = async (area: Area | undefined): Promise<StoredFile> => {
    if (!uploaded.current || uploaded.current.area !== area) {
      const stored = await photoTransfer(file, area).run(transferOptions);
      uploaded.current = { area, stored };
    }
    return uploaded.current.stored;
  };

  const onBroken = () => {
    setFailure(new ApiError({ code: 'image_compression_failed', status: 0 }));
  };

  const confirm = async (area: Area | undefined) => {
    setIsSaving(true);
    onBusy(true);
    setFailure(undefined);
    try {
      await save(await upload(area));
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
        {t(extent === 'part' ? 'photo.hint' : 'photo.wholeHint')}
      </p>
      <PhotoExtent extent={extent} isDisabled={isSaving} onChange={setExtent} />
      {extent === 'part' ? (
        <PhotoCrop onArea={setCropped} onBroken={onBroken} url={url} />
      ) : (
        <img alt={t('photo.whole')} className={styles.whole} onError={onBroken} src={url} />
      )}
      <FileError failure={failure} />
      <div className={styles.actions}>
        <Button busy={isSaving} variant="outlined" onClick={onBack}>
          {t('photo.another')}
        </Button>
        <Button
          busy={isSaving}
          disabled={extent === 'part' && !cropped}
          onClick={() => void confirm(extent === 'part' ? cropped : undefined)}
        >
          {t('photo.save')}
        </Button>
      </div>
    </div>
  );
}

/** A small photo is sent too fast to show progress or to cancel. */
const transferOptions = { signal: new AbortController().signal, onProgress: () => undefined };
