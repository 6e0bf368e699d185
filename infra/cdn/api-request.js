/**
 * The CDN's viewer-request function for `/api/*`. It removes the prefix `/api`, which the API does not have. If the URL names
 * the language, it removes Accept-Language, so that the cache has one copy for each language.
 *
 * It refuses changes that another site makes a browser send. Their response could replace cookies, although the page of that site
 * cannot read it. Every current browser sends Sec-Fetch-Site, and no page can change it. Clients that are not browsers have no
 * cookies of a user.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules.
 */
function handler(event) {
  const request = event.request;
  const site = request.headers['sec-fetch-site'];
  if (site && site.value === 'cross-site' && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    return {
      statusCode: 403,
      statusDescription: 'Forbidden',
      headers: {
        'content-type': { value: 'application/json; charset=utf-8' },
        'cache-control': { value: 'no-store' },
      },
      body: {
        encoding: 'text',
        data: '{"success":false,"code":"forbidden","message":"Another site sent this request."}',
      },
    };
  }
  // The path is not decoded: a path that only decodes to /api is not part of the API.
  request.uri = request.uri.replace(/^\/api(?=\/)/, '');
  if (request.querystring.lang) {
    delete request.headers['accept-language'];
  }
  return request;
}
