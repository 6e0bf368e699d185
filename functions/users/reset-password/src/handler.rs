//! `POST /users/reset-password`: sets another password, for whoever proved the mailbox (contract, call 8).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use app::Wiring;
use auth::{
    password_reset::{PasswordResets, ResetToken},
    passwords::Passwords,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit},
};
use domain::EmailAddress;
use mail::{Mail, Mailer};
use platform::config::ConfigError;
use serde::Deserialize;
use store::users::UsersTable;

/// What the endpoint works with.
pub(crate) struct ResetPassword {
    users: UsersTable,
    resets: PasswordResets,
    passwords: Passwords,
    rate_limiter: RateLimiter,
    per_email: RateLimit,
    mailer: Mailer,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    email: Option<String>,
    new_password: Option<String>,
}

impl ResetPassword {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            resets: wiring.password_resets()?,
            passwords: wiring.passwords(),
            rate_limiter: wiring.rate_limiter()?,
            per_email: wiring.rate_limit(rate_limits::LOGIN_PER_EMAIL)?,
            mailer: wiring.mailer()?,
        })
    }
}

impl Endpoint for ResetPassword {
    /// A password that is too short does not use the proof up. What does is the transaction that sets the password, so a reset
    /// that fails can be tried again.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let password = form.new_password(payload.new_password);
        let password = form.finish(password)?;
        let email: Option<EmailAddress> = payload.email.and_then(|email| email.parse().ok());
        let email = email.ok_or(ErrorCode::ResetFailed)?;
        let proof = ResetToken::of(request).ok_or(ErrorCode::ResetFailed)?;
        if !self.resets.is_valid(&email, &proof).await? {
            return Err(ErrorCode::ResetFailed.into());
        }
        let user = self.users.find_by_email(&email).await?.ok_or(ErrorCode::ResetFailed)?;

        let hash = self.passwords.hash(&password)?;
        let proof = self.resets.consume_item(&email, &proof).await?;
        if !self.users.reset_password(&user.user_id, hash, proof).await? {
            return Err(ErrorCode::ResetFailed.into());
        }
        // Whoever forgot a password has often tried too many: they are to sign in now.
        self.rate_limiter.reset(&self.per_email, email.as_str()).await.ok();
        self.mailer.send(&user, &Mail::PasswordChanged).await;
        Ok(ApiResponse::message(request, Message::PasswordReset)?.with_cookie(&ResetToken::expired_cookie()))
    }

    async fn warm_up(&self) {
        tokio::join!(self.users.warm_up(), self.resets.warm_up(), self.rate_limiter.warm_up());
    }
}
