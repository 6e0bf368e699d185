//! `POST /users/delete`: deletes the account of the person who is signed in, for good (contract, call 5).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    Wiring,
    account_deletion::{AccountDeletion, DeletionOutcome, DeletionStatus},
};
use auth::{
    authenticate,
    passwords::{PasswordCheck, Passwords},
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use mail::{Mail, Mailer};
use platform::{
    config::ConfigError,
    metrics::{Event, Metrics},
};
use serde::Deserialize;
use store::users::UsersTable;

/// What the endpoint works with.
pub(crate) struct Delete {
    tokens: Tokens,
    users: UsersTable,
    deletion: AccountDeletion,
    passwords: Passwords,
    rate_limiter: RateLimiter,
    per_email: RateLimit,
    mailer: Mailer,
    metrics: Metrics,
}

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Delete {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.account_deletion()?,
            passwords: wiring.passwords(),
            rate_limiter: wiring.rate_limiter()?,
            per_email: wiring.rate_limit(rate_limits::DELETION_PER_EMAIL)?,
            mailer: wiring.mailer()?,
            metrics: wiring.metrics()?,
        })
    }
}

impl Endpoint for Delete {
    /// A stolen token is not enough, and the password cannot be guessed with it: attempts are limited as those of signing in are.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let password = payload.password.filter(|password| !password.is_empty());
        let password = password.ok_or(ErrorCode::MissingPassword)?;
        let attempt = self.rate_limiter.count(&self.per_email, user.email.as_str()).await?;
        let verdict = self.passwords.verify(&password, Some(&user.password_hash))?;
        if verdict == PasswordCheck::Wrong {
            return Err(ErrorCode::IncorrectPassword.into());
        }
        self.rate_limiter.refund(&attempt).await?;

        let DeletionOutcome { status, is_deliverable } = self.deletion.delete(user.clone()).await?;
        if status == DeletionStatus::Incomplete {
            // Nobody is left who could repeat it.
            self.metrics.count(Event::DeletionIncomplete);
        }
        // Of several at once, one tells the person.
        if status != DeletionStatus::AlreadyDeleted && is_deliverable {
            self.mailer.send(&user, &Mail::AccountDeleted).await;
        }
        ApiResponse::message(request, Message::AccountDeleted)
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.tokens.warm_up(),
            self.users.warm_up(),
            self.rate_limiter.warm_up(),
            self.deletion.warm_up()
        );
    }
}
