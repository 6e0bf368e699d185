//! `POST /users/verify-reset-code`: exchanges a mailed code for a cookie that allows one reset (contract, call 7).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::Wiring;
use auth::{
    origin_check::OriginCheck,
    password_reset::{PasswordResets, ResetCode},
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use domain::EmailAddress;
use platform::config::ConfigError;
use serde::Deserialize;

/// What the endpoint works with.
pub(crate) struct VerifyResetCode {
    resets: PasswordResets,
    attempts_per_code: u64,
    rate_limiter: RateLimiter,
    per_ip: RateLimit,
    origin_check: OriginCheck,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    email: Option<String>,
    reset_code: Option<String>,
}

impl VerifyResetCode {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            resets: wiring.password_resets()?,
            attempts_per_code: wiring.environment().attempts_per_code()?,
            rate_limiter: wiring.rate_limiter()?,
            per_ip: wiring.rate_limit(rate_limits::GUESSES_PER_IP)?,
            origin_check: wiring.origin_check()?,
        })
    }
}

impl Endpoint for VerifyResetCode {
    /// Guesses are counted twice before they are looked at: for the code, and for the address that they come from.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        // What cannot be right is no guess.
        let email: Option<EmailAddress> = payload.email.and_then(|email| email.parse().ok());
        let email = email.ok_or(ErrorCode::InvalidCode)?;
        let code = payload.reset_code.and_then(|code| ResetCode::parse(&code));
        let code = code.ok_or(ErrorCode::InvalidCode)?;

        let client_ip = self.origin_check.client_ip(request).await?;
        let guess = self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        let proof = self.resets.exchange_code(&email, &code, self.attempts_per_code).await?;
        self.rate_limiter.refund(&guess).await?;
        Ok(ApiResponse::message(request, Message::CodeVerified)?.with_cookie(&proof.cookie()))
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.resets.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}
