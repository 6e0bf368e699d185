//! `GET /users/registration-challenge`: gives the challenge that the next registration needs, so that a client can solve it while the
//! user fills in the form.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::{
    origin_check::OriginCheck,
    proof_of_work::{self, ProofsOfWork},
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use serde::Serialize;
use serde_json::Value;

wired! {
    pub struct BeginRegistration(wiring), warm_up(rate_limiter, origin_check) {
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        registrations_per_ip: RateLimit = wiring.rate_limit(rate_limits::REGISTRATIONS_PER_IP)?,
        proofs: ProofsOfWork = wiring.proofs_of_work()?,
        origin_check: OriginCheck = wiring.origin_check()?,
    }
}

#[derive(Serialize)]
struct RegistrationChallenge {
    /// None when the next registration from the IP address needs no proof of work.
    challenge: Option<Value>,
}

impl Endpoint for BeginRegistration {
    /// Counts and writes nothing. The registration decides whether a proof is needed, and whether it counts.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let client = self.origin_check.client(request).await?;
        let without_proof = self.registrations_per_ip.attempts;
        let number = self
            .rate_limiter
            .attempts_of_client(&self.registrations_per_ip, &client)
            .await?
            + 1;
        let challenge = if number > without_proof {
            let level = proof_of_work::level(number, without_proof);
            Some(self.proofs.begin(client.address(), level).await?)
        } else {
            None
        };
        let data = RegistrationChallenge { challenge };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
