//! The dependencies of `POST /users/passkey-login`.

use app::{Wiring, sign_in::SignIns};
use auth::{
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use passkeys::Passkeys;
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct PasskeyLogin {
    pub(crate) sign_ins: SignIns,
    pub(crate) passkeys: Passkeys,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_ip: RateLimit,
}

impl PasskeyLogin {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            sign_ins: SignIns::wire(wiring)?,
            passkeys: Passkeys::wire(wiring)?,
            rate_limiter: wiring.rate_limiter()?,
            per_ip: wiring.rate_limit(rate_limits::FAILED_PASSKEY_LOGINS_PER_IP)?,
        })
    }
}
