import { useEffect, useState } from 'react';
import { Drawing } from '#ui/Icon.tsx';
import styles from './FileProgress.module.css';
import { posterFrame } from './posterFrame.ts';

const FILE_DRAWING = 'M7 3.5h7L19 8v12.5H7V3.5Zm7 0V8h5M10 12.5h6m-6 3.5h6';

interface FilePreviewProps {
  file: File;
  isVideo: boolean;
}

/** A frame of a video; an icon for other files, and for a video that the browser cannot play. */
export function FilePreview({ file, isVideo }: FilePreviewProps) {
  const [poster, setPoster] = useState<{ file: File; url: string }>();

  useEffect(() => {
    let url: string | undefined;
    let isCurrent = true;
    if (isVideo) {
      void posterFrame(file).then((frame) => {
        if (frame && isCurrent) {
          url = URL.createObjectURL(frame);
          setPoster({ file, url });
        }
      });
    }
    return () => {
      isCurrent = false;
      if (url) {
        URL.revokeObjectURL(url);
      }
    };
  }, [file, isVideo]);

  return poster?.file === file ? (
    <img alt="" className={styles.poster} src={poster.url} />
  ) : (
    <Drawing className={styles.icon} path={FILE_DRAWING} size={24} />
  );
}
