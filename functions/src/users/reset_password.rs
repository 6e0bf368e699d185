//! `POST /users/reset-password`: sets a new password, with a password reset token (contract, call 8).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use app::wired;
use auth::{
    counted_bodies::CountedBodies,
    devices::Devices,
    idempotency::Idempotency,
    password_reset::{PasswordResets, ResetToken},
    passwords::Passwords,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use domain::EmailAddress;
use mail::{MailTemplate, Mailer};
use serde::Deserialize;
use store::users::UsersTable;

wired! {
    pub struct ResetPassword(wiring), warm_up(users, resets, rate_limiter) {
        bodies: CountedBodies = wiring.counted_bodies()?,
        idempotency: Idempotency = wiring.idempotency()?,
        users: UsersTable = wiring.users()?,
        resets: PasswordResets = wiring.password_resets()?,
        passwords: Passwords = wiring.passwords(),
        devices: Devices = wiring.devices()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_email: RateLimit = wiring.rate_limit(rate_limits::FAILED_LOGINS_PER_EMAIL)?,
        mailer: Mailer = wiring.mailer()?,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    email: Option<String>,
    new_password: Option<String>,
    /// Whether to remove all passkeys, because somebody else may have added one.
    #[serde(default)]
    remove_passkeys: bool,
}

impl Endpoint for ResetPassword {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl ResetPassword {
    /// The response to a request that is not repeated.
    ///
    /// The transaction that sets the password consumes the token, so a request that fails can be retried.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = self.bodies.json(request).await?;
        let password = Form::one(|form| form.new_password(payload.new_password))?;
        let email: Option<EmailAddress> = payload.email.and_then(|email| email.parse().ok());
        let email = email.ok_or(ErrorCode::ResetFailed)?;
        let token = ResetToken::from_cookie(request).ok_or(ErrorCode::ResetFailed)?;
        if !self.resets.is_valid(&email, &token).await? {
            return Err(ErrorCode::ResetFailed.into());
        }
        let user = self.users.find_by_email(&email).await?.ok_or(ErrorCode::ResetFailed)?;
        let password = Form::one(|form| form.impersonal("newPassword", password, &user.profile.fullname, &user.email))?;

        let hash = self.passwords.hash(&password)?;
        let consumption = self.resets.consume_item(&email, &token, &user).await?;
        let removes_passkeys = payload.remove_passkeys;
        let changed = self
            .users
            .reset_password(&user, hash, consumption, removes_passkeys)
            .await?;
        let changed = changed.ok_or(ErrorCode::ResetFailed)?;
        // Users who forgot their password have often used up their login attempts. They must be able to sign in now, even while others
        // use up the attempts for their email address: the device is known from now on, because the code proved control of the mailbox.
        // It is not when another request has ended the sessions since the user was read, which raises the token version once more.
        self.rate_limiter.reset(&self.per_email, email.as_str()).await;
        self.mailer.send(&user, &MailTemplate::PasswordChanged).await;
        if removes_passkeys && user.passkeys.as_ref().is_some_and(|passkeys| !passkeys.is_empty()) {
            self.mailer.send(&user, &MailTemplate::PasskeyRemoved).await;
        }
        let device = self.devices.remember(request, &changed).await?;
        let response = ApiResponse::message(request, Message::PasswordReset)?;
        Ok(response.with_cookie(&ResetToken::expired_cookie()).with_cookie(&device))
    }
}
