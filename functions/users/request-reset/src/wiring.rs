//! The dependencies of `POST /users/request-reset`.

use std::time::Duration;

use app::Wiring;
use auth::{
    devices::Devices,
    mailbox_limits::MailboxLimits,
    origin_check::OriginCheck,
    password_reset::PasswordResets,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use mail::{Mailer, fixed_time};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct RequestReset {
    pub(crate) users: UsersTable,
    pub(crate) resets: PasswordResets,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) limits: MailboxLimits,
    pub(crate) per_unverified: RateLimit,
    pub(crate) proofs: ProofsOfWork,
    pub(crate) devices: Devices,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
    /// The timeout of the email.
    pub(crate) email_timeout: Duration,
}

impl RequestReset {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            resets: wiring.password_resets()?,
            rate_limiter: wiring.rate_limiter()?,
            limits: MailboxLimits {
                per_ip: wiring.rate_limit(rate_limits::RESET_MAILS_PER_IP)?,
                per_requester: wiring.rate_limit(rate_limits::RESET_MAILS_PER_EMAIL)?,
                per_mailbox: wiring.rate_limit(rate_limits::RESET_MAILS_PER_MAILBOX)?,
            },
            per_unverified: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
            proofs: wiring.proofs_of_work()?,
            devices: wiring.devices()?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
            email_timeout: fixed_time::email_timeout(wiring.environment().aws_call_timeout()?),
        })
    }
}
