import { useEffect, useState } from 'react';
import {
  cancelUnfinishedUpload,
  findContinuableUpload,
  type ContinuableUpload,
} from './unfinishedUpload.ts';
import type { Upload } from './upload.ts';

/** The unfinished upload of a form, until it continues or is cancelled. */
export function useUnfinishedUpload(upload: Upload) {
  const [unfinished, setUnfinished] = useState<ContinuableUpload>();
  const { formKey } = upload;

  useEffect(() => {
    let isCurrent = true;
    if (formKey !== undefined && upload.state().phase === 'empty') {
      void findContinuableUpload(formKey).then((found) => {
        if (isCurrent && upload.state().phase === 'empty') {
          setUnfinished(found);
        }
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [formKey, upload]);

  return {
    unfinished,
    continueUpload: () => {
      if (unfinished) {
        upload.continue(unfinished);
      }
      setUnfinished(undefined);
    },
    cancel: () => {
      if (unfinished && formKey !== undefined) {
        void cancelUnfinishedUpload(formKey, unfinished);
      }
      setUnfinished(undefined);
    },
  };
}
