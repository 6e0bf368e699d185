import i18next from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { provideCatalogue, type TranslatedCourse } from '#entities/course/catalogue.ts';
import { listWithoutScripts } from '#features/courses/components/CourseSkeletons.tsx';
import { PrerenderedCourses } from '#features/courses/components/CourseCatalogue.tsx';
import { loadTranslations, startI18n } from '#i18n/i18n.ts';
import { DEFAULT_LANGUAGE, languages, type Language } from '#i18n/languages.ts';
import { providePageData } from '#lib/prerenderedPage.ts';
import { FRAME, LOAD_FAILED_ID } from '../prerendered.ts';
import { criticalStyles } from './criticalStyles.ts';
import { type AppFiles, Document } from './Document.tsx';
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
  files.set('spa.html', emptyPage(build));
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
  const { path, translations } = page.screen;
  const files = appFiles(build, [
    build.sourceOf(path),
    ...(page.isFrame ? MEMBER_SOURCES : []),
    ...['common', ...translations].map((area) => translationFile(language.code, area)),
  ]);
  const content = {
    language,
    head: (
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
      />
    ),
    prerendered: page.isFrame ? FRAME : '',
    app: await (page.isFrame ? renderFrame : renderApp)(page.path),
    notice: (
      <p
        className="load-failed"
        dir={language.direction}
        hidden
        id={LOAD_FAILED_ID}
        lang={language.code}
        role="alert"
      >
        <span>{t('common:partFailed')}</span> <a href={SAME_PAGE}>{t('common:crash.reload')}</a>
      </p>
    ),
  };
  const styles = await criticalStyles(build.read(files.styles), html(<Document {...content} />));
  return html(<Document {...content} files={files} styles={styles} />);
}

/** The page that the app renders: for every path that is not prerendered. */
function emptyPage(build: Build): string {
  const head = (
    <>
      <title>{i18next.t('common:brand', { lng: DEFAULT_LANGUAGE.code })}</title>
      <meta content="noindex" name="robots" />
    </>
  );
  return html(<Document files={appFiles(build, [])} head={head} language={DEFAULT_LANGUAGE} />);
}

function html(document: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

/** What the app loads for signed-in users on every page. */
const MEMBER_SOURCES = ['src/app/shell/SignedInBar.tsx', 'src/app/shell/CurrentUserCheck.tsx'];

/** The entry, the style sheet, and the chunks of the entry and other sources, with what they import. */
function appFiles({ manifest }: Build, sources: string[]): AppFiles {
  const files = new Set<string>();
  const chunk = (key: string) => {
    const found = manifest[key];
    if (!found) {
      throw new Error(`The build has no chunk for ${key}.`);
    }
    return found;
  };
  const visit = (key: string) => {
    const { file, imports } = chunk(key);
    if (!files.has(file)) {
      files.add(file);
      imports?.forEach(visit);
    }
  };
  ['index.html', ...sources].forEach(visit);
  const [entry = '', ...preloads] = Array.from(files, (file) => `/${file}`);
  return { entry, preloads, styles: `/${chunk('style.css').file}` };
}

/** The translations of errors are shared with the server. */
function translationFile(code: string, area: string): string {
  return `${['errors', 'staffErrors'].includes(area) ? '../shared' : 'src'}/locales/${code}/${area}.json`;
}
