import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import type { Area } from '#entities/upload/shrinkPhoto.ts';
import 'react-easy-crop/react-easy-crop.css';
import styles from './PhotoCrop.module.css';

/** The maximum zoom. */
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
export function PhotoCrop({ url, onArea, onBroken }: PhotoCropProps) {
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
