//! Decides who may upload files.

use api::{ApiRequest, ApiResult, WarmUp};
use domain::UserId;
use store::{files::UploadStarter, users::UsersTable};

use crate::{
    authenticate,
    origin_check::OriginCheck,
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::RateLimit,
    read_access_token,
    tokens::Tokens,
};

/// Decides who may upload files: signed-in users within a rate limit for each user; visitors, such as teachers who sign up, within one
/// for each client and each of its networks.
#[derive(Debug)]
pub struct UploadAuthorizer {
    tokens: Tokens,
    /// None in a function that decodes hostile files, and so reads no user. It accepts the token of a session that has ended, which is
    /// valid for nothing else.
    users: Option<UsersTable>,
    rate_limiter: RateLimiter,
    origin_check: OriginCheck,
    per_ip: RateLimit,
    per_user: RateLimit,
}

impl UploadAuthorizer {
    /// `per_ip` limits the uploads of visitors, and `per_user` those of signed-in users.
    pub const fn new(
        tokens: Tokens,
        users: Option<UsersTable>,
        rate_limiter: RateLimiter,
        origin_check: OriginCheck,
        per_ip: RateLimit,
        per_user: RateLimit,
    ) -> Self {
        Self {
            tokens,
            users,
            rate_limiter,
            origin_check,
            per_ip,
            per_user,
        }
    }

    /// Authorizes and counts an upload. A request with a refused access token counts as that of a visitor, because the browser of a
    /// visitor may still have an old token. Returns the counted attempt, too.
    ///
    /// # Errors
    /// `too_many_requests`, and when a table cannot be read or written.
    pub async fn authorize(&self, request: &ApiRequest) -> ApiResult<(UploadStarter, RequestAttempts<'_>)> {
        let attempts = self.rate_limiter.for_request();
        if request.bearer_token().is_some() {
            match self.user_of(request).await {
                Ok(user) => {
                    attempts.count(&self.per_user, user.as_str()).await?;
                    return Ok((starter(Some(user), &attempts), attempts));
                }
                Err(error) if error.code().status().is_server_error() => return Err(error),
                Err(_) => {}
            }
        }
        let client = self.origin_check.client(request).await?;
        let most = self.per_ip.attempts;
        attempts.count_client(most, &self.per_ip, &client, "").await?;
        Ok((starter(None, &attempts), attempts))
    }

    async fn user_of(&self, request: &ApiRequest) -> ApiResult<UserId> {
        match &self.users {
            Some(users) => Ok(authenticate(&self.tokens, users, request).await?.user_id),
            None => Ok(read_access_token(&self.tokens, request).await?.sub),
        }
    }

    /// Reads the secrets and opens the connection before the first request.
    pub async fn warm_up(&self) {
        // Boxed, because these futures contain whole SDK calls.
        tokio::join!(
            Box::pin(self.tokens.warm_up()),
            Box::pin(async {
                if let Some(users) = &self.users {
                    users.warm_up().await;
                }
            }),
            Box::pin(self.rate_limiter.warm_up()),
            Box::pin(self.origin_check.warm_up())
        );
    }
}

fn starter(owner: Option<UserId>, attempts: &RequestAttempts<'_>) -> UploadStarter {
    UploadStarter {
        owner,
        counters: attempts.counters(),
    }
}
