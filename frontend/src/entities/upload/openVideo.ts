/** How long the browser may take to read what is asked of a video. */
const TIMEOUT_MS = 10_000;

/**
 * Opens a video in an element that no page shows, and releases both once `read` has its result. Undefined when the
 * browser cannot play the video, or takes too long.
 */
export async function openVideo<Result>(
  file: File,
  preload: 'metadata' | 'auto',
  read: (
    video: HTMLVideoElement,
    resolve: (result: Result | undefined | PromiseLike<Result | undefined>) => void,
  ) => void,
): Promise<Result | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    return await new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS);
      video.onerror = () => {
        resolve(undefined);
      };
      read(video, resolve);
      video.preload = preload;
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    // Until then, Chromium continues to read the file, and logs an error when its URL is revoked.
    video.load();
    URL.revokeObjectURL(url);
  }
}
