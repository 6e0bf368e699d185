import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../App.tsx';

/** Renders what a visitor sees at a path, in the current language. */
export async function renderApp(path: string): Promise<string> {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  const { prelude } = await prerender(
    <StrictMode>
      <App Router={Router} />
    </StrictMode>,
    {
      // In one piece, because React needs scripts to move parts that are sent later.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude as ReadableStream).text();
}
