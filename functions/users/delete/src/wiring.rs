//! The dependencies of `POST /users/delete`.

use app::{Wiring, user_deletion::UserDeletion};
use auth::{
    passwords::Passwords,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use mail::Mailer;
use platform::{config::ConfigError, metrics::Metrics};
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct Delete {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) deletion: UserDeletion,
    pub(crate) passwords: Passwords,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_email: RateLimit,
    pub(crate) mailer: Mailer,
    pub(crate) metrics: Metrics,
}

impl Delete {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.user_deletion()?,
            passwords: wiring.passwords(),
            rate_limiter: wiring.rate_limiter()?,
            per_email: wiring.rate_limit(rate_limits::FAILED_DELETIONS_PER_USER)?,
            mailer: wiring.mailer()?,
            metrics: wiring.metrics()?,
        })
    }
}
