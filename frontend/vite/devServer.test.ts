// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createServer, resolveConfig } from 'vite';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

const frontend = join(import.meta.dirname, '..');
const configFile = join(frontend, 'vite.config.ts');

/** Modules that only the build or tests import. */
const NOT_BUNDLED = /\.test\.tsx?$|\.d\.ts$|^src\/(testing|app\/prerender)\//;

const IMPORT = /^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'([^']+)';|\bimport\('([^']+)'\)/gm;

beforeEach(() => {
  vi.stubEnv('API_ADDRESS', 'http://127.0.0.1:1');
});

async function cacheOf(port: string): Promise<string> {
  vi.stubEnv('PORT_SITE', port);
  const { cacheDir } = await resolveConfig({ configFile, logLevel: 'silent' }, 'serve');
  return relative(frontend, cacheDir);
}

/** Returns the packages that the app imports, statically or dynamically. Styles are not bundled in advance. */
function packages(): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: frontend }).filter(
    (f) => !NOT_BUNDLED.test(f),
  );
  const imports = files.flatMap((file) =>
    Array.from(
      readFileSync(join(frontend, file), 'utf8').matchAll(IMPORT),
      ([, staticImport, dynamicImport]) => String(staticImport ?? dynamicImport),
    ),
  );
  return [...new Set(imports)].filter((name) => !/^[.#/]|^@shared\/|^virtual:|\.css$/.test(name));
}

describe('the dev server', () => {
  it('caches packages where neither npm nor another server replaces them', async () => {
    const [one, other] = [await cacheOf('5173'), await cacheOf('5174')];
    expect(one).toMatch(/^\.cache\//);
    expect(other).toMatch(/^\.cache\//);
    expect(one).not.toBe(other);
  });

  it('serves the fonts of the built site, for the inline script to decide on', async () => {
    const server = await createServer({
      configFile,
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    });
    onTestFinished(() => server.close());
    const page = readFileSync(join(frontend, 'index.html'), 'utf8');
    const [template] =
      /<template id="fonts">[^]*?<\/template>/.exec(await server.transformIndexHtml('/', page)) ??
      [];
    for (const file of ['roboto-latin-wght-normal', 'tajawal-arabic-700-normal']) {
      expect(template).toMatch(new RegExp(`url\\('/[^']*/${file}.woff2'\\)`));
    }
  });

  it('bundles every package at the start, also those of modules that load later', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'dev-server-'));
    const server = await createServer({
      configFile,
      cacheDir,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false, watch: null },
    });
    onTestFinished(async () => {
      await server.close();
      await rm(cacheDir, { recursive: true });
    });
    const { depsOptimizer } = server.environments.client;
    await depsOptimizer?.init();
    await depsOptimizer?.scanProcessing;
    const { discovered, optimized } = depsOptimizer?.metadata ?? expect.fail();
    const bundled = Object.keys({ ...discovered, ...optimized });
    const imported = packages();
    expect(imported).toContain('@aws-amplify/ui-react-storage');
    expect(imported).toContain('@mui/material/Menu');
    expect(bundled).toEqual(expect.arrayContaining(imported));
  });
});
