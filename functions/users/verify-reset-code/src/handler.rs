//! `POST /users/verify-reset-code`: exchanges a password reset code for a password reset token, in a cookie (contract, call 7).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use auth::password_reset::{Requester, ResetCode};
use domain::EmailAddress;
use serde::Deserialize;

use crate::wiring::VerifyResetCode;

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

    async fn warm_up(&self) {
        tokio::join!(
            self.resets.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
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
        let requester = Requester::of(request);
        let exchange = self
            .resets
            .exchange_code(&email, requester, &code, self.attempts_per_code, without_cookie);
        let token = attempts.refund_on_failure(exchange).await?;
        attempts.refund().await;
        Ok(ApiResponse::message(request, Message::CodeVerified)?.with_cookie(&token.cookie()))
    }
}
