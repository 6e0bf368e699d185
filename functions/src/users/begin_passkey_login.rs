//! `POST /users/passkey-login/options`: begins a sign-in with a passkey.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring};
use passkeys::Passkeys;
use platform::config::ConfigError;

pub struct BeginPasskeyLogin {
    passkeys: Passkeys,
}

impl Wired for BeginPasskeyLogin {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            passkeys: Passkeys::wire(wiring)?,
        })
    }
}

impl Endpoint for BeginPasskeyLogin {
    /// The response names no user and no passkey, and nothing is written, so there is nothing to limit here.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let (data, cookie) = self.passkeys.start_sign_in(request).await?;
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data })?.with_cookie(&cookie))
    }

    async fn warm_up(&self) {
        self.passkeys.warm_up().await;
    }
}
