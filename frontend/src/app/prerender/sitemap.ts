import { languages } from '#i18n/languages.ts';
import type { Page } from './pages.ts';
import { pageUrl } from './pageUrl.ts';

/** The sitemap of every indexable page, in each language (sitemaps.org). */
export function sitemap(site: string, pages: Page[]): string {
  const entries = pages
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ path }) =>
      languages.map((language) => entry(site, path, pageUrl(site, path, language))),
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

function entry(site: string, path: string, url: string): string {
  const alternates = languages.map(
    (language) =>
      `<xhtml:link rel="alternate" hreflang="${language.code}" href="${pageUrl(site, path, language)}"/>`,
  );
  return `<url><loc>${url}</loc>${alternates.join('')}</url>`;
}

/**
 * robots.txt: what crawlers may read, and the sitemap's URL. The courses screen requests the list of courses
 * when the site has not published it, so it is allowed.
 */
export function robots(site: string): string {
  return `User-agent: *
Allow: /api/courses
Disallow: /api/

Sitemap: ${site}/sitemap.xml
`;
}
