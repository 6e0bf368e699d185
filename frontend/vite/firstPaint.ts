import type { Plugin } from 'vite';
import { firstPaintScript } from '../src/app/firstPaintScript.ts';

const PLACEHOLDER = '<!-- first paint -->';

/** Inserts the first-paint script, which is generated from the same data as the app, into the head of the page. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: (html) =>
      html.replace(PLACEHOLDER, `<script>${firstPaintScript()}</script>`),
  };
}
