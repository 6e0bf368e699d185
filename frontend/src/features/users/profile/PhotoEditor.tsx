import { useEffect, useRef, useState, useId } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import 'react-easy-crop/react-easy-crop.css';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { FileError } from '#entities/upload/FileProgress.tsx';
import { photoTransfer } from '#entities/upload/fileKinds.ts';
import type { Area } from '#entities/upload/media.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import type { StoredFile } from './profileValues.ts';
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
  const [isBroken, setIsBroken] = useState(false);
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
    setIsBroken(true);
  };

  const saving = useAction(
    async (area: Area | undefined) => {
      setIsBroken(false);
      onBusy(true);
      try {
        await save(await upload(area));
      } finally {
        onBusy(false);
      }
    },
    { onDone: onSaved, onFailed: ignore },
  );
  const failure = isBroken
    ? new ApiError({ code: 'image_compression_failed', status: 0 })
    : saving.error;

  return (
    <div className={styles.editor}>
      <p className={styles.hint} ref={hint} tabIndex={-1}>
        {t(extent === 'part' ? 'photo.hint' : 'photo.wholeHint')}
      </p>
      <PhotoExtent extent={extent} isDisabled={saving.isPending} onChange={setExtent} />
      {extent === 'part' ? (
        <PhotoCrop onArea={setCropped} onBroken={onBroken} url={url} />
      ) : (
        <img alt={t('photo.whole')} className={styles.whole} onError={onBroken} src={url} />
      )}
      <FileError failure={failure} />
      <div className={styles.actions}>
        <Button busy={saving.isPending} variant="outlined" onClick={onBack}>
          {t('photo.another')}
        </Button>
        <Button
          busy={saving.isPending}
          disabled={extent === 'part' && !cropped}
          onClick={() => {
            saving.mutate(extent === 'part' ? cropped : undefined);
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

/** All of a photo, or a square part of it. */
type Extent = (typeof EXTENTS)[number];

const EXTENTS = ['whole', 'part'] as const;

interface PhotoExtentProps {
  extent: Extent;
  isDisabled: boolean;
  onChange: (extent: Extent) => void;
}

function PhotoExtent({ extent, isDisabled, onChange }: PhotoExtentProps) {
  const { t } = useTranslation('profileFiles');
  const name = useId();
  return (
    <fieldset className={styles.extents} disabled={isDisabled}>
      <legend className="visually-hidden">{t('photo.extent')}</legend>
      {EXTENTS.map((value) => (
        <label className={styles.extent} key={value}>
          <input
            checked={extent === value}
            name={name}
            onChange={() => {
              onChange(value);
            }}
            type="radio"
          />
          <span>{t(`photo.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.1;

/** The distance in pixels that an arrow key moves the photo. */
const KEY_STEP = 8;

interface PhotoCropProps {
  url: string;
  /** Called with the part of the photo inside the circle, in its own pixels. */
  onArea: (area: Area) => void;
  /** The browser cannot decode the picture. */
  onBroken: () => void;
}

/** Shows the cropped photo, and lets the user move and zoom it by pointer, touch or keys. */
function PhotoCrop({ url, onArea, onBroken }: PhotoCropProps) {
  const { t } = useTranslation('profileFiles');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const id = useId();

  return (
    <div className={styles.crop}>
      <div className={styles.stage} dir="ltr">
        <Cropper
          aspect={1}
          crop={crop}
          cropperProps={{ role: 'application', 'aria-label': t('photo.move') }}
          cropShape="round"
          disableAutomaticStylesInjection
          image={url}
          keyboardStep={KEY_STEP}
          maxZoom={MAX_ZOOM}
          mediaProps={{ onError: onBroken }}
          objectFit="cover"
          onCropChange={setCrop}
          onCropComplete={(_, area) => {
            onArea(area);
          }}
          onZoomChange={setZoom}
          showGrid={false}
          zoom={zoom}
        />
      </div>
      <label className={styles.zoom} htmlFor={id}>
        <span>{t('photo.zoom')}</span>
        <input
          className={styles.slider}
          id={id}
          max={MAX_ZOOM}
          min={1}
          onChange={(event) => {
            setZoom(event.target.valueAsNumber);
          }}
          step={ZOOM_STEP}
          type="range"
          value={zoom}
        />
      </label>
    </div>
  );
}
