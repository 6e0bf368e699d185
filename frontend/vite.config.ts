import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { apiProxy } from './vite/apiProxy.ts';
import { cdn, cdnProxy } from './vite/cdn.ts';
import { readServerEnvironment, type ServerEnvironment } from './vite/environment.ts';
import { inlineScript } from './vite/inlineScript.ts';
import { inbox } from './vite/inbox/plugin.ts';
import { knownPasswords } from './vite/knownPasswords.ts';
import { operator, readOperator } from './vite/operator.ts';
import { pseudoLocale } from './vite/pseudoLocale.ts';
import { themeCss } from './vite/themeCss.ts';

const shared = fileURLToPath(new URL('../shared', import.meta.url));

/** The app uses only the upload component of Amplify, and uploads files itself. So Amplify's clients are left out. */
const noAmplify = fileURLToPath(new URL('./vite/noAmplify.cjs', import.meta.url));
const withoutCognito = { 'aws-amplify/auth': noAmplify, 'aws-amplify/storage': noAmplify };

/** Packages that every screen needs. They change rarely, so browsers cache their chunk across releases. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router-dom|@remix-run\/route-pattern|cookie-es|i18next|react-i18next)\//;

/**
 * Small modules that every page needs, and those of the list of courses, whose budget is the tightest. One chunk compresses better than
 * one for each.
 */
const base =
  /\/src\/(api\/accessToken|app\/shell\/OfflineNotice|features\/courses\/components\/CourseSkeletons|lib\/(classNames|prerenderedPage|storage)|i18n\/(formatDate|i18n|intlFormat|useLanguage|languages|languagePreference)|entities\/service-area\/serviceAreas|ui\/(lazy\/(lazyComponent|loadFailures)|Notice|Card|Link|Icon|ScreenTitle|Skeleton|snackbar\/snackbarContext|browserState|useChangeLanguage))\.tsx?$|vite\/preload-helper/;

/** What the screens about courses share. Their budgets are the tightest, and one chunk compresses better than two. */
const courses =
  /\/src\/(entities\/course\/(api|facts)|features\/courses\/search\/useCourseSearch)\.ts$/;

/** What shows a price to visitors: likewise. */
const visitorPrices = /\/src\/(features\/courses\/prices\.tsx|entities\/course\/formatPrice\.ts)$/;

/** How places are shown. The entry names the chunks of each screen, so that one chunk in place of three keeps it smaller. */
const places = /\/src\/entities\/my-courses\/(?!api)/;

/** Modules of a few lines that screens share. The names of their chunks would take as much room as their code. */
const text = /\/src\/(lib\/text|i18n\/isolate)\.ts$/;

/** The query library, without what only actions and the pages of staff need. */
const query =
  /\/@tanstack\/(?!.*[uU]seMutation|.*mutationObserver|.*useInfiniteQuery|.*infiniteQueryObserver)|\/src\/api\/queryClient\.ts$/;

/** Screens that are opened from emails. */
const changeEmail = /\/src\/features\/users\/change-email\//;

/** Chunks that the entry imports, so that they are loaded before any screen. */
const loadedWithEntry = /\/(index|vendor|rolldown-runtime|base)-/;

export default defineConfig(({ command, isSsrBuild = false }) => {
  const environment = exitOnError(() => {
    readOperator();
    return command === 'serve' ? readServerEnvironment(process.env) : undefined;
  });
  return {
    plugins: [
      react(),
      themeCss(),
      operator(),
      knownPasswords(),
      inlineScript(),
      pseudoLocale(),
      environment?.emailsUrl ? inbox(environment.emailsUrl) : undefined,
      environment?.cdnUrl ? undefined : cdn(),
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
      // One style sheet of 12 kB for all screens, so that no screen waits for its own.
      cssCodeSplit: false,
      modulePreload: {
        // Browsers without module preload load the same modules later.
        polyfill: false,
        // The code of a screen does not preload chunks that the entry has loaded.
        resolveDependencies: (_file, dependencies, { hostType }) =>
          hostType === 'js'
            ? dependencies.filter((file) => !loadedWithEntry.test(file))
            : dependencies,
      },
      rolldownOptions: {
        ...(!isSsrBuild && {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor },
                { name: 'base', test: base },
                // Not with the API client, which other screens load without it.
                { name: 'courses', test: courses, includeDependenciesRecursively: false },
                { name: 'prices', test: visitorPrices, includeDependenciesRecursively: false },
                { name: 'places', test: places, includeDependenciesRecursively: false },
                { name: 'text', test: text },
                { name: 'query', test: query, includeDependenciesRecursively: false },
                { name: 'changeEmail', test: changeEmail, includeDependenciesRecursively: false },
              ],
            },
          },
        }),
      },
    },
    ...(environment && servers(environment)),
  };
});

/** Dev server and preview serve the site on one port, and forward requests to the API. */
function servers(
  environment: ServerEnvironment,
): Pick<UserConfig, 'cacheDir' | 'optimizeDeps' | 'server' | 'preview'> {
  const common = {
    // Not `localhost`, which can resolve to ::1 only.
    host: '127.0.0.1',
    port: environment.sitePort,
    strictPort: true,
    proxy: apiProxy(environment),
  };
  const { cdnUrl } = environment;
  return {
    // An open page still loads modules from this cache. `npm ci` would delete a cache in node_modules, and another dev server would
    // replace a shared one.
    cacheDir: `.cache/dev-${environment.sitePort}`,
    // Bundles all packages at the start, also those of modules that load later. A package that is found later reloads every page.
    // Vite does not look for imports of workers.
    optimizeDeps: { entries: ['index.html', 'src/**/worker.ts'] },
    server: {
      ...common,
      fs: { allow: ['.', shared] },
      watch: { ignored: ['**/.cache/**'] },
    },
    preview: { ...common, ...(cdnUrl && { proxy: cdnProxy(cdnUrl) }) },
  };
}

/** Prints a configuration error without Vite's stack trace, and exits. */
function exitOnError<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
