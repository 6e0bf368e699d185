//! The dependencies of `POST /users/reset-password`.

use app::Wiring;
use auth::{
    counted_bodies::CountedBodies,
    devices::Devices,
    idempotency::Idempotency,
    password_reset::PasswordResets,
    passwords::Passwords,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ResetPassword {
    pub(crate) bodies: CountedBodies,
    pub(crate) idempotency: Idempotency,
    pub(crate) users: UsersTable,
    pub(crate) resets: PasswordResets,
    pub(crate) passwords: Passwords,
    pub(crate) devices: Devices,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_email: RateLimit,
    pub(crate) mailer: Mailer,
}

impl ResetPassword {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            bodies: wiring.counted_bodies()?,
            idempotency: wiring.idempotency()?,
            users: wiring.users()?,
            resets: wiring.password_resets()?,
            passwords: wiring.passwords(),
            devices: wiring.devices()?,
            rate_limiter: wiring.rate_limiter()?,
            per_email: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_EMAIL)?,
            mailer: wiring.mailer()?,
        })
    }
}
