import { test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { access, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Cache of the generated files that the journeys of this checkout upload. */
const folder = resolve(import.meta.dirname, '../../../.local/journey-files');

/** A minimal PDF. */
export const CV = {
  name: 'Amina Benali – سيرة.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
};

/** Writes a file to the output folder of the running test, and returns its path. For APIs that accept only paths. */
export async function writeTestFile({
  name,
  buffer,
}: {
  name: string;
  buffer: Buffer;
}): Promise<string> {
  const file = test.info().outputPath(name);
  await writeFile(file, buffer);
  return file;
}

interface VideoOptions {
  seconds: number;
  /** Constant bit rate, which makes a few seconds some megabytes large. The unit is ffmpeg's: `7M` are 7 Mbit/s. */
  rate?: string;
}

/** A video of four parts. */
export const LARGE_VIDEO: VideoOptions = { seconds: 20, rate: '7M' };

/** A video of one part. */
export const SMALL_VIDEO: VideoOptions = { seconds: 2 };

/** Returns the path of a video that a browser can play. */
export async function videoFile({ seconds, rate = '200k' }: VideoOptions): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-t', `${seconds}`];
  const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast'];
  const filled = ['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate];
  return cachedFile(`${seconds}s-${rate}.mp4`, [
    ...[...picture, ...coding, ...filled],
    ...['-x264-params', 'nal-hrd=cbr'],
  ]);
}

/** Returns the path of a photo of 1600 by 1000 pixels. */
export async function photoFile(): Promise<string> {
  return cachedFile('photo.jpg', ['-f', 'lavfi', '-i', 'testsrc=size=1600x1000', '-frames:v', '1']);
}

/** Returns the path of a photo in a format that the server does not accept, and the browser can decode. */
export async function unusualPhotoFile(format: 'avif' | 'bmp'): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=400x200', '-frames:v', '1'];
  const coding = format === 'avif' ? ['-c:v', 'libaom-av1', '-still-picture', '1'] : [];
  return cachedFile(`photo.${format}`, [...picture, ...coding]);
}

/** Returns the path of a file that ffmpeg generates with these options. */
async function cachedFile(name: string, options: string[]): Promise<string> {
  const file = join(folder, name);
  try {
    await access(file);
  } catch {
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${process.pid}-${name}`);
    const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
    await run(ffmpeg, ['-loglevel', 'error', '-y', ...options, part]);
    // A link appears at once and replaces nothing, so that a journey in another process finds no half file, and
    // keeps the file that it has begun to read.
    await link(part, file).catch(ignoreExisting);
    await rm(part);
  }
  return file;
}

function ignoreExisting(error: unknown) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}
