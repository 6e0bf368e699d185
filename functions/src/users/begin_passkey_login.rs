//! `POST /users/passkey-login/options`: begins a sign-in with a passkey.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use passkeys::Passkeys;

wired! {
    pub struct BeginPasskeyLogin(wiring), warm_up(passkeys) {
        passkeys: Passkeys = wiring.make()?,
    }
}

impl Endpoint for BeginPasskeyLogin {
    /// The response names no user and no passkey, and nothing is written, so there is nothing to limit here.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let (data, cookie) = self.passkeys.start_sign_in(request).await?;
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data })?.with_cookie(&cookie))
    }
}
