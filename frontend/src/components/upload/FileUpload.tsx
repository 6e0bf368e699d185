import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../part/lazyPart.tsx';
import { Notice } from '../Notice.tsx';
import type { FileUploadPanelProps } from './FileUploadPanel.tsx';

interface PartProps extends FileUploadPanelProps {
  open: boolean;
  onMissing: () => void;
}

const Panel = lazyPart<PartProps>(
  async () => (await import('./FileUploadPanel.tsx')).FileUploadPanel,
  ({ onMissing }) => {
    onMissing();
  },
);

/** A place for one file: it is dropped or picked here, and shows how it gets to the server. Fetched where there is one. */
export function FileUpload(props: FileUploadPanelProps) {
  const { t } = useTranslation();
  const [isMissing, setIsMissing] = useState(false);
  return (
    <>
      <Panel
        {...props}
        onMissing={() => {
          setIsMissing(true);
        }}
        open={!isMissing}
      />
      {isMissing && (
        <Notice
          onRetry={() => {
            setIsMissing(false);
          }}
          title={t('partFailed')}
        />
      )}
    </>
  );
}
