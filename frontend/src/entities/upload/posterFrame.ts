/** Where the frame is in the video: many begin with a black one. */
const FRAME_SECONDS = 0.5;

/** The width of the frame, in pixels. */
const WIDTH = 160;

const TIMEOUT_MS = 10_000;

/** Draws a frame of a video, as a JPEG. Undefined when the browser cannot play the video. */
export async function posterFrame(file: File): Promise<Blob | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    const hasFrame = await new Promise<boolean>((resolve) => {
      setTimeout(resolve, TIMEOUT_MS, false);
      video.onerror = () => {
        resolve(false);
      };
      video.onseeked = () => {
        resolve(true);
      };
      video.onloadeddata = () => {
        video.currentTime = Math.min(FRAME_SECONDS, video.duration / 2 || 0);
      };
      video.muted = true;
      video.playsInline = true;
      video.preload = 'auto';
      video.src = url;
    });
    return hasFrame ? await drawn(video) : undefined;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
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
