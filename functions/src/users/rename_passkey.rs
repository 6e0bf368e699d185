//! `PUT /users/me/passkeys/{id}`: gives a passkey of the user another name.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use app::{Wired, Wiring};
use auth::{authenticate, tokens::Tokens};
use domain::PasskeyId;
use platform::config::ConfigError;
use serde::Deserialize;
use store::users::UsersTable;

pub struct RenamePasskey {
    tokens: Tokens,
    users: UsersTable,
}

impl Wired for RenamePasskey {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
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
        let mut form = Form::default();
        let name = form.passkey_name(payload.name);
        let name = form.finish(name)?;
        let id: PasskeyId = request.path_id("id").ok_or_else(not_found)?;
        if !self.users.rename_passkey(&user.user_id, &id, &name).await? {
            return Err(not_found());
        }
        ApiResponse::message(request, Message::PasskeyRenamed)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}

fn not_found() -> ApiError {
    ApiError::not_found(ErrorCode::PasskeyNotFound)
}
