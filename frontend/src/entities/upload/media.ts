import { ApiError } from '#lib/apiError.ts';

/** The size and quality of an uploaded photo of a person (spec §9). */
const PERSON_SIDE = 800;
const QUALITY = 0.8;

/** The size of the photo of a paper, on which small letters stay readable, as on the server. */
export const PAPER_SIDE = 1600;

/** A part of a picture, in pixels of the upright picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Decodes a photo, upright. The browser recognizes its format by its content. Fails when it knows none that fits. */
export function decodePhoto(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file);
}

/** Returns the photo or a part of it, upright and scaled down. */
export async function shrinkPhoto(
  file: File,
  { area, longestSide = PERSON_SIDE }: { area?: Area | undefined; longestSide?: number } = {},
): Promise<File> {
  try {
    const picture = await decodePhoto(file);
    const { width, height } = area ?? picture;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    draw(canvas, picture, area ?? { x: 0, y: 0, width, height });
    picture.close();
    const name = `${file.name.replace(/\.\w+$/, '')}.jpg`;
    return new File([await jpegOf(canvas)], name, { type: 'image/jpeg' });
  } catch {
    throw new ApiError({ code: 'image_compression_failed', status: 0 });
  }
}

/** On white, because JPEG has no transparency. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, area: Area): void {
  const { x, y, width, height } = area;
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('There is no canvas to draw on.');
  }
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) {
          resolve(blob);
        } else {
          reject(new Error('The picture cannot be written.'));
        }
      },
      'image/jpeg',
      QUALITY,
    );
  });
}

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
