import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../App.tsx';
import { SignedInFrame } from './SignedInFrame.tsx';

/** Renders what a visitor sees at a path, in the current language. */
export function renderApp(path: string): Promise<string> {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  return renderToText(<App Router={Router} />);
}

/** Renders the frame that a signed-in user sees at a path, in the current language. */
export function renderFrame(path: string): Promise<string> {
  return renderToText(
    <StaticRouter location={path}>
      <SignedInFrame />
    </StaticRouter>,
  );
}

async function renderToText(content: ReactNode): Promise<string> {
  const { prelude } = await prerender(<StrictMode>{content}</StrictMode>, {
    // In one piece, because React needs scripts to move parts that are sent later.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude as ReadableStream).text();
}
