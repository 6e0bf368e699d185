import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/**
 * Runs `vite build` with the given arguments, in a process of its own: the test runner sets `NODE_ENV`, with which libraries would be
 * built as for development.
 */
export async function viteBuild(...args: string[]): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...args],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  );
}
