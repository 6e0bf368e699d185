import { useSyncExternalStore } from 'react';
import type { Upload, UploadState } from './upload.ts';

/** How it stands with a file; the component renders again when that changes. */
export function useUpload(upload: Upload): UploadState {
  return useSyncExternalStore(upload.subscribe, upload.state);
}
