import { Suspense } from 'react';
import { lazyStep } from '#ui/lazy/lazyStep.tsx';
import { withWords } from '#ui/lazy/withWords.ts';
import type { FileUploadPanelProps } from './FileUploadPanel.tsx';

const Panel = lazyStep(
  withWords(['upload'], async () => (await import('./FileUploadPanel.tsx')).FileUploadPanel),
);

/** A place for one file: it is dropped or picked here, and shows how it gets to the server. Fetched where there is one. */
export function FileUpload(props: FileUploadPanelProps) {
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
