import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CloseOnFailure } from '#ui/lazy/loadFailures.tsx';

const VideoDialog = lazyComponent(async () => (await import('./VideoDialog.tsx')).VideoDialog, {
  Failed: CloseOnFailure,
});

/** A button that plays the video in a dialog. */
export function VideoView({ url }: { url: string }) {
  const { t } = useTranslation('profileFiles');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        variant="outlined"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Icon name="play" size={18} />
        <span>{t('video.watch')}</span>
      </Button>
      <VideoDialog
        onClose={() => {
          setIsOpen(false);
        }}
        open={isOpen}
        url={url}
      />
    </>
  );
}
