import { test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the files are that the journeys of this checkout send: made once, and found there the next time. */
const folder = resolve(import.meta.dirname, '../../../.local/journey-files');

/** The smallest PDF that is one. */
export const CV = {
  name: 'Amina Benali – سيرة.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
};

/** The path of a file with that name and content, for what takes no other. The file is the running journey's own. */
export async function onDisk({ name, buffer }: { name: string; buffer: Buffer }): Promise<string> {
  const file = test.info().outputPath(name);
  await writeFile(file, buffer);
  return file;
}

interface Clip {
  seconds: number;
  /** Bits per second. What is left over is filled up, so that a few seconds are some megabytes. */
  rate?: string;
}

/** The path of a video that a browser can play. */
export async function videoOf({ seconds, rate = '200k' }: Clip): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-t', `${seconds}`];
  const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast'];
  const filled = ['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate];
  return made(`${seconds}s-${rate}.mp4`, [
    ...[...picture, ...coding, ...filled],
    ...['-x264-params', 'nal-hrd=cbr'],
  ]);
}

/** The path of a photo of 1600 by 1000 pixels. */
export async function photoOf(): Promise<string> {
  return made('photo.jpg', ['-f', 'lavfi', '-i', 'testsrc=size=1600x1000', '-frames:v', '1']);
}

/** The path of a file that ffmpeg makes with these options. */
async function made(name: string, options: string[]): Promise<string> {
  const file = join(folder, name);
  try {
    await access(file);
  } catch {
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${process.pid}-${name}`);
    const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
    await run(ffmpeg, ['-loglevel', 'error', '-y', ...options, part]);
    // Whole or not there at all: another journey may be looking for it.
    await rename(part, file);
  }
  return file;
}
