import { appStartScript } from './appStartScript.ts';
import { firstPaintScript } from './firstPaintScript.ts';
import { fontScript } from './fontScript.ts';

/** The only inline script of a page. Publishing the page computes its hash for the content security policy of the CDN. */
export function inlineScript(): string {
  return [firstPaintScript(), fontScript(), appStartScript()].join('\n');
}
