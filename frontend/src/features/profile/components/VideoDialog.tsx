import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/IconButton.tsx';
import { MuiProvider } from '../../../theme/MuiProvider.tsx';
import styles from './ProfileDialog.module.css';
import { VideoPlayer } from './VideoPlayer.tsx';

interface VideoDialogProps {
  open: boolean;
  url: string;
  onClose: () => void;
}

/** Shows a video. MUI gives the focus back to the button that led here. */
export function VideoDialog({ open, url, onClose }: VideoDialogProps) {
  const { t } = useTranslation(['profileFiles', 'common']);
  const title = useId();
  return (
    <MuiProvider>
      <Dialog
        aria-labelledby={title}
        fullWidth
        maxWidth="md"
        onClose={onClose}
        open={open}
        slotProps={{ paper: { className: styles['paper'] ?? '' } }}
      >
        <div className={styles['head']}>
          <h2 className={styles['title']} id={title}>
            {t('video.title')}
          </h2>
          <IconButton icon="close" label={t('common:close')} onClick={onClose} />
        </div>
        <VideoPlayer label={t('video.title')} url={url} />
      </Dialog>
    </MuiProvider>
  );
}
