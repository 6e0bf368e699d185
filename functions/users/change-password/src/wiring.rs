//! The dependencies of `PUT /users/me/password`.

use app::Wiring;
use auth::{
    counted_bodies::CountedBodies,
    devices::Devices,
    idempotency::Idempotency,
    password_confirmation::PasswordConfirmation,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    sessions::Sessions,
    tokens::TokenIssuer,
};
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ChangePassword {
    pub(crate) bodies: CountedBodies,
    pub(crate) idempotency: Idempotency,
    pub(crate) tokens: TokenIssuer,
    pub(crate) sessions: Sessions,
    pub(crate) users: UsersTable,
    pub(crate) devices: Devices,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) changes_per_user: RateLimit,
    pub(crate) mailer: Mailer,
}

impl ChangePassword {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            bodies: wiring.counted_bodies()?,
            idempotency: wiring.idempotency()?,
            tokens: wiring.token_issuer()?,
            sessions: wiring.sessions()?,
            users: wiring.users()?,
            devices: wiring.devices()?,
            confirmation: wiring.password_confirmation()?,
            rate_limiter: wiring.rate_limiter()?,
            changes_per_user: wiring.rate_limit(rate_limits::PASSWORD_CHANGES_PER_USER)?,
            mailer: wiring.mailer()?,
        })
    }
}
