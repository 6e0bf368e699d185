//! The dependencies of `POST /users/correct-email`.

use app::Wiring;
use auth::{
    origin_check::OriginCheck,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::TokenIssuer,
};
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct CorrectEmail {
    pub(crate) tokens: TokenIssuer,
    pub(crate) users: UsersTable,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) registrations_per_ip: RateLimit,
    pub(crate) corrections_per_user: RateLimit,
    pub(crate) links_per_mailbox: RateLimit,
    pub(crate) per_unverified: RateLimit,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
}

impl CorrectEmail {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.token_issuer()?,
            users: wiring.users()?,
            rate_limiter: wiring.rate_limiter()?,
            registrations_per_ip: wiring.rate_limit(rate_limits::REGISTRATIONS_PER_IP)?,
            corrections_per_user: wiring.rate_limit(rate_limits::CORRECTIONS_PER_USER)?,
            links_per_mailbox: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_MAILBOX)?,
            per_unverified: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
        })
    }
}
