//! `PUT /users/me/passkeys/{id}`: gives a passkey of the user another name.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::PasskeyId;
use serde::Deserialize;
use store::users::UsersTable;

wired! {
    pub struct RenamePasskey(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    name: Option<String>,
}

impl Endpoint for RenamePasskey {
    /// The passkey of another user gets the same error as one that does not exist.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let name = Form::one(|form| form.passkey_name(payload.name))?;
        let id: PasskeyId = request.path_id("id").ok_or_else(not_found)?;
        if !self.users.rename_passkey(&user.user_id, &id, &name).await? {
            return Err(not_found());
        }
        ApiResponse::message(request, Message::PasskeyRenamed)
    }
}

fn not_found() -> ApiError {
    ApiError::not_found(ErrorCode::PasskeyNotFound)
}
