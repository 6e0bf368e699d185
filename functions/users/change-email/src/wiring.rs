//! The dependencies of `POST /users/me/email`.

use std::time::Duration;

use app::Wiring;
use auth::{
    origin_check::OriginCheck,
    password_confirmation::PasswordConfirmation,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::TokenIssuer,
};
use mail::{Mailer, fixed_time};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ChangeEmail {
    pub(crate) tokens: TokenIssuer,
    pub(crate) users: UsersTable,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_user: RateLimit,
    pub(crate) per_email: RateLimit,
    pub(crate) proofs: ProofsOfWork,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
    /// The timeout of each email.
    pub(crate) email_timeout: Duration,
}

impl ChangeEmail {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.token_issuer()?,
            users: wiring.users()?,
            confirmation: wiring.password_confirmation()?,
            rate_limiter: wiring.rate_limiter()?,
            per_user: wiring.rate_limit(rate_limits::EMAIL_CHANGES_PER_USER)?,
            per_email: wiring.rate_limit(rate_limits::EMAIL_CHANGE_MAILS_PER_EMAIL)?,
            proofs: wiring.proofs_of_work()?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
            email_timeout: fixed_time::email_timeout(wiring.environment().aws_call_timeout()?),
        })
    }
}
