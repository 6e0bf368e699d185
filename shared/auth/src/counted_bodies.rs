//! The bodies of the routes that hash a password, which have a low throttle for all clients together.

use api::{ApiError, ApiRequest, ApiResult};
use serde::de::DeserializeOwned;

use crate::{origin_check::OriginCheck, rate_limiter::RateLimiter, rate_limits::RateLimit};

/// Reads bodies, and counts the malformed ones against their client, which a script would otherwise send without a limit.
#[derive(Debug)]
pub struct CountedBodies {
    rate_limiter: RateLimiter,
    origin_check: OriginCheck,
    per_ip: RateLimit,
}

impl CountedBodies {
    pub const fn new(rate_limiter: RateLimiter, origin_check: OriginCheck, per_ip: RateLimit) -> Self {
        Self {
            rate_limiter,
            origin_check,
            per_ip,
        }
    }

    /// The body as a JSON object.
    ///
    /// # Errors
    /// The errors of [`ApiRequest::json`]; after too many of them the code of the limit; and when one cannot be counted.
    pub async fn json<T: DeserializeOwned>(&self, request: &ApiRequest) -> ApiResult<T> {
        match request.json() {
            Ok(body) => Ok(body),
            Err(malformed) => Err(self.count(request).await.err().unwrap_or(malformed)),
        }
    }

    async fn count(&self, request: &ApiRequest) -> Result<(), ApiError> {
        let client = self.origin_check.client(request).await?;
        let attempts = self.rate_limiter.for_request();
        let most = self.per_ip.attempts;
        attempts.count_client(most, &self.per_ip, &client, "").await.map(|_| ())
    }
}
