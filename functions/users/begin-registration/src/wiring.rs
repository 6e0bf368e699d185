//! The dependencies of `GET /users/registration-challenge`.

use app::Wiring;
use auth::{
    origin_check::OriginCheck,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct BeginRegistration {
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) registrations_per_ip: RateLimit,
    pub(crate) proofs: ProofsOfWork,
    pub(crate) origin_check: OriginCheck,
}

impl BeginRegistration {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            rate_limiter: wiring.rate_limiter()?,
            registrations_per_ip: wiring.rate_limit(rate_limits::REGISTRATIONS_PER_IP)?,
            proofs: wiring.proofs_of_work()?,
            origin_check: wiring.origin_check()?,
        })
    }
}
