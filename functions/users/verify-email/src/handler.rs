//! `POST /users/verify-email`: verifies an email address with the token of the verification link (contract, call 17).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use auth::tokens::TokenPurpose;
use serde::Deserialize;

use crate::wiring::VerifyEmail;

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

impl Endpoint for VerifyEmail {
    /// Idempotent: a link can be opened again. The token's version is not checked, because the end of sessions does not affect it. A
    /// deleted user makes the link invalid.
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
