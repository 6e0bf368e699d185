//! `PUT /users/me/password`: replaces the password of the signed-in user.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message, StatusCode};
use auth::{authenticate, tokens::TokenPurpose};
use mail::MailTemplate;
use serde::{Deserialize, Serialize};

use crate::wiring::ChangePassword;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    current_password: Option<String>,
    new_password: Option<String>,
}

#[derive(Serialize)]
struct ChangedPassword {
    token: String,
    message: &'static str,
}

impl Endpoint for ChangePassword {
    /// Ends all sessions, and starts one for this device. A stolen access token is not enough: the current password is required, and
    /// guesses are limited.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let current = payload.current_password.filter(|password| !password.is_empty());
        let current = form.required("currentPassword", current, ErrorCode::MissingPassword);
        let new = form.new_password(payload.new_password);
        let (current, new) = form.finish(current.zip(new))?;
        self.confirmation.confirm(&user, &current).await?;

        let hash = self.confirmation.passwords.hash(&new)?;
        let user = self.users.change_password(&user, hash).await?;
        // Another request has replaced the password since it was confirmed.
        let user = user.ok_or(ErrorCode::IncorrectPassword)?;
        let issued = self
            .tokens
            .issue(&user, TokenPurpose::Access, self.session_lifetime)
            .await;
        let token = issued.map_err(|error| error.into_api_error(ErrorCode::InternalError))?;
        self.mailer.send(&user, &MailTemplate::PasswordChanged).await;
        let message = Message::PasswordChanged.text(request.language());
        ApiResponse::private(request, StatusCode::OK, ChangedPassword { token, message })
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.confirmation.warm_up());
    }
}
