import { DEFAULT_LANGUAGE, languages, type Language, type LanguageCode } from '#i18n/languages.ts';
import { PAGE_DATA_ID } from '#lib/prerenderedPage.ts';
import type { Page } from './pages.ts';
import { pageUrl } from './pageUrl.ts';

interface PageHeadProps {
  page: Page;
  language: Language;
  /** The origin of the site. */
  site: string;
  brand: string;
  title: string;
  description: string;
  /** A description of the page in the vocabulary of schema.org. */
  structuredData: object | undefined;
  /** What the page shows besides translations, as JSON, for the app's first render. */
  data: string | undefined;
}

/** The names of languages in Open Graph, which need a territory. Only prerendered pages have them: the app does without. */
const OPEN_GRAPH: Record<LanguageCode, string> = { en: 'en_GB', fr: 'fr_FR', ar: 'ar_DZ' };

/** The metadata of a page, for browsers, search engines and link previews. */
export function PageHead({
  page,
  language,
  site,
  brand,
  data,
  title,
  description,
  structuredData,
}: PageHeadProps) {
  const url = pageUrl(site, page.path, language);
  return (
    <>
      <title>{`${title} · ${brand}`}</title>
      <meta content={description} name="description" />
      {page.isHidden ? (
        <meta content="noindex" name="robots" />
      ) : (
        <>
          <link href={url} rel="canonical" />
          {languages.map((each) => (
            <link
              href={pageUrl(site, page.path, each)}
              hrefLang={each.code}
              key={each.code}
              rel="alternate"
            />
          ))}
          <link
            href={pageUrl(site, page.path, DEFAULT_LANGUAGE)}
            hrefLang="x-default"
            rel="alternate"
          />
          <meta content="website" property="og:type" />
          <meta content={brand} property="og:site_name" />
          <meta content={title} property="og:title" />
          <meta content={description} property="og:description" />
          <meta content={url} property="og:url" />
          <meta content={site + (page.picture ?? '/share.png')} property="og:image" />
          <meta content="1200" property="og:image:width" />
          <meta content="630" property="og:image:height" />
          <meta content={OPEN_GRAPH[language.code]} property="og:locale" />
          {languages
            .filter(({ code }) => code !== language.code)
            .map(({ code }) => (
              <meta content={OPEN_GRAPH[code]} key={code} property="og:locale:alternate" />
            ))}
          <meta content="summary_large_image" name="twitter:card" />
          {structuredData && (
            <script type="application/ld+json">{embedded(JSON.stringify(structuredData))}</script>
          )}
        </>
      )}
      {data && (
        <script id={PAGE_DATA_ID} type="application/json">
          {embedded(data)}
        </script>
      )}
    </>
  );
}

/** A text must not end its element: JSON may write any character as an escape. */
function embedded(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
