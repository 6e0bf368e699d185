import { useTranslation } from 'react-i18next';
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx';
import styles from '../ProfileDialog.module.css';
import { VideoPlayer } from './VideoPlayer.tsx';

interface VideoDialogProps {
  open: boolean;
  url: string;
  onClose: () => void;
}

/** Plays a video in a dialog. */
export function VideoDialog({ open, url, onClose }: VideoDialogProps) {
  const { t } = useTranslation('profileFiles');
  return (
    <TitledDialog
      head={styles.head}
      maxWidth="md"
      onClose={onClose}
      open={open}
      paper={styles.paper}
      title={t('video.title')}
    >
      <VideoPlayer label={t('video.title')} url={url} />
    </TitledDialog>
  );
}
