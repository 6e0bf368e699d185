import { appStartScript } from './appStartScript.ts';
import { firstPaintScript } from './firstPaintScript.ts';
import { fontPreloadScript } from './fontPreloadScript.ts';

/** The only inline script of a page, whose hash is in the content security policy of the CDN. */
export function inlineScript(): string {
  return [firstPaintScript(), fontPreloadScript(), appStartScript()].join('\n');
}
