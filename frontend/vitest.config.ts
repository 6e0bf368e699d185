import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { operator } from './vite/operator.ts';

const include = ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'];

/** Files that put other modules in the place of the real ones, or load modules anew: others must not meet those. */
const isolated = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  plugins: [react(), operator()],
  resolve: {
    alias: { '@shared': fileURLToPath(new URL('../shared', import.meta.url)) },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['vitest.setup.ts'],
    restoreMocks: true,
    // Bounds of a hang, wide enough for a starved machine: what passes does not wait for them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // To start a process, a window and the modules takes a file longer than its tests do. So files share them, and
    // vitest.setup.ts restores what a test changes.
    projects: [
      { extends: true, test: { name: 'shared', include, exclude: isolated, isolate: false } },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
