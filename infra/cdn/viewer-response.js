/**
 * The CDN's viewer-response function for everything but `/api/*`.
 *
 * - The bucket responds with 200 for every object, so the page for missing paths has its status in the object's metadata (`status`,
 *   set when the site is uploaded).
 * - A URL that names a language (`?lang=fr`) stores it in the cookie that the viewer-request function reads. Links between pages name
 *   no language, and without scripts nothing else keeps it.
 * - A page has the hashes of its inline scripts in its object's metadata (`scripts`), and they become part of its content security
 *   policy. So a page works under the policy of every release: during a release, the two change at different moments.
 * - How long the CDN keeps a page (`s-maxage`) is not sent to viewers: other shared caches would follow it, and no release can
 *   invalidate them.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules. `vite preview` runs this file too.
 */

// Written by scripts/generate, from frontend/src/i18n/languages.ts.

const LANGUAGES = [
  'en',
  'fr',
  'ar',
];

// The end of what is written.

/** As the web app sets the cookie (frontend/src/i18n/languagePreference.ts). */
const ATTRIBUTES = 'Path=/; Max-Age=31536000; SameSite=Lax; Secure';

function handler(event) {
  const response = event.response;
  const status = response.headers['x-amz-meta-status'];
  // A response of 304 keeps its status.
  if (status && response.statusCode === 200) {
    response.statusCode = Number(status.value);
    delete response.headers['x-amz-meta-status'];
  }
  allowScripts(response);
  const parameter = event.request.querystring.lang;
  const language = parameter && parameter.value.split('-')[0].toLowerCase();
  if (LANGUAGES.includes(language)) {
    response.cookies = { '__Host-lang': { value: language, attributes: ATTRIBUTES } };
  }
  const caching = response.headers['cache-control'];
  if (caching) {
    caching.value = caching.value.replace(/, s-maxage=\d+/, '');
  }
  return response;
}

/** Adds the hashes of the page's inline scripts to its content security policy. */
function allowScripts(response) {
  const scripts = response.headers['x-amz-meta-scripts'];
  const policy = response.headers['content-security-policy'];
  if (scripts && policy) {
    policy.value = policy.value.replace("script-src 'self'", `script-src 'self' ${scripts.value}`);
  } else if (response.statusCode === 304) {
    // A browser keeps the policy that it stored with the page. One without the hashes would replace it.
    delete response.headers['content-security-policy'];
  }
  delete response.headers['x-amz-meta-scripts'];
}
