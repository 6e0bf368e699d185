import type { Plugin } from 'vite';
import { firstPaintScript } from '../src/app/firstPaintScript.ts';

const PLACE = '<!-- first paint -->';

/** Puts the first-paint script into the head of the page, made from the same data as the app. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: (html) => html.replace(PLACE, `<script>${firstPaintScript()}</script>`),
  };
}
