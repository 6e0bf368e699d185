/** How long reading the duration may take. */
const TIMEOUT_MS = 10_000;

/**
 * Reads the duration of a video in seconds. Undefined when the browser cannot play it, or would have to read
 * all of it; the server checks it too.
 */
export async function readDuration(file: File): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    return await new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS);
      video.onerror = () => {
        resolve(undefined);
      };
      video.onloadedmetadata = () => {
        resolve(Number.isFinite(video.duration) ? video.duration : undefined);
      };
      video.preload = 'metadata';
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
