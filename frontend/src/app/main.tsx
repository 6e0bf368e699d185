import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { removePageMetadata } from '#lib/prerenderedPage.ts';
import { whenIdle, whenReleased } from '#lib/moments.ts';
import { getAccessToken } from '#api/accessToken.ts';
import { loadTranslations, onLanguageChanged, startI18n } from '#i18n/i18n.ts';
import { applyLanguage, rememberLanguage, preferredLanguage } from '#i18n/languagePreference.ts';
import { writeDatesForVisitor } from '#i18n/readerCountry.ts';
import { hasRestoredForm } from '#entities/session/restoredForms.ts';
import 'virtual:theme.css';
import '#theme/base.css';
import { App } from './App.tsx';
import { removeExpiredUploadsWhenIdle } from './expiredUploads.ts';
import { reloadIntoNewRelease } from '#lib/newRelease.ts';
import { canHydrate, clearPrerendered, replayEarlyPress, waitForStyles } from './prerendered.ts';
import { routes, translationsOf } from './routes.tsx';
import { signedInShell } from './shell/Shell.tsx';

/** Delays between attempts to load the translations of the shell. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

async function start(): Promise<void> {
  await pageIsParsed();
  // The browser has just run the modules. It handles input and paints before the rest.
  await new Promise((next) => setTimeout(next));
  // index.html has it.
  const root = document.getElementById('root') as HTMLElement;
  rememberLanguage();
  onLanguageChanged(applyLanguage);
  const started = startI18n(preferredLanguage(), translationsOf(window.location.pathname));
  let onReady: () => void = () => undefined;
  // It begins to load the screen.
  const router = createBrowserRouter(
    routes(() => {
      onReady();
      if (getAccessToken() === null) {
        writeDatesForVisitor();
      }
    }),
  );
  await started;
  await Promise.all([waitForTranslations(), waitForStyles()]);
  onLanguageChanged(removePageMetadata);

  // After a reload, a restored form is rendered at once, not after an empty one.
  const hydrates = canHydrate() && !hasRestoredForm();
  if (hydrates || getAccessToken() !== null) {
    // The page shows the screen, its frame, or what visitors see meanwhile.
    await Promise.all([whenLoaded(router), !hydrates && signedInShell()]);
  }
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  if (hydrates && !router.state.errors) {
    onReady = () => {
      whenReleased(() => {
        // Forms have what was typed once they are rendered again.
        setTimeout(replayEarlyPress);
      });
    };
    // In a transition, React hydrates in short tasks, between which the browser handles input and paints.
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else {
    clearPrerendered(root);
    replayEarlyPress();
    createRoot(root).render(app);
  }
  startOnFirstUse();
  removeExpiredUploadsWhenIdle();
}

/** Loads what can wait until the visitor uses the page, after the response to that input. */
function startOnFirstUse(): void {
  const used = new AbortController();
  const start = () => {
    used.abort();
    whenIdle(() => {
      import('./whenUsed.ts')
        .then(({ startWhenUsed }) => {
          startWhenUsed();
        })
        .catch(() => undefined);
    });
  };
  for (const type of ['pointermove', 'touchstart', 'focusin']) {
    addEventListener(type, start, { passive: true, signal: used.signal });
  }
}

/** Resolves when the first screen is loaded, or could not be: then the router shows the failure. */
function whenLoaded(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((done) => {
    const stop = router.subscribe(check);
    function check() {
      if (router.state.initialized) {
        stop();
        done();
      }
    }
    check();
  });
}

/** On a prerendered page, this script may be inserted before the browser has read the rest of the page. */
async function pageIsParsed(): Promise<void> {
  if (document.readyState === 'loading') {
    await new Promise((done) => {
      document.addEventListener('DOMContentLoaded', done);
    });
  }
}

/**
 * Waits for the translations of the shell, and keeps the prerendered page until then. (i18next continues
 * without translations that it could not load.)
 */
async function waitForTranslations(): Promise<void> {
  for (let pause = FIRST_DELAY_MS; ; pause = Math.min(2 * pause, MAX_DELAY_MS)) {
    try {
      await loadTranslations(['common']);
      return;
    } catch {
      if (await reloadIntoNewRelease()) {
        return;
      }
      window.earlyInput?.fail();
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

void start();
