//! The dependencies of `POST /users/register`.

use app::{Wiring, profile_view::ProfileViews};
use auth::{
    counted_bodies::CountedBodies,
    idempotency::Idempotency,
    origin_check::OriginCheck,
    passwords::Passwords,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::TokenIssuer,
};
use domain::TeacherApproval;
use files::FileService;
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct Register {
    pub(crate) bodies: CountedBodies,
    pub(crate) idempotency: Idempotency,
    pub(crate) users: UsersTable,
    pub(crate) files: FileService,
    pub(crate) profiles: ProfileViews,
    pub(crate) passwords: Passwords,
    pub(crate) tokens: TokenIssuer,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) registrations_per_ip: RateLimit,
    pub(crate) registrations_with_proof_per_ip: RateLimit,
    pub(crate) proofs: ProofsOfWork,
    pub(crate) origin_check: OriginCheck,
    pub(crate) mailer: Mailer,
    pub(crate) approval: TeacherApproval,
}

impl Register {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            bodies: wiring.counted_bodies()?,
            idempotency: wiring.idempotency()?,
            users: wiring.users()?,
            files: wiring.files()?,
            profiles: wiring.profiles()?,
            passwords: wiring.passwords(),
            tokens: wiring.token_issuer()?,
            rate_limiter: wiring.rate_limiter()?,
            registrations_per_ip: wiring.rate_limit(rate_limits::REGISTRATIONS_PER_IP)?,
            registrations_with_proof_per_ip: wiring.rate_limit(rate_limits::REGISTRATIONS_WITH_PROOF_PER_IP)?,
            proofs: wiring.proofs_of_work()?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
            approval: wiring.environment().teacher_approval()?,
        })
    }
}
