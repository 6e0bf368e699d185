import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { apiProxy } from './vite/apiProxy.ts';
import { cdn, cdnProxy } from './vite/cdn.ts';
import { readServerEnvironment, type ServerEnvironment } from './vite/environment.ts';
import { firstPaint } from './vite/firstPaint.ts';
import { inbox } from './vite/inbox/plugin.ts';
import { operator, readOperator } from './vite/operator.ts';
import { pseudoLocale } from './vite/pseudoLocale.ts';
import { themeCss } from './vite/themeCss.ts';

const shared = fileURLToPath(new URL('../shared', import.meta.url));

/** Files are sent in our own way: of Amplify only the uploader is used, and nothing of what it would send them with. */
const noAmplify = fileURLToPath(new URL('./vite/noAmplify.cjs', import.meta.url));
const withoutCognito = { 'aws-amplify/auth': noAmplify, 'aws-amplify/storage': noAmplify };

/** What every screen needs and no release of ours changes: browsers keep it across deployments. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router-dom|@remix-run\/route-pattern|cookie-es|i18next|react-i18next)\//;

/** Small things that every page needs: in one chunk they are smaller than in one each. */
const ground =
  /\/src\/(lib\/storage|i18n\/(useLanguage|languages|languagePreference)|ui\/(Icon|ReloadButton|snackbar\/snackbarContext))\.tsx?$/;

/** Chunks that the entry imports, so that they are there before any screen is asked for. */
const ofEveryPage = /\/(vendor|rolldown-runtime|preload-helper|ground|i18n)-/;

export default defineConfig(({ command, isSsrBuild = false }) => {
  const environment = inOneLine(() => {
    readOperator();
    return command === 'serve' ? readServerEnvironment(process.env) : undefined;
  });
  return {
    plugins: [
      react(),
      themeCss(),
      operator(),
      firstPaint(),
      pseudoLocale(),
      environment?.mailAddress ? inbox(environment.mailAddress) : undefined,
      environment?.cdnAddress ? undefined : cdn(),
    ],
    resolve: {
      alias: {
        '@shared': shared,
        ...withoutCognito,
      },
    },
    build: {
      manifest: !isSsrBuild,
      copyPublicDir: !isSsrBuild,
      // One style sheet: all of it is 12 kB, and no screen waits for its own.
      cssCodeSplit: false,
      modulePreload: {
        // Browsers without it load the same modules, a little later.
        polyfill: false,
        // A screen's code need not name what came with the page.
        resolveDependencies: (_file, dependencies, { hostType }) =>
          hostType === 'js' ? dependencies.filter((file) => !ofEveryPage.test(file)) : dependencies,
      },
      rolldownOptions: {
        ...(!isSsrBuild && {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor },
                { name: 'ground', test: ground },
              ],
            },
          },
        }),
      },
    },
    ...(environment && servers(environment)),
  };
});

/** Dev server and preview alike: the site on one port, the API behind it. */
function servers(
  environment: ServerEnvironment,
): Pick<UserConfig, 'cacheDir' | 'optimizeDeps' | 'server' | 'preview'> {
  const common = {
    // The IPv4 loopback by name of address: `localhost` may mean ::1 only, which not every client tries.
    host: '127.0.0.1',
    port: environment.sitePort,
    strictPort: true,
    proxy: apiProxy(environment),
  };
  const { cdnAddress } = environment;
  return {
    // A page that is open fetches from here what it has not needed before. In node_modules, `npm ci` would delete it; another
    // server that shared it would replace it.
    cacheDir: `.cache/dev-${environment.sitePort}`,
    // All packages are bundled at the start, those of modules that load late as well: one that is found later reloads every page.
    optimizeDeps: { entries: ['index.html'] },
    server: {
      ...common,
      fs: { allow: ['.', shared] },
      watch: { ignored: ['**/.cache/**'] },
    },
    preview: { ...common, ...(cdnAddress && { proxy: cdnProxy(cdnAddress) }) },
  };
}

/** What is wrong with the environment is one line that says so, without Vite's stack trace around it. */
function inOneLine<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
