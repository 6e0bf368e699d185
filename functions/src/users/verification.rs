//! `POST /users/verification`: returns the email address and the time of the sign-up for a verification link.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{email_verification, signup_proof, tokens::Tokens};
use domain::EmailAddress;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::users::UsersTable;

wired! {
    pub struct Verification(wiring), warm_up(users, tokens) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

/// It has no name, because the person who signed up may have chosen one that misleads the owner of the mailbox.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VerificationView<'a> {
    email: &'a EmailAddress,
    created_at: Timestamp,
    verified: bool,
    signed_up_here: bool,
}

impl Endpoint for Verification {
    /// Changes nothing. The token is in the body and not in the URL, which logs would contain.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let user = email_verification::user_of_link(&self.tokens, &self.users, payload.token).await?;
        let user = user
            .filter(|user| !user.rejected)
            .ok_or(ErrorCode::VerificationInvalid)?;
        let data = VerificationView {
            email: &user.email,
            created_at: user.created_at,
            verified: user.verified,
            signed_up_here: signup_proof::user_id(&self.tokens, request).await?.as_ref() == Some(&user.user_id),
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
