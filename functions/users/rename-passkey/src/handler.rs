//! `PUT /users/me/passkeys/{id}`: gives a passkey of the user another name.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use auth::authenticate;
use domain::PasskeyId;
use serde::Deserialize;

use crate::wiring::RenamePasskey;

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
        let id: Option<PasskeyId> = request.path_id("id");
        let id = id.filter(|id| user.passkeys.as_ref().is_some_and(|all| all.contains_key(id)));
        let id = id.ok_or_else(|| ApiError::not_found(ErrorCode::PasskeyNotFound))?;
        if !self.users.rename_passkey(&user.user_id, &id, &name).await? {
            return Err(ApiError::not_found(ErrorCode::PasskeyNotFound));
        }
        ApiResponse::message(request, Message::PasskeyRenamed)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up());
    }
}
