//! The dependencies of `POST /users/me/passkeys`.

use app::Wiring;
use auth::{
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use mail::Mailer;
use passkeys::Passkeys;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct AddPasskey {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) passkeys: Passkeys,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) passkeys_per_user: RateLimit,
    pub(crate) mailer: Mailer,
}

impl AddPasskey {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            passkeys: Passkeys::wire(wiring)?,
            rate_limiter: wiring.rate_limiter()?,
            passkeys_per_user: wiring.rate_limit(rate_limits::PASSKEYS_PER_USER)?,
            mailer: wiring.mailer()?,
        })
    }
}
