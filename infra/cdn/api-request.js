/**
 * The CDN's viewer-request function on `/api/*`: the API knows nothing of the site's `/api` in front. Where the address names
 * the language, what the browser would rather have does not make another copy in the cache.
 *
 * Runs in CloudFront's JavaScript runtime 2.0, which has no modules.
 */
function handler(event) {
  const request = event.request;
  request.uri = request.uri.slice('/api'.length);
  if (request.querystring.lang) {
    delete request.headers['accept-language'];
  }
  return request;
}
