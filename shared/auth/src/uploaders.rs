//! Who may upload files.

use api::{ApiRequest, ApiResult};
use domain::UserId;
use store::users::UsersTable;

use crate::{
    authenticate, origin_check::OriginCheck, rate_limiter::RateLimiter, rate_limits::RateLimit, tokens::Tokens,
};

/// Decides who may upload files: signed-in users without a limit, and visitors, such as teachers who sign up, within a rate limit
/// for each IP address.
#[derive(Debug)]
pub struct Uploaders {
    tokens: Tokens,
    users: UsersTable,
    rate_limiter: RateLimiter,
    origin_check: OriginCheck,
    per_ip: RateLimit,
}

impl Uploaders {
    /// `per_ip` limits the uploads of visitors.
    #[must_use]
    pub const fn new(
        tokens: Tokens,
        users: UsersTable,
        rate_limiter: RateLimiter,
        origin_check: OriginCheck,
        per_ip: RateLimit,
    ) -> Self {
        Self {
            tokens,
            users,
            rate_limiter,
            origin_check,
            per_ip,
        }
    }

    /// Lets somebody upload a file, which will be theirs when they are signed in. A token that opens nothing counts as none: the
    /// browser of somebody who signs up again may still have one.
    ///
    /// # Errors
    /// `too_many_requests`, and when a table cannot be read or written.
    pub async fn admit(&self, request: &ApiRequest) -> ApiResult<Option<UserId>> {
        if request.bearer_token().is_some() {
            match authenticate(&self.tokens, &self.users, request).await {
                Ok(user) => return Ok(Some(user.user_id)),
                Err(error) if error.code().status().is_server_error() => return Err(error),
                Err(_) => {}
            }
        }
        let client_ip = self.origin_check.client_ip(request).await?;
        self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        Ok(None)
    }

    /// Reads the secrets and opens the connection, so that the first request need not.
    pub async fn warm_up(&self) {
        // Boxed, since they hold whole SDK calls.
        tokio::join!(
            Box::pin(self.tokens.warm_up()),
            Box::pin(self.users.warm_up()),
            Box::pin(self.rate_limiter.warm_up()),
            Box::pin(self.origin_check.warm_up())
        );
    }
}
