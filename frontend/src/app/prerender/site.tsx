import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { provideCatalogue, type TranslatedCourse } from '#entities/course/catalogue.ts';
import { listWithoutScripts } from '#features/courses/components/CourseSkeletons.tsx';
import { PrerenderedCourses } from '#features/courses/components/CourseCatalogue.tsx';
import { loadTranslations, startI18n } from '#i18n/i18n.ts';
import { DEFAULT_LANGUAGE, languages, type Language } from '#i18n/languages.ts';
import { providePageData } from '#lib/prerenderedPage.ts';
import { COLOR_SCHEME_ATTRIBUTE, DEFAULT_COLOR_SCHEME } from '#theme/colorScheme.ts';
import {
  APP_TEMPLATE_ID,
  FONTS_TEMPLATE_ID,
  FRAME,
  LOAD_FAILED_ID,
  MEMBERS_TEMPLATE_ID,
  PRERENDERED_ATTRIBUTE,
  STYLES_ID,
} from '../prerendered.ts';
import type { Screen } from '../screens.ts';
import { criticalStyles, fontFiles, readTemplate, replaceOnce } from './template.ts';
import { PageHead } from './PageHead.tsx';
import { pageUrl } from './pageUrl.ts';
import { framePages, pageNamespaces, publicPages, type Page, robots, sitemap } from './pages.ts';
import { renderApp, renderFrame } from './renderApp.tsx';
import type { PageTranslations } from './structuredData.ts';

/** A chunk of the build, as in Vite's manifest. */
export interface Chunk {
  file: string;
  imports?: string[];
}

export interface Build {
  /** The empty page that Vite built. */
  template: string;
  manifest: Record<string, Chunk>;
  /** Reads a file of the build by its path in the site. */
  read: (path: string) => string;
  /** The origin of the site. */
  site: string;
  /** The courses of the catalogue's files. */
  courses: TranslatedCourse[];
  /** Returns the source file of the screen with a path. */
  sourceOf: (path: string) => string;
}

/** The URL of a link that reloads the page. */
const SAME_PAGE = '';

const EMPTY_ROOT = '<div id="root"></div>';

/**
 * Returns the files of a build that Vite does not write: the public pages in each language, as a visitor sees
 * them before the app runs, the frames of the screens for signed-in users, the sitemap and robots.txt. `spa.html` is the empty page for
 * every other path.
 */
export async function prerenderSite(build: Build): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const pages = [...publicPages(build.courses), ...framePages];
  provideCatalogue(build.courses);
  listWithoutScripts.content = <PrerenderedCourses />;
  await startI18n(DEFAULT_LANGUAGE, pageNamespaces);
  for (const language of languages) {
    await loadTranslations(pageNamespaces);
    await i18next.changeLanguage(language.code);
    for (const page of pages) {
      files.set(fileOf(page, language), await renderPage(build, page, language));
    }
  }
  files.set(
    'spa.html',
    replaceOnce(build.template, '</head>', '<meta content="noindex" name="robots" /></head>'),
  );
  files.set('sitemap.xml', sitemap(build.site, pages));
  files.set('robots.txt', robots(build.site));
  return files;
}

/** English has the path itself. Each other language has a folder, to which the CDN rewrites. */
function fileOf({ path }: Page, { code }: Language): string {
  const folder = code === DEFAULT_LANGUAGE.code ? '' : `${code}/`;
  return folder + (path === '/' ? 'index.html' : `${path.slice(1)}.html`);
}

async function renderPage(build: Build, page: Page, language: Language): Promise<string> {
  const t: PageTranslations = i18next.getFixedT(language.code);
  const pageData = providePageData(page.data?.(language));
  const head = renderToStaticMarkup(
    <PageHead
      brand={t('common:brand')}
      data={pageData}
      description={page.description(language)}
      language={language}
      page={page}
      site={build.site}
      structuredData={page.structuredData?.(t, {
        language,
        site: build.site,
        url: pageUrl(build.site, page.path, language),
      })}
      title={page.title(language)}
    />,
  );
  const app = await (page.isFrame ? renderFrame : renderApp)(page.path);
  // Outside of what the app hydrates.
  const notice = renderToStaticMarkup(
    <p
      className="load-failed"
      dir={language.direction}
      hidden
      id={LOAD_FAILED_ID}
      lang={language.code}
      role="alert"
    >
      <span>{t('common:partFailed')}</span> <a href={SAME_PAGE}>{t('common:crash.reload')}</a>
    </p>,
  );
  const root =
    `<html lang="${language.code}" dir="${language.direction}" ` +
    `${COLOR_SCHEME_ATTRIBUTE}="${DEFAULT_COLOR_SCHEME}" ` +
    `${PRERENDERED_ATTRIBUTE}="${page.isFrame ? FRAME : ''}">`;
  const { html, scripts, styles, fontFaces } = readTemplate(build.template);
  const fonts = fontFiles(fontFaces, language.font.split(',')[0] ?? '').map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`,
  );
  const modules = modulesOf(build, page, language);
  const memberModules = memberModulesOf(build, page, language).filter(
    (file) => !modules.includes(file),
  );
  const withoutStyles = [
    (text: string) => replaceOnce(text, /<html[^>]*>/, root),
    (text: string) => replaceOnce(text, /<title>.*<\/title>/, head),
    (text: string) => replaceOnce(text, EMPTY_ROOT, `<div id="root">${app}</div>${notice}`),
  ].reduce((text, change) => change(text), html);
  return replaceOnce(
    withoutStyles,
    '<script>',
    // The inline script needs these elements.
    `<template id="${FONTS_TEMPLATE_ID}"><style>${fontFaces.join('')}</style>${fonts.join('')}</template>` +
      `<template id="${MEMBERS_TEMPLATE_ID}">${preloads(memberModules)}</template>` +
      // The style sheet blocks nothing until the script changes its media.
      `<template id="${APP_TEMPLATE_ID}">` +
      `<link id="${STYLES_ID}" rel="stylesheet" crossorigin href="${styles}" media="print">` +
      `${preloads(modules)}${scripts}</template>` +
      `<style>${await criticalStyles(build.read(styles), withoutStyles)}</style>` +
      `<noscript><link rel="stylesheet" href="${styles}"></noscript><script>`,
  );
}

function preloads(files: string[]): string {
  return files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
}

/** The chunks and translations that the page needs, to preload them. */
function modulesOf(build: Build, page: Page, language: Language): string[] {
  const { path, translations } = page.screen;
  return chunksOf(build, [build.sourceOf(path)], ['common', ...translations], language);
}

/** What the app loads for signed-in users on every page. */
const MEMBER_SOURCES = ['src/app/shell/SignedInBar.tsx', 'src/app/shell/CurrentUserCheck.tsx'];

/** The chunks and translations that the page needs for signed-in users. */
function memberModulesOf(build: Build, { screen }: Page, language: Language): string[] {
  const { sources = [], translations = [] }: Partial<Screen['forMembers'] & object> =
    screen.forMembers ?? {};
  return chunksOf(build, [...MEMBER_SOURCES, ...sources], translations, language);
}

/** The files of chunks and what they import, without those that the entry loads. */
function chunksOf(
  { manifest, template }: Build,
  sources: string[],
  translations: string[],
  { code }: Language,
): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) {
      throw new Error(`The build has no chunk for ${key}.`);
    }
    if (!files.has(chunk.file)) {
      files.add(chunk.file);
      chunk.imports?.forEach(visit);
    }
  };
  [...sources, ...translations.map((area) => translationFile(code, area))].forEach(visit);
  return [...files].filter((file) => !template.includes(file));
}

/** The translations of errors are shared with the server. */
function translationFile(code: string, area: string): string {
  return `${area === 'errors' ? '../shared' : 'src'}/locales/${code}/${area}.json`;
}
