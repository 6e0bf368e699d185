//! The dependencies of `POST /users/me/export`.

use app::{Wiring, jobs::JobFunction};
use auth::{
    password_confirmation::PasswordConfirmation,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct RequestExport {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_user: RateLimit,
    pub(crate) make_export: JobFunction,
}

impl RequestExport {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            confirmation: wiring.password_confirmation()?,
            rate_limiter: wiring.rate_limiter()?,
            per_user: wiring.rate_limit(rate_limits::DATA_EXPORTS_PER_USER)?,
            make_export: wiring.job_function(wiring.environment().make_export_function()?),
        })
    }
}
