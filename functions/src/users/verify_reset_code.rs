//! `POST /users/verify-reset-code`: exchanges a password reset code for a password reset token, in a cookie (contract, call 7).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{
    idempotency::Idempotency,
    origin_check::OriginCheck,
    password_reset::{AttemptsWithoutCookie, PasswordResets, Requester, ResetCode},
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use domain::EmailAddress;
use serde::Deserialize;

wired! {
    pub struct VerifyResetCode(wiring), warm_up(resets, rate_limiter, origin_check) {
        idempotency: Idempotency = wiring.idempotency()?,
        resets: PasswordResets = wiring.password_resets()?,
        attempts_per_code: u64 = rate_limits::attempts_per_reset_code(wiring.environment())?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_ip: RateLimit = wiring.rate_limit(rate_limits::FAILED_RESET_CODES_PER_IP)?,
        without_cookie: AttemptsWithoutCookie = AttemptsWithoutCookie {
            per_client: wiring.rate_limit(rate_limits::RESET_CODES_WITHOUT_COOKIE)?,
            per_mailbox: wiring.rate_limit(rate_limits::RESET_CODES_PER_MAILBOX)?,
        },
        origin_check: OriginCheck = wiring.origin_check()?,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    email: Option<String>,
    reset_code: Option<String>,
}

impl Endpoint for VerifyResetCode {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl VerifyResetCode {
    /// The response to a request that is not repeated.
    ///
    /// An attempt is counted before the code is compared, once for the code and once for the IP address. The cookie of the request for the
    /// code gives its browser attempts of its own, which strangers cannot use up. Without it, the limits of the mailbox count.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        // A malformed email address or code cannot be correct, and does not count as an attempt.
        let email: Option<EmailAddress> = payload.email.and_then(|email| email.parse().ok());
        let email = email.ok_or(ErrorCode::InvalidCode)?;
        let code = payload.reset_code.and_then(|code| ResetCode::parse(&code));
        let code = code.ok_or(ErrorCode::InvalidCode)?;

        let client = self.origin_check.client(request).await?;
        let attempts = self.rate_limiter.for_request();
        attempts.count(&self.per_ip, client.address()).await?;
        let without_cookie = async || self.without_cookie.count(&attempts, &client, &email).await;
        let requester = Requester::from_cookie(request);
        let exchange = self
            .resets
            .exchange_code(&email, requester, &code, self.attempts_per_code, without_cookie);
        let token = attempts.refund_on_failure(exchange).await?;
        attempts.refund().await;
        Ok(ApiResponse::message(request, Message::CodeVerified)?.with_cookie(&token.cookie()))
    }
}
