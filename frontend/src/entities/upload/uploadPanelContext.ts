import { createContext, use } from 'react';

/** The state that our components inside Amplify's uploader need. Its props cannot carry it. */
export interface UploadPanelState {
  /** The accessible name of the file input. */
  label: string;
  accept: string;
  /** The id of the element with the error of the last file. */
  errorId: string | undefined;
  hasFile: boolean;
  /** No other file can be chosen during an upload. */
  isDisabled: boolean;
  onFile: (file: File) => void;
}

export const UploadPanelContext = createContext<UploadPanelState | undefined>(undefined);

export function useUploadPanel(): UploadPanelState {
  const place = use(UploadPanelContext);
  if (!place) {
    throw new Error('`useUploadPanel` must be used inside `UploadPanelContext`.');
  }
  return place;
}
