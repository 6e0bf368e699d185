//! `POST /users/verify-email`: proves a mailbox with the token of the mailed link (contract, call 17).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use auth::tokens::TokenPurpose;
use serde::Deserialize;

use crate::wiring::VerifyEmail;

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

impl Endpoint for VerifyEmail {
    /// A link may be opened again: it proved the mailbox, and still does. Sessions that ended since do not change that, so the
    /// token's version is not looked at; an account that is gone does.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let claims = self
            .tokens
            .read(
                payload.token.unwrap_or_default().trim(),
                TokenPurpose::EmailVerification,
            )
            .await;
        let claims = claims.map_err(|error| error.into_api_error(ErrorCode::VerificationInvalid))?;
        if !self.users.mark_verified(&claims.sub).await? {
            return Err(ErrorCode::VerificationInvalid.into());
        }
        ApiResponse::message(request, Message::EmailVerified)
    }

    async fn warm_up(&self) {
        self.tokens.warm_up().await;
    }
}
