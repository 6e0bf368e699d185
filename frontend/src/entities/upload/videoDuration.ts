import { openVideo } from './openVideo.ts';

/**
 * Reads the duration of a video in seconds. Undefined when the browser cannot play it, or would have to read
 * all of it; the server checks it too.
 */
export function readDuration(file: File): Promise<number | undefined> {
  return openVideo<number>(file, 'metadata', (video, resolve) => {
    video.onloadedmetadata = () => {
      resolve(Number.isFinite(video.duration) ? video.duration : undefined);
    };
  });
}
