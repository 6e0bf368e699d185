//! `PUT /users/me/password`: replaces the password of the signed-in user.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message, StatusCode};
use app::wired;
use auth::{
    SignedIn, authenticate_session,
    counted_bodies::CountedBodies,
    devices::Devices,
    idempotency::Idempotency,
    password_confirmation::PasswordConfirmation,
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, RateLimit},
    sessions::{RenewedSession, Sessions},
    tokens::TokenIssuer,
};
use domain::Password;
use mail::{MailTemplate, Mailer};
use serde::{Deserialize, Serialize};
use store::users::{User, UsersTable};

wired! {
    pub struct ChangePassword(wiring), warm_up(tokens, users, confirmation) {
        bodies: CountedBodies = wiring.counted_bodies()?,
        idempotency: Idempotency = wiring.idempotency()?,
        tokens: TokenIssuer = wiring.token_issuer()?,
        sessions: Sessions = wiring.sessions()?,
        users: UsersTable = wiring.users()?,
        devices: Devices = wiring.devices()?,
        confirmation: PasswordConfirmation = wiring.password_confirmation()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        changes_per_user: RateLimit = wiring.rate_limit(rate_limits::PASSWORD_CHANGES_PER_USER)?,
        mailer: Mailer = wiring.mailer()?,
    }
}

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
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl ChangePassword {
    /// The response to a request that is not repeated.
    ///
    /// Ends all sessions, and makes all devices unknown. The session of this device continues under a new id, so its access token is
    /// replaced, and the device stays known. A stolen access token is not enough: the current password is required, and guesses are
    /// limited.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let signed_in = authenticate_session(&self.tokens, &self.users, request).await?;
        let user = &signed_in.user;
        let payload: Payload = self.bodies.json(request).await?;
        let mut form = Form::default();
        let current = form.current_password("currentPassword", payload.current_password);
        let new = form.new_password(payload.new_password);
        let new = new.and_then(|new| form.impersonal("newPassword", new, &user.profile.fullname, &user.email));
        let (current, new) = form.finish(current.zip(new))?;
        self.confirmation.confirm(user, &current).await?;

        let attempts = self.rate_limiter.for_request();
        let session = self.sessions.renew(&signed_in, request);
        let changed = self.change(&attempts, &signed_in, &new, &session);
        let user = attempts.refund_on_failure(changed).await?;
        let token = session.access_token(&self.tokens, &user).await;
        let token = token.map_err(|error| error.into_api_error(ErrorCode::InternalError))?;
        self.mailer.send(&user, &MailTemplate::PasswordChanged).await;
        // The cookie has the token version, which the change has raised.
        let device = self.devices.remember(request, &user).await?;
        let message = Message::PasswordChanged.text(request.language());
        let response = ApiResponse::private(request, StatusCode::OK, ChangedPassword { token, message })?;
        Ok(response.with_cookie(&device))
    }

    /// Counts the change, and replaces the password. Returns the user with the new one.
    async fn change(
        &self,
        attempts: &RequestAttempts<'_>,
        signed_in: &SignedIn,
        new: &Password,
        session: &RenewedSession,
    ) -> ApiResult<User> {
        let SignedIn { user, session: current } = signed_in;
        attempts.count(&self.changes_per_user, user.user_id.as_str()).await?;
        let hash = self.confirmation.passwords.hash(new)?;
        let entry = session.entry();
        let changed = self.users.change_password(user, hash, current.as_ref(), entry).await?;
        // Another request has ended the session since it was read, or replaced the password, which ends it, too.
        changed.ok_or_else(|| ErrorCode::Unauthorized.into())
    }
}
