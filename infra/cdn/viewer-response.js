/**
 * The CDN's viewer-response function on everything but `/api/*`: a bucket answers 200 with whatever it has, so the page for
 * what is not found says its status in the object's own data (`status`, set when the site is uploaded).
 *
 * Runs in CloudFront's JavaScript runtime 2.0, which has no modules.
 */
function handler(event) {
  const response = event.response;
  const status = response.headers['x-amz-meta-status'];
  // What a browser has already comes as 304, without a body.
  if (status && response.statusCode === 200) {
    response.statusCode = Number(status.value);
    delete response.headers['x-amz-meta-status'];
  }
  return response;
}
