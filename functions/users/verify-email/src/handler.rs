//! `POST /users/verify-email`: proves a mailbox with the token of the mailed link (contract, call 17).

use serde::Deserialize;
use shared::{
    auth::tokens::{Purpose, Tokens},
    http::{Answer, ApiRequest, ApiResult, Endpoint, ErrorCode, Message},
    store::users::UsersTable,
};

/// What the endpoint works with.
pub(crate) struct VerifyEmail {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
}

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

impl Endpoint for VerifyEmail {
    /// A link may be opened again: it proved the mailbox, and still does. Sessions that ended since do not change that, so the
    /// token's version is not looked at; an account that is gone does.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let payload: Payload = request.json()?;
        let claims = self
            .tokens
            .read(payload.token.unwrap_or_default().trim(), Purpose::VerifyEmail)
            .await;
        let claims = claims.map_err(|error| error.into_api_error(ErrorCode::VerificationInvalid))?;
        if !self.users.mark_verified(&claims.sub).await? {
            return Err(ErrorCode::VerificationInvalid.into());
        }
        Answer::message(request, Message::EmailVerified)
    }

    async fn warm_up(&self) {
        self.tokens.warm_up().await;
    }
}
