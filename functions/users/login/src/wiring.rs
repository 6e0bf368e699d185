//! The dependencies of `POST /users/login`.

use app::{Wiring, profile_view::ProfileViews};
use auth::{
    devices::Devices,
    origin_check::OriginCheck,
    passwords::Passwords,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    sessions::Sessions,
    tokens::Tokens,
};
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct Login {
    pub(crate) users: UsersTable,
    pub(crate) profiles: ProfileViews,
    pub(crate) passwords: Passwords,
    pub(crate) tokens: Tokens,
    pub(crate) devices: Devices,
    pub(crate) sessions: Sessions,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_email: RateLimit,
    pub(crate) per_ip: RateLimit,
    pub(crate) per_device: RateLimit,
    pub(crate) links_per_email: RateLimit,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
}

impl Login {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            profiles: wiring.profiles()?,
            passwords: wiring.passwords(),
            tokens: wiring.tokens()?,
            devices: wiring.devices()?,
            sessions: wiring.sessions()?,
            rate_limiter: wiring.rate_limiter()?,
            per_email: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_EMAIL)?,
            per_ip: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_IP)?,
            per_device: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_DEVICE)?,
            links_per_email: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
        })
    }
}
