import { openVideo } from './openVideo.ts';

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
