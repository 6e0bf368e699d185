import { describe, expect, it, vi } from 'vitest';
import { shrinkPhoto } from './media.ts';

/** jsdom neither decodes pictures nor draws. Returns what is drawn, and how it is written. */
function stubPicture(width: number, height: number) {
  const drawImage = vi.fn();
  const context = { fillRect: () => undefined, drawImage } as unknown as CanvasRenderingContext2D;
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width, height, close: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  toBlob.mockImplementation(function (this: HTMLCanvasElement, callback) {
    callback(new Blob([`${String(this.width)} × ${String(this.height)}`]));
  });
  return { drawImage, toBlob };
}

const photo = new File(['?'], 'me.at.home.png');

describe('a photo', () => {
  it.each([
    [1600, 1200, '800 × 600'],
    [801, 1602, '400 × 800'],
    [5000, 1, '800 × 1'],
    [400, 300, '400 × 300'],
  ])('of %i × %i pixels is written with %s', async (width, height, size) => {
    stubPicture(width, height);
    await expect((await shrinkPhoto(photo)).text()).resolves.toBe(size);
  });

  it('is a JPEG file of the quality 0.8', async () => {
    const { toBlob } = stubPicture(800, 800);
    const file = await shrinkPhoto(photo);
    expect(toBlob).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 'image/jpeg', 0.8);
    expect(file).toMatchObject({ name: 'me.at.home.jpg', type: 'image/jpeg' });
  });

  it('is cut to an area', async () => {
    const { drawImage } = stubPicture(4000, 3000);
    const file = await shrinkPhoto(photo, {
      area: { x: 100, y: 200, width: 1000, height: 1000 },
    });
    await expect(file.text()).resolves.toBe('800 × 800');
    const drawn = [100, 200, 1000, 1000, 0, 0, 800, 800];
    expect(drawImage).toHaveBeenCalledExactlyOnceWith(expect.anything(), ...drawn);
  });
});
