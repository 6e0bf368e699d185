//! `POST /users/resend-verification`: sends another verification link.

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use app::wired;
use auth::{
    email_verification,
    mailbox_limits::MailboxLimits,
    proof_of_work::Proof,
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, RateLimit},
    signup_proof,
    tokens::TokenIssuer,
};
use domain::EmailAddress;
use mail::{Mailer, fixed_time};
use serde::Deserialize;
use store::users::{User, UsersTable};
use tokio::time::Instant;

wired! {
    pub struct ResendVerification(wiring), warm_up(users, tokens, rate_limiter, limits.origin_check) {
        users: UsersTable = wiring.users()?,
        tokens: TokenIssuer = wiring.token_issuer()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_signup: RateLimit = wiring.rate_limit(rate_limits::VERIFICATION_MAILS_OF_SIGNUP)?,
        limits: MailboxLimits = MailboxLimits {
            per_ip: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_IP)?,
            per_requester: wiring.rate_limit(rate_limits::REQUESTED_VERIFICATION_MAILS_PER_EMAIL)?,
            per_mailbox: wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_MAILBOX)?,
            proofs: wiring.proofs_of_work()?,
            origin_check: wiring.origin_check()?,
        },
        per_unverified: RateLimit = wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
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

impl Endpoint for ResendVerification {
    /// Neither the response nor its time reveals whether a user exists or is verified ([`fixed_time`]). Earlier links stay valid.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let started = Instant::now();
        let payload: Payload = request.json()?;
        let email = Form::one(|form| form.email(payload.email))?;
        let attempts = self.rate_limiter.for_request();
        let found = self.find_user(&attempts, request, &email, payload.proof.as_ref());
        let user = attempts.refund_on_failure(found).await?;
        fixed_time::respond_after(started, self.send_link(&attempts, user)).await;
        ApiResponse::message(request, Message::VerificationResent)
    }
}

impl ResendVerification {
    /// Counts the request against the rate limits, and finds the user with this email address. The browser that signed the user up is not
    /// affected by the requests of others.
    ///
    /// # Errors
    /// `proof_required`, `too_many_requests`; and when a table cannot be read or written.
    async fn find_user(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        proof: Option<&Proof>,
    ) -> ApiResult<Option<User>> {
        if let Some(user) = self.signed_up_user(request, email).await? {
            attempts.count(&self.per_signup, email.as_str()).await?;
            return Ok(Some(user));
        }
        self.limits.count(attempts, request, email, proof).await?;
        Ok(self.users.find_by_email(email).await?)
    }

    /// The user with this email address, if this browser has signed that user up.
    async fn signed_up_user(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<Option<User>> {
        let Some(id) = signup_proof::user_id(&self.tokens, request).await? else {
            return Ok(None);
        };
        Ok(self.users.find(&id).await?.filter(|user| user.email == *email))
    }

    /// Sends the link to a user who waits for one. A failure is only logged: the user can request another link.
    async fn send_link(&self, attempts: &RequestAttempts<'_>, user: Option<User>) {
        if let Some(user) = user.filter(User::awaits_verification)
            && email_verification::may_send(attempts, &self.per_unverified, &user).await
        {
            email_verification::send_link_within(self.email_timeout, &self.tokens, &self.mailer, &user).await;
        }
    }
}
