/** How long a browser may take to find out. */
const TIMEOUT_MS = 10_000;

/**
 * Reads from a video how many seconds it has. A browser that cannot play it, or not without reading all of it, leaves
 * that to the server.
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
