import { createContext, use } from 'react';

/** What the parts of Amplify's uploader that are ours have to know. It has no room for it in their props. */
export interface UploadPlace {
  /** Says to assistive technology what is chosen here. */
  label: string;
  accept: string;
  /** The id of what is wrong with the last file, when something is. */
  errorId: string | undefined;
  hasFile: boolean;
  /** While a file is under way no other one can be chosen. */
  isClosed: boolean;
  onFile: (file: File) => void;
}

export const UploadContext = createContext<UploadPlace | undefined>(undefined);

export function useUploadPlace(): UploadPlace {
  const place = use(UploadContext);
  if (!place) {
    throw new Error('This is a part of the panel for a file, and stands nowhere else.');
  }
  return place;
}
