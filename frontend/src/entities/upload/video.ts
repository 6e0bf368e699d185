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

/** Where the frame is in the video: many begin with a black one. */
const FRAME_SECONDS = 0.5;

/** The width of the frame, in pixels. */
const WIDTH = 160;

/** Draws a frame of a video, as a JPEG. Undefined when the browser cannot play the video. */
export function posterFrame(file: File): Promise<Blob | undefined> {
  return openVideo<Blob>(file, 'auto', (video, resolve) => {
    video.muted = true;
    video.playsInline = true;
    video.onloadeddata = () => {
      video.currentTime = Math.min(FRAME_SECONDS, video.duration / 2 || 0);
    };
    video.onseeked = () => {
      resolve(drawn(video));
    };
  });
}

function drawn(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.max(1, Math.round((WIDTH * video.videoHeight) / (video.videoWidth || 1)));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => {
      resolve(blob ?? undefined);
    }, 'image/jpeg');
  });
}

/** How long the browser may take to read what is asked of a video. */
const TIMEOUT_MS = 10_000;

/**
 * Opens a video in an element that no page shows, and releases both once `read` has its result. Undefined when the
 * browser cannot play the video, or takes too long.
 */
async function openVideo<Result>(
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
