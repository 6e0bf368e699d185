//! The dependencies of `POST /users/resend-verification`.

use std::time::Duration;

use app::Wiring;
use auth::{
    mailbox_limits::MailboxLimits,
    origin_check::OriginCheck,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::TokenIssuer,
};
use mail::{Mailer, fixed_time};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ResendVerification {
    pub(crate) users: UsersTable,
    pub(crate) tokens: TokenIssuer,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_signup: RateLimit,
    pub(crate) limits: MailboxLimits,
    pub(crate) per_unverified: RateLimit,
    pub(crate) proofs: ProofsOfWork,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
    /// The timeout of the email.
    pub(crate) email_timeout: Duration,
}

impl ResendVerification {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            tokens: wiring.token_issuer()?,
            rate_limiter: wiring.rate_limiter()?,
            per_signup: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_OF_SIGNUP)?,
            limits: MailboxLimits {
                per_ip: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_IP)?,
                per_requester: wiring.rate_limit(rate_limits::REQUESTED_VERIFICATION_MAILS_PER_EMAIL)?,
                per_mailbox: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_MAILBOX)?,
            },
            per_unverified: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
            proofs: wiring.proofs_of_work()?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
            email_timeout: fixed_time::email_timeout(wiring.environment().aws_call_timeout()?),
        })
    }
}
