/**
 * The inline script of every page: `vite/inlineScript.ts` bundles it. Publishing the page computes its hash for the content security policy
 * of the CDN. What it imports is small and has no side effects.
 */
import { prepareFirstPaint } from './firstPaint.ts';
import { showFonts } from './fonts.ts';
import { loadAppWhenUsed } from './loadApp.ts';

prepareFirstPaint();
showFonts();
loadAppWhenUsed();
