/**
 * Prints what the CDN's viewer-request function knows of the app, as JSON. `scripts/generate` writes it into the function. It needs no
 * installed packages: Node.js runs these TypeScript modules as they are.
 */
import { appPaths, areaPaths, pagePaths, signedInPaths } from '../src/app/screenLists.ts';
import { DEFAULT_LANGUAGE, languages } from '../src/i18n/languages.ts';
import { courseIds } from '../vite/courseIds.ts';

console.log(
  JSON.stringify({
    pages: [...pagePaths, ...signedInPaths],
    courses: courseIds(),
    screens: appPaths,
    areas: areaPaths,
    languages: languages.map(({ code }) => code),
    defaultLanguage: DEFAULT_LANGUAGE.code,
  }),
);
