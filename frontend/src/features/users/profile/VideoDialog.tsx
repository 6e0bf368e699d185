import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import profileDialogStyles from './ProfileDialog.module.css';
import styles from './VideoDialog.module.css';

interface VideoDialogProps {
  open: boolean;
  url: string;
  onClose: () => void;
}

export function VideoDialog({ open, url, onClose }: VideoDialogProps) {
  const { t } = useTranslation('profileFiles');
  return (
    <AppDialog
      head={profileDialogStyles.head}
      maxWidth="md"
      onClose={onClose}
      open={open}
      paper={profileDialogStyles.paper}
      title={t('video.title')}
    >
      <VideoPlayer label={t('video.title')} url={url} />
    </AppDialog>
  );
}

/** The codes of `MediaError` for a video that was loaded and cannot be played. */
const UNPLAYABLE: unknown[] = [MediaError.MEDIA_ERR_DECODE, MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED];

interface VideoPlayerProps {
  label: string;
  url: string;
}

/** Plays a video with the browser's own controls, which are accessible and translated, but without its download. */
function VideoPlayer({ label, url }: VideoPlayerProps) {
  const { t } = useTranslation('profileFiles');
  const element = useRef<HTMLVideoElement>(null);
  // Every response has another URL for the same file, which would restart the video.
  // From this moment on, so that the browser shows a frame before the video plays: most begin with a black one.
  const [source] = useState(`${url}#t=0.1`);
  const [failure, setFailure] = useState<'unplayable' | 'failed'>();

  // The player's keys need the focus.
  useEffect(() => {
    element.current?.focus();
  }, []);

  if (failure) {
    return (
      <p className={styles.notice} role="alert">
        <Icon className={styles.icon} name="warning" />
        <span>{t(`video.${failure}`)}</span>
      </p>
    );
  }
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- nobody has written captions for what a user uploads
    <video
      aria-label={label}
      className={styles.video}
      controls
      controlsList="nodownload"
      onContextMenu={preventDefault}
      onError={({ currentTarget: { error } }) => {
        setFailure(UNPLAYABLE.includes(error?.code) ? 'unplayable' : 'failed');
      }}
      playsInline
      preload="metadata"
      ref={element}
      src={source}
    >
      {t('video.unsupported')}
    </video>
  );
}

/** The context menu of a video offers a download. */
function preventDefault(event: MouseEvent): void {
  event.preventDefault();
}
