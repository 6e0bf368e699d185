import { ApiError } from '#lib/apiError.ts';

/** The size and quality of an uploaded photo (spec §9). */
const MAX_SIDE = 800;
const QUALITY = 0.8;

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
export async function shrinkPhoto(file: File, area?: Area): Promise<File> {
  try {
    const picture = await decodePhoto(file);
    const { width, height } = area ?? picture;
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
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
