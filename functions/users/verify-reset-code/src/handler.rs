//! `POST /users/verify-reset-code`: exchanges a mailed code for a cookie that allows one reset (contract, call 7).

use serde::Deserialize;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        reset::{ResetCode, Resets},
    },
    domain::EmailAddress,
    http::{Answer, ApiRequest, ApiResult, Endpoint, ErrorCode, Message},
};

/// What the endpoint works with.
pub(crate) struct VerifyResetCode {
    pub(crate) resets: Resets,
    pub(crate) attempts_per_code: u64,
    pub(crate) attempts: Attempts,
    pub(crate) per_address: Limit,
    pub(crate) cdn: Cdn,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    email: Option<String>,
    reset_code: Option<String>,
}

impl Endpoint for VerifyResetCode {
    /// Guesses are counted twice before they are looked at: for the code, and for the address that they come from.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let payload: Payload = request.json()?;
        // What cannot be right is no guess.
        let email: Option<EmailAddress> = payload.email.and_then(|email| email.parse().ok());
        let email = email.ok_or(ErrorCode::InvalidCode)?;
        let code = payload.reset_code.and_then(|code| ResetCode::parse(&code));
        let code = code.ok_or(ErrorCode::InvalidCode)?;

        let address = self.cdn.client_address(request).await?;
        let guess = self.attempts.count(&self.per_address, &address).await?;
        let proof = self.resets.exchange(&email, &code, self.attempts_per_code).await?;
        self.attempts.take_back(&guess).await?;
        Ok(Answer::message(request, Message::CodeVerified)?.with_cookie(&proof.cookie()))
    }

    async fn warm_up(&self) {
        tokio::join!(self.resets.warm_up(), self.attempts.warm_up(), self.cdn.warm_up());
    }
}
