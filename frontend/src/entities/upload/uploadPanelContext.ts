import { createContext, use } from 'react';

/** What the parts of Amplify's uploader that are ours have to know. It has no room for it in their props. */
export interface UploadPanelState {
  /** Says to assistive technology what is chosen here. */
  label: string;
  accept: string;
  /** The id of what is wrong with the last file, when something is. */
  errorId: string | undefined;
  hasFile: boolean;
  /** While a file is under way no other one can be chosen. */
  isDisabled: boolean;
  onFile: (file: File) => void;
}

export const UploadPanelContext = createContext<UploadPanelState | undefined>(undefined);

export function useUploadPanel(): UploadPanelState {
  const place = use(UploadPanelContext);
  if (!place) {
    throw new Error('This is a part of the panel for a file, and stands nowhere else.');
  }
  return place;
}
