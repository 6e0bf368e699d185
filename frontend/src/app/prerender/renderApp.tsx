import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router-dom';
import { App } from '../App.tsx';
import { routes } from '../routes.tsx';
import { SessionLoading } from '../shell/SessionLoading.tsx';
import { Frame } from '../shell/Frame.tsx';
import { SignedInBarFrame } from '../shell/SignedInBarFrame.tsx';

/** Renders what a visitor sees at a path, in the current language. */
export async function renderApp(path: string): Promise<string> {
  // As in the browser, where it is there for hydration.
  const handler = createStaticHandler(routes(() => undefined));
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response || context.errors) {
    throw new Error(`The screen of ${path} could not be loaded.`);
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToText(
    <App>
      <StaticRouterProvider context={context} hydrate={false} router={router} />
    </App>,
  );
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

/** What a signed-in user sees of a screen that is about the user, before the user is known. */
function SignedInFrame() {
  return (
    <Frame bar={<SignedInBarFrame />}>
      <SessionLoading />
    </Frame>
  );
}
