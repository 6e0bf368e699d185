/**
 * The CDN's viewer-response function for everything but `/api/*`. The bucket responds with 200 for every object, so the page
 * for missing paths has its status in the object's metadata (`status`, set when the site is uploaded).
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules.
 */
function handler(event) {
  const response = event.response;
  const status = response.headers['x-amz-meta-status'];
  // A response of 304 keeps its status.
  if (status && response.statusCode === 200) {
    response.statusCode = Number(status.value);
    delete response.headers['x-amz-meta-status'];
  }
  return response;
}
