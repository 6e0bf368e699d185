//! `POST /users/request-reset`: sends an email with a password reset code (contract, call 6).

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use app::wired;
use auth::{
    devices::Devices,
    email_verification,
    mailbox_limits::MailboxLimits,
    password_reset::{PasswordResets, Requester, ResetCode},
    proof_of_work::Proof,
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, RateLimit},
};
use domain::EmailAddress;
use mail::{MailTemplate, Mailer, fixed_time};
use serde::Deserialize;
use store::users::{User, UsersTable};
use tokio::time::Instant;

wired! {
    pub struct RequestReset(wiring), warm_up(users, resets, rate_limiter, limits.origin_check) {
        users: UsersTable = wiring.users()?,
        resets: PasswordResets = wiring.password_resets()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        limits: MailboxLimits = MailboxLimits {
            per_ip: wiring.rate_limit(rate_limits::RESET_MAILS_PER_IP)?,
            per_requester: wiring.rate_limit(rate_limits::RESET_MAILS_PER_EMAIL)?,
            per_mailbox: wiring.rate_limit(rate_limits::RESET_MAILS_PER_MAILBOX)?,
            proofs: wiring.proofs_of_work()?,
            origin_check: wiring.origin_check()?,
        },
        per_unverified: RateLimit = wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
        devices: Devices = wiring.devices()?,
        mailer: Mailer = wiring.mailer()?,
        email_timeout: Duration = fixed_time::email_timeout(wiring.environment().aws_call_timeout()?),
    }
}

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
    /// The proof of work, when one was asked for.
    proof: Option<Proof>,
}

impl Endpoint for RequestReset {
    /// Neither the response nor its time reveals whether a user exists: a code is also created and stored for an unknown email address,
    /// and the response leaves at a fixed time, which the email does not delay ([`fixed_time`]).
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let started = Instant::now();
        let payload: Payload = request.json()?;
        let email = Form::one(|form| form.email(payload.email))?;
        let requester = Requester::from_cookie_or_new(request)?;
        let attempts = self.rate_limiter.for_request();
        let proof = payload.proof.as_ref();
        let issued = self.issue_code(&attempts, request, &email, &requester, proof);
        let (user, code) = attempts.refund_on_failure(issued).await?;
        fixed_time::respond_after(started, self.send_code(&attempts, user, &code)).await;
        Ok(ApiResponse::message(request, Message::ResetRequested)?.with_cookie(&requester.cookie()))
    }
}

impl RequestReset {
    /// Counts the request, and issues a code. Returns the user, too. A device on which the user has signed in is not affected by the requests of
    /// others.
    ///
    /// # Errors
    /// `proof_required`, `too_many_requests`; and when a table cannot be read or written.
    async fn issue_code(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        requester: &Requester,
        proof: Option<&Proof>,
    ) -> ApiResult<(Option<User>, ResetCode)> {
        let per_device = &self.limits.per_requester;
        let device = self.devices.count(request, email, attempts, per_device).await?;
        if device.is_none() {
            // Boxed, because the future contains whole SDK calls.
            Box::pin(self.limits.count(attempts, request, email, proof)).await?;
        }
        let user = self.users.find_by_email(email).await?;
        if device.is_some_and(|device| !device.is_known_to(user.as_ref())) {
            self.limits.count(attempts, request, email, proof).await?;
        }
        let code = self.resets.issue_code(email, requester, user.as_ref()).await?;
        Ok((user, code))
    }

    /// Sends the code to a user who is not blocked. A failure is only logged: the user can request another code.
    async fn send_code(&self, attempts: &RequestAttempts<'_>, user: Option<User>, code: &ResetCode) {
        if let Some(user) = user.filter(|user| !user.blocked)
            && email_verification::may_send(attempts, &self.per_unverified, &user).await
        {
            let email = MailTemplate::ResetCode {
                code: code.as_str().to_owned(),
            };
            self.mailer.send_with_timeout(self.email_timeout, &user, &email).await;
        }
    }
}
