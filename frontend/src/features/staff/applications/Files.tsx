import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, FileForReview } from './api.ts';
import styles from './Files.module.css';

/** The CV to download, and the video to play: both only when the server has given their URL. */
export function Files({ application: { curriculum, video } }: { application: Application }) {
  const { t } = useTranslation('staffApplications');
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      {curriculum?.url ? (
        <Button component="a" href={curriculum.url} rel="noreferrer" variant="outlined">
          <span>{t('files.openCv')}</span>
          <bdi className={styles.name}>{curriculum.name}</bdi>
        </Button>
      ) : (
        <Missing file={curriculum} missing={t('files.noCv')} name={t('files.cv')} />
      )}
      {video?.url ? (
        <Video label={t('files.video')} url={video.url} />
      ) : (
        <Missing file={video} missing={t('files.noVideo')} name={t('files.video')} />
      )}
    </Stack>
  );
}

interface MissingProps {
  file: FileForReview | null;
  name: string;
  missing: string;
}

/** Why there is nothing to open. */
function Missing({ file, name, missing }: MissingProps) {
  const { t } = useTranslation('staffApplications');
  if (!file?.withheld) {
    return <Typography color="text.secondary">{missing}</Typography>;
  }
  return (
    <Alert severity={file.withheld === 'infected' ? 'error' : 'info'}>
      <strong>{name}</strong>
      <br />
      <span>{t(`files.withheld.${file.withheld}`)}</span>
    </Alert>
  );
}

function Video({ url, label }: { url: string; label: string }) {
  const { t } = useTranslation('staffApplications');
  // Each answer has another URL for the same file, which would restart the video. Most begin with a black frame.
  const [source] = useState(`${url}#t=0.1`);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return <Alert severity="warning">{t('files.unplayable')}</Alert>;
  }
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- nobody has written captions for what a user uploads
    <video
      aria-label={label}
      className={styles.video}
      controls
      onError={() => {
        setIsBroken(true);
      }}
      playsInline
      preload="metadata"
      src={source}
    />
  );
}
