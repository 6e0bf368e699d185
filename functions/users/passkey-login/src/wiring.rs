//! The dependencies of `POST /users/passkey-login`.

use app::{Wiring, profile_view::ProfileViews};
use auth::{
    origin_check::OriginCheck,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    sessions::Sessions,
    tokens::Tokens,
};
use mail::Mailer;
use passkeys::Passkeys;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct PasskeyLogin {
    pub(crate) users: UsersTable,
    pub(crate) profiles: ProfileViews,
    pub(crate) tokens: Tokens,
    pub(crate) sessions: Sessions,
    pub(crate) passkeys: Passkeys,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_ip: RateLimit,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
}

impl PasskeyLogin {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            profiles: wiring.profiles()?,
            tokens: wiring.tokens()?,
            sessions: wiring.sessions()?,
            passkeys: Passkeys::wire(wiring)?,
            rate_limiter: wiring.rate_limiter()?,
            per_ip: wiring.rate_limit(rate_limits::FAILED_PASSKEY_LOGINS_PER_IP)?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
        })
    }
}
