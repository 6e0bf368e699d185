import { useEffect, useState } from 'react';
import { dropUnfinished, findUnfinished, type UnfinishedUpload } from './unfinishedUpload.ts';
import type { Upload } from './upload.ts';

/** The upload that an earlier page has started, until it continues or is dropped. */
export function useUnfinishedUpload(upload: Upload) {
  const [unfinished, setUnfinished] = useState<UnfinishedUpload>();
  const { place } = upload;

  useEffect(() => {
    let isCurrent = true;
    if (place !== undefined && upload.state().phase === 'empty') {
      void findUnfinished(place).then((found) => {
        if (isCurrent && upload.state().phase === 'empty') {
          setUnfinished(found);
        }
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [place, upload]);

  return {
    unfinished,
    continueUpload: () => {
      if (unfinished) {
        upload.continue(unfinished);
      }
      setUnfinished(undefined);
    },
    drop: () => {
      if (unfinished && place !== undefined) {
        dropUnfinished(place, unfinished);
      }
      setUnfinished(undefined);
    },
  };
}
