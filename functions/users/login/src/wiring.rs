//! The dependencies of `POST /users/login`.

use app::{Wiring, sign_in::SignIns};
use auth::{
    counted_bodies::CountedBodies,
    devices::Devices,
    passwords::Passwords,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct Login {
    pub(crate) bodies: CountedBodies,
    pub(crate) sign_ins: SignIns,
    pub(crate) passwords: Passwords,
    pub(crate) devices: Devices,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) per_email: RateLimit,
    pub(crate) per_ip: RateLimit,
    pub(crate) per_client: RateLimit,
    pub(crate) per_device: RateLimit,
    pub(crate) proofs: ProofsOfWork,
    pub(crate) links_per_email: RateLimit,
}

impl Login {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            bodies: wiring.counted_bodies()?,
            sign_ins: SignIns::wire(wiring)?,
            passwords: wiring.passwords(),
            devices: wiring.devices()?,
            rate_limiter: wiring.rate_limiter()?,
            per_email: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_EMAIL)?,
            per_ip: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_IP)?,
            per_client: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_CLIENT)?,
            proofs: wiring.proofs_of_work()?,
            per_device: wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_DEVICE)?,
            links_per_email: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
        })
    }
}
