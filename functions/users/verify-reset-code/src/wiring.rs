//! The dependencies of `POST /users/verify-reset-code`.

use app::Wiring;
use auth::{
    idempotency::Idempotency,
    origin_check::OriginCheck,
    password_reset::{AttemptsWithoutCookie, PasswordResets},
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct VerifyResetCode {
    pub(crate) idempotency: Idempotency,
    pub(crate) resets: PasswordResets,
    pub(crate) attempts_per_code: u64,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_ip: RateLimit,
    pub(crate) without_cookie: AttemptsWithoutCookie,
    pub(crate) origin_check: OriginCheck,
}

impl VerifyResetCode {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            idempotency: wiring.idempotency()?,
            resets: wiring.password_resets()?,
            attempts_per_code: rate_limits::attempts_per_reset_code(wiring.environment())?,
            rate_limiter: wiring.rate_limiter()?,
            per_ip: wiring.rate_limit(rate_limits::FAILED_RESET_CODES_PER_IP)?,
            without_cookie: AttemptsWithoutCookie {
                per_client: wiring.rate_limit(rate_limits::RESET_CODES_WITHOUT_COOKIE)?,
                per_mailbox: wiring.rate_limit(rate_limits::RESET_CODES_PER_MAILBOX)?,
            },
            origin_check: wiring.origin_check()?,
        })
    }
}
