//! The dependencies of `POST /services/{id}/interest`.

use app::Wiring;
use auth::{
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct AddInterest {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_user: RateLimit,
}

impl AddInterest {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            rate_limiter: wiring.rate_limiter()?,
            per_user: wiring.rate_limit(rate_limits::INTERESTS_PER_USER)?,
        })
    }
}
