//! `POST /users/me/passkeys`: adds a passkey to the signed-in user.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::wired;
use auth::{authenticate, tokens::Tokens};
use domain::DeviceName;
use lambda_http::http::header::USER_AGENT;
use mail::{MailTemplate, Mailer};
use passkeys::{MAX_PASSKEYS, NewPasskey, PasskeyView, Passkeys};
use serde::Deserialize;
use store::users::UsersTable;

wired! {
    pub struct AddPasskey(wiring), warm_up(tokens, users, passkeys) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        passkeys: Passkeys = wiring.make()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    challenge: String,
    credential: NewPasskey,
    /// Without one, the passkey has the name of the device.
    name: Option<String>,
}

impl Endpoint for AddPasskey {
    /// The challenge shows that the password was confirmed some minutes ago. An email reports it to the user.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let name = Form::one(|form| form.new_passkey_name(payload.name, device_name(request)))?;
        let (id, passkey) = self
            .passkeys
            .finish_registration(&user, &payload.challenge, &payload.credential, name)
            .await?;
        if !self.users.add_passkey(&user, &id, &passkey, MAX_PASSKEYS).await? {
            // Another request has added the same passkey or the last possible one, or has replaced the password.
            return Err(ErrorCode::Conflict.into());
        }
        self.mailer.send(&user, &MailTemplate::PasskeyAdded).await;
        let data = PasskeyView::new(&id, &passkey)?;
        ApiResponse::private(request, StatusCode::CREATED, Data { data })
    }
}

fn device_name(request: &ApiRequest) -> String {
    DeviceName::of_user_agent(request.header(USER_AGENT).unwrap_or_default()).to_string()
}
