import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { knownPasswords } from './vite/knownPasswords.ts';
import { operator } from './vite/operator.ts';

const include = ['src/**/*.test.{ts,tsx}', '{vite,eslint}/**/*.test.ts'];

/** Test files that mock or reload modules, or replace the head. They run isolated: other files would get these modules, or lack their styles. */
const isolated = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(|document\.head\.innerHTML/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  plugins: [react(), operator(), knownPasswords()],
  resolve: {
    alias: { '@shared': fileURLToPath(new URL('../shared', import.meta.url)) },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['vitest.setup.ts'],
    restoreMocks: true,
    // Long enough for a busy machine. Only a test that hangs reaches them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Starting a process, a window and the modules takes longer than the tests of a file. So files share them, and vitest.setup.ts
    // restores what a test changes.
    projects: [
      { extends: true, test: { name: 'shared', include, exclude: isolated, isolate: false } },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
