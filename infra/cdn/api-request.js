/**
 * The CDN's viewer-request function for `/api/*`. It removes the prefix `/api`, which the API does not have. If the URL names
 * the language, it removes Accept-Language, so that the cache has one copy for each language.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules.
 */
function handler(event) {
  const request = event.request;
  // The path is not decoded: a path that only decodes to /api is not part of the API.
  request.uri = request.uri.replace(/^\/api(?=\/)/, '');
  if (request.querystring.lang) {
    delete request.headers['accept-language'];
  }
  return request;
}
