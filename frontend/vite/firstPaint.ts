import type { Plugin } from 'vite';
import { inlineScript } from '../src/app/inlineScript.ts';

const PLACEHOLDER = '<!-- first paint -->';

/** Inserts the inline script, which is generated from the same data as the app, into the head of the page. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: (html) => html.replace(PLACEHOLDER, `<script>${inlineScript()}</script>`),
  };
}
