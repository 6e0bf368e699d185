//! The dependencies of `POST /users/me/passkeys/options`.

use app::Wiring;
use auth::{
    password_confirmation::PasswordConfirmation,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use passkeys::Passkeys;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct BeginPasskey {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) passkeys_per_user: RateLimit,
    pub(crate) passkeys: Passkeys,
}

impl BeginPasskey {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            confirmation: wiring.password_confirmation()?,
            rate_limiter: wiring.rate_limiter()?,
            passkeys_per_user: wiring.rate_limit(rate_limits::PASSKEYS_PER_USER)?,
            passkeys: Passkeys::wire(wiring)?,
        })
    }
}
