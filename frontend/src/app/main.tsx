import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { watchHistory } from '../components/unsaved/leaveGuard.ts';
import { onLanguageChanged, startI18n } from '../i18n/i18n.ts';
import { applyLanguage, keepLanguage, preferredLanguage } from '../i18n/languagePreference.ts';
import { signupDraft } from '../session/signupDraft.ts';
import 'virtual:theme.css';
import '../theme/fonts.css';
import '../theme/base.css';
import { App } from './App.tsx';
import { clearPrerendered, isPrerendered, takePress } from './prerendered.ts';
import { loadAhead } from './routes.tsx';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('index.html has no element with the id "root".');
  }
  watchHistory();
  keepLanguage();
  onLanguageChanged(applyLanguage);
  await startI18n(preferredLanguage(), loadAhead(window.location.pathname));

  const app = (
    <StrictMode>
      <App onReady={takePress()} Router={BrowserRouter} />
    </StrictMode>
  );
  // What was entered before a reload is rendered at once, not after an empty form.
  if (isPrerendered() && signupDraft.read() === null) {
    hydrateRoot(root, app);
  } else {
    clearPrerendered(root);
    createRoot(root).render(app);
  }
}

void start();
