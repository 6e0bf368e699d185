/**
 * The CDN's viewer-request function on `/api/*`: the API knows nothing of the site's `/api` in front. Where the address names
 * the language, what the browser would rather have does not make another copy in the cache.
 *
 * Runs in CloudFront's JavaScript runtime 2.0, which has no modules.
 */
function handler(event) {
  const request = event.request;
  // The path is as it was typed: what only decodes to /api is nothing that the API knows.
  request.uri = request.uri.replace(/^\/api(?=\/)/, '');
  if (request.querystring.lang) {
    delete request.headers['accept-language'];
  }
  return request;
}
