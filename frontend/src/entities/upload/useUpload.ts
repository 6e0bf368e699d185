import { useSyncExternalStore } from 'react';
import type { Upload, UploadState } from './upload.ts';

/** The state of an upload. The component renders again when it changes. */
export function useUpload(upload: Upload): UploadState {
  return useSyncExternalStore(upload.subscribe, upload.state);
}
