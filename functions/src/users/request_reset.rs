//! `POST /users/request-reset`: sends an email with a password reset code (contract, call 6).

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use app::{Wired, Wiring};
use auth::{
    admission::Admission,
    devices::Devices,
    email_verification,
    mailbox_limits::MailboxLimits,
    origin_check::OriginCheck,
    password_reset::{PasswordResets, Requester, ResetCode},
    proof_of_work::{Proof, ProofsOfWork},
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, PROVEN_MAILS, RateLimit},
};
use domain::EmailAddress;
use mail::{MailTemplate, Mailer, fixed_time};
use platform::config::ConfigError;
use serde::Deserialize;
use store::users::{User, UsersTable};
use tokio::time::Instant;

pub struct RequestReset {
    users: UsersTable,
    resets: PasswordResets,
    rate_limiter: RateLimiter,
    limits: MailboxLimits,
    per_unverified: RateLimit,
    proofs: ProofsOfWork,
    devices: Devices,
    origin_check: OriginCheck,
    mailer: Mailer,
    email_timeout: Duration,
}

impl Wired for RequestReset {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            resets: wiring.password_resets()?,
            rate_limiter: wiring.rate_limiter()?,
            limits: MailboxLimits {
                per_ip: wiring.rate_limit(rate_limits::RESET_MAILS_PER_IP)?,
                per_requester: wiring.rate_limit(rate_limits::RESET_MAILS_PER_EMAIL)?,
                per_mailbox: wiring.rate_limit(rate_limits::RESET_MAILS_PER_MAILBOX)?,
            },
            per_unverified: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
            proofs: wiring.proofs_of_work()?,
            devices: wiring.devices()?,
            origin_check: wiring.origin_check()?,
            mailer: wiring.mailer()?,
            email_timeout: fixed_time::email_timeout(wiring.environment().aws_call_timeout()?),
        })
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
        let mut form = Form::default();
        let email = form.email(payload.email);
        let email = form.finish(email)?;
        let requester = Requester::from_cookie_or_new(request)?;
        let attempts = self.rate_limiter.for_request();
        let proof = payload.proof.as_ref();
        let issued = self.issue_code(&attempts, request, &email, &requester, proof);
        let (user, code) = attempts.refund_on_failure(issued).await?;
        fixed_time::respond_after(started, self.send_code(&attempts, user, &code)).await;
        Ok(ApiResponse::message(request, Message::ResetRequested)?.with_cookie(&requester.cookie()))
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.users.warm_up(),
            self.resets.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}

impl RequestReset {
    /// Counts the request, and issues a code. Returns the user, too.
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
        let on_unknown = self.count_on_unknown_device(attempts, request, email, proof);
        let counted = self.devices.count(request, email, attempts, per_device, on_unknown);
        // Boxed, because the future contains whole SDK calls.
        let device = Box::pin(counted).await?;
        let user = self.users.find_by_email(email).await?;
        if device.is_some_and(|device| !device.is_known_to(user.as_ref())) {
            self.count_on_unknown_device(attempts, request, email, proof).await?;
        }
        let code = self.resets.issue_code(email, requester, user.as_ref()).await?;
        Ok((user, code))
    }

    /// Counts a request from a device on which the user has not signed in. Other devices are not affected by these requests.
    async fn count_on_unknown_device(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        proof: Option<&Proof>,
    ) -> ApiResult<()> {
        let client = self.origin_check.client(request).await?;
        let admission = Admission::new(attempts, &self.proofs, client, proof, PROVEN_MAILS);
        self.limits.count(admission, email).await
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
