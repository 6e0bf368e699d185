import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchHistory } from '../components/unsaved/leaveGuard.ts';
import { startI18n } from '../i18n/i18n.ts';
import 'virtual:theme.css';
import '../theme/fonts.css';
import '../theme/base.css';
import { App } from './App.tsx';
import { loadAhead } from './routes.tsx';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('index.html has no element with the id "root".');
  }
  watchHistory();
  await startI18n(loadAhead(window.location.pathname));
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
