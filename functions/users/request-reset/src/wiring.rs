//! The dependencies of `POST /users/request-reset`.

use std::time::Duration;

use app::Wiring;
use auth::{
    origin_check::OriginCheck,
    password_reset::PasswordResets,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// What share of the time for a call to AWS a mail has: 1.5 s of 6 s, which ends before the answer. Where calls have more time,
/// since the machine is slow, the answer may wait for the mail.
const MAIL_SHARE: u32 = 4;

/// What the endpoint works with.
pub(crate) struct RequestReset {
    pub(crate) users: UsersTable,
    pub(crate) resets: PasswordResets,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_ip: RateLimit,
    pub(crate) per_email: RateLimit,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
    /// After which time a mail is given up.
    pub(crate) mail_time: Duration,
}

impl RequestReset {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            resets: wiring.password_resets()?,
            rate_limiter: wiring.rate_limiter()?,
            per_ip: wiring.rate_limit(rate_limits::RESETS_PER_IP)?,
            per_email: wiring.rate_limit(rate_limits::RESETS_PER_EMAIL)?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
            mail_time: wiring.environment().aws_call_timeout()? / MAIL_SHARE,
        })
    }
}
