//! `POST /users/passkey-login`: exchanges the signature of a passkey for an access token.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, StatusCode};
use app::{profile_view::ProfileView, set_named_language};
use auth::sessions::{SignIn, StartedSession};
use passkeys::SignInResponse;
use platform::clock;
use serde::{Deserialize, Serialize};
use store::users::User;

use crate::wiring::PasskeyLogin;

#[derive(Deserialize)]
struct Payload {
    challenge: String,
    credential: SignInResponse,
    /// Whether to keep the user signed in.
    remember: Option<bool>,
}

#[derive(Serialize)]
struct LoginResponse<'a> {
    token: String,
    data: ProfileView<'a>,
}

impl Endpoint for PasskeyLogin {
    /// As `POST /users/login`, with a passkey in place of email address and password. An unknown user, an unknown passkey and a wrong
    /// signature get the same response. Attempts are counted before the signature is verified; a successful sign-in refunds its attempt.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let client_ip = self.origin_check.client_ip(request).await?;
        let attempt = self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        let mut user = self.authenticate(request, &payload).await?;

        let set_language = set_named_language(&self.users, request, &user);
        let (language, ()) = tokio::join!(set_language, self.rate_limiter.refund(&attempt));
        user.language = language?;
        let data = self.profiles.view(&user, request.language()).await?;
        let sign_in = SignIn {
            user: &user,
            request,
            place: self.origin_check.place(request).await?,
            remember: payload.remember,
        };
        let started = self.sessions.start(&self.tokens, sign_in).await?;
        // All sessions were ended since the user was read, or the user was blocked or deleted. The passkey may still be valid, which
        // `passkey_refused` would deny: the web app has the browser forget such a passkey.
        let session = started.ok_or(ErrorCode::PasskeyExpired)?;
        session.report_new_device(&self.mailer, &user).await;
        let StartedSession { token, cookie, .. } = session;
        Ok(ApiResponse::private(request, StatusCode::OK, LoginResponse { token, data })?.with_cookie(&cookie))
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.users.warm_up(),
            self.tokens.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up(),
            self.passkeys.warm_up()
        );
    }
}

impl PasskeyLogin {
    /// The user whose passkey has signed the challenge, if the user may sign in. Stores the signature counter, so that a copy of the
    /// passkey with a lower one is refused.
    async fn authenticate(&self, request: &ApiRequest, payload: &Payload) -> ApiResult<User> {
        let Payload {
            challenge, credential, ..
        } = payload;
        let id = self.passkeys.user_of(credential)?;
        let user = self.users.find(&id).await?;
        let passkey = self
            .passkeys
            .finish_sign_in(request, challenge, credential, user.as_ref());
        let passkey = passkey.await?;
        let user = user.as_ref().ok_or(ErrorCode::PasskeyRefused)?;
        if user.rejected {
            return Err(ErrorCode::PasskeyRefused.into());
        }
        if user.blocked {
            return Err(ErrorCode::AccountBlocked.into());
        }
        if !user.verified {
            return Err(ErrorCode::AccountNotVerified.into());
        }
        let now = clock::seconds();
        let is_stored = self
            .users
            .use_passkey(&user.user_id, &passkey.id, passkey.read, &passkey.credential, now);
        if !is_stored.await? {
            // The passkey was used since the user was read, or removed. Another attempt finds out.
            return Err(ErrorCode::PasskeyExpired.into());
        }
        Ok(user.clone())
    }
}
