//! The password of a signed-in user, for changes that an access token alone must not allow: it may be stolen.

use api::{ApiResult, ErrorCode, Form};
use store::users::User;

use crate::{
    passwords::{PasswordCheck, Passwords},
    rate_limiter::RateLimiter,
    rate_limits::RateLimit,
};

pub struct PasswordConfirmation {
    rate_limiter: RateLimiter,
    limit: RateLimit,
    /// Verifies the passwords. A new password is hashed in the same buffer.
    pub passwords: Passwords,
}

impl PasswordConfirmation {
    /// Counts wrong passwords of a user against that limit.
    pub const fn new(rate_limiter: RateLimiter, limit: RateLimit, passwords: Passwords) -> Self {
        Self {
            rate_limiter,
            limit,
            passwords,
        }
    }

    /// Checks that `password` is the user's. The attempt is counted before the comparison, and refunded when the password is right.
    ///
    /// # Errors
    /// `incorrect_password`, the code of the limit, and when the attempt cannot be counted.
    pub async fn confirm(&self, user: &User, password: &str) -> ApiResult<()> {
        let attempts = self.rate_limiter.for_request();
        attempts.count(&self.limit, user.user_id.as_str()).await?;
        if self.passwords.verify(password, Some(&user.password_hash))? == PasswordCheck::Wrong {
            return Err(ErrorCode::IncorrectPassword.into());
        }
        attempts.refund().await;
        Ok(())
    }

    /// As [`Self::confirm`], for the field `password` of a request.
    pub async fn confirm_sent(&self, user: &User, password: Option<String>) -> ApiResult<()> {
        let password = Form::one(|form| form.current_password("password", password))?;
        self.confirm(user, &password).await
    }

    /// Reads the key of the counters before the first request.
    pub async fn warm_up(&self) {
        self.rate_limiter.warm_up().await;
    }
}
