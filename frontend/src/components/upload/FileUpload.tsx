import { Suspense } from 'react';
import { lazyStep } from '../part/lazyStep.tsx';
import type { FileUploadPanelProps } from './FileUploadPanel.tsx';

const Panel = lazyStep(async () => (await import('./FileUploadPanel.tsx')).FileUploadPanel);

/** A place for one file: it is dropped or picked here, and shows how it gets to the server. Fetched where there is one. */
export function FileUpload(props: FileUploadPanelProps) {
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
