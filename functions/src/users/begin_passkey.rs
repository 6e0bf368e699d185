//! `POST /users/me/passkeys/options`: begins to add a passkey.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::{
    authenticate,
    password_confirmation::PasswordConfirmation,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
    tokens::Tokens,
};
use passkeys::Passkeys;
use serde::Deserialize;
use store::users::UsersTable;

wired! {
    pub struct BeginPasskey(wiring), warm_up(tokens, users, confirmation, passkeys) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        confirmation: PasswordConfirmation = wiring.password_confirmation()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        passkeys_per_user: RateLimit = wiring.rate_limit(rate_limits::PASSKEYS_PER_USER)?,
        passkeys: Passkeys = wiring.make()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Endpoint for BeginPasskey {
    /// A stolen access token is not enough for another way to sign in: the password is required, and guesses are limited. It is confirmed
    /// here, and the passkeys of a day are counted here, before the authenticator makes a passkey that would be refused afterwards. The
    /// challenge carries the confirmation to `POST /users/me/passkeys`, once.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        self.confirmation.confirm_sent(&user, payload.password).await?;
        let attempts = self.rate_limiter.for_request();
        let begun = async {
            attempts.count(&self.passkeys_per_user, user.user_id.as_str()).await?;
            self.passkeys.start_registration(&user).await
        };
        let data = attempts.refund_on_failure(begun).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
