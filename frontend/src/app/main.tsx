import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { removePageMetadata } from '#lib/pageHead.ts';
import { watchHistory } from '#ui/unsaved/navigationGuard.ts';
import { loadTranslations, onLanguageChanged, startI18n } from '#i18n/i18n.ts';
import { applyLanguage, rememberLanguage, preferredLanguage } from '#i18n/languagePreference.ts';
import { hasRestoredForm } from '#entities/session/restoredForms.ts';
import 'virtual:theme.css';
import '#theme/fonts.css';
import '#theme/base.css';
import { App } from './App.tsx';
import { reloadIntoNewRelease } from '#lib/newRelease.ts';
import { clearPrerendered, canHydrate, createEarlyClickReplay } from './prerendered.ts';
import { preloadRoute } from './routes.tsx';

/** Delays between attempts to load the translations of the shell. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('index.html has no element with the id "root".');
  }
  watchHistory();
  rememberLanguage();
  onLanguageChanged(applyLanguage);
  await startI18n(preferredLanguage(), preloadRoute(window.location.pathname));
  await waitForTranslations();
  onLanguageChanged(removePageMetadata);

  const app = (
    <StrictMode>
      <App onReady={createEarlyClickReplay()} Router={BrowserRouter} />
    </StrictMode>
  );
  // After a reload, a restored form is rendered at once, not after an empty one.
  if (canHydrate() && !hasRestoredForm()) {
    hydrateRoot(root, app);
  } else {
    clearPrerendered(root);
    createRoot(root).render(app);
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
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

void start();
