import { minifySync, type Plugin } from 'vite';
import { inlineScript } from '../src/app/inlineScript.ts';

const PLACEHOLDER = '<!-- first paint -->';

/** Inserts the inline script, which is generated from the same data as the app, into the head of the page. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: (html) =>
      html.replace(PLACEHOLDER, () => `<script>${minifiedScript()}</script>`),
  };
}

/** The inline script as it is in the page. */
function minifiedScript(): string {
  const { code, errors } = minifySync('inline.js', inlineScript());
  if (errors.length > 0) {
    throw new Error(errors.map(({ message }) => message).join('\n'));
  }
  return code;
}
