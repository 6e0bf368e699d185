import { execFile } from 'node:child_process';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the files are that the journeys send: made once, and found there the next time. */
const folder = join(tmpdir(), 'masar-journey-files');

/** The smallest PDF that is one. */
export const CV = {
  name: 'Amina Benali – سيرة.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
};

/** The path of a file with that name and content, for what takes no other. */
export async function onDisk({ name, buffer }: { name: string; buffer: Buffer }): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  await writeFile(file, buffer);
  return file;
}

interface Clip {
  seconds: number;
  /** Bits per second. What is left over is filled up, so that a few seconds are some megabytes. */
  rate?: string;
}

/** The path of a video that a browser can play, made by ffmpeg. */
export async function videoOf({ seconds, rate = '200k' }: Clip): Promise<string> {
  const file = join(folder, `${seconds}s-${rate}.mp4`);
  try {
    await access(file);
  } catch {
    await mkdir(folder, { recursive: true });
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10'];
    const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast'];
    const filled = ['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate];
    const part = `${file}.${process.pid}.mp4`;
    await run(process.env['FFMPEG_PATH'] ?? 'ffmpeg', [
      ...['-loglevel', 'error', '-y', ...picture, '-t', `${seconds}`],
      ...[...coding, ...filled, '-x264-params', 'nal-hrd=cbr', part],
    ]);
    // Whole or not there at all: another journey may be looking for it.
    await rename(part, file);
  }
  return file;
}
