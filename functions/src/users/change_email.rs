//! `POST /users/me/email`: starts a change of the email address.

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::{email_change_view::EmailChangeView, wired};
use auth::{
    admission::Admission,
    authenticate,
    email_changes::{self, CONFIRMATION_PERIOD, MAX_WAYS_BACK},
    origin_check::OriginCheck,
    password_confirmation::PasswordConfirmation,
    proof_of_work::{Proof, ProofsOfWork},
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, PROVEN_MAILS, RateLimit},
    tokens::TokenIssuer,
};
use domain::{EmailChangeId, EmailRecipient};
use mail::{MailName, MailTemplate, Mailer, fixed_time};
use platform::clock;
use serde::Deserialize;
use store::users::{EmailChange, User, UsersTable};
use tokio::time::Instant;

wired! {
    pub struct ChangeEmail(wiring), warm_up(tokens, users, confirmation, rate_limiter, origin_check) {
        tokens: TokenIssuer = wiring.token_issuer()?,
        users: UsersTable = wiring.users()?,
        confirmation: PasswordConfirmation = wiring.password_confirmation()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        per_user: RateLimit = wiring.rate_limit(rate_limits::EMAIL_CHANGES_PER_USER)?,
        per_email: RateLimit = wiring.rate_limit(rate_limits::EMAIL_CHANGE_MAILS_PER_EMAIL)?,
        proofs: ProofsOfWork = wiring.proofs_of_work()?,
        origin_check: OriginCheck = wiring.origin_check()?,
        mailer: Mailer = wiring.mailer()?,
        email_timeout: Duration = fixed_time::email_timeout(wiring.environment().aws_call_timeout()?),
    }
}

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
    password: Option<String>,
    /// The proof of work, when one was asked for.
    proof: Option<Proof>,
}

impl Endpoint for ChangeEmail {
    /// Neither the response nor its time reveals whether somebody else has the new email address ([`fixed_time`]). Its mailbox gets an
    /// email about that, and the change can never be confirmed.
    ///
    /// The link of a pending change is sent again without the password, which was checked for that email address.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let started = Instant::now();
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let now = clock::seconds();
        let mut form = Form::default();
        let email = form.email(payload.email);
        let pending = user
            .pending_email_change(now)
            .filter(|pending| Some(&pending.email) == email.as_ref());
        if email.as_ref() == Some(&user.email) {
            form.reject::<()>("email", ErrorCode::EmailUnchanged);
        }
        let password = payload.password.filter(|password| !password.is_empty());
        if pending.is_none() && password.is_none() {
            form.reject::<()>("password", ErrorCode::MissingPassword);
        }
        let email = form.finish(email)?;

        if let Some(password) = password {
            self.confirmation.confirm(&user, &password).await?;
        }
        let change = EmailChange {
            change_id: pending.map_or_else(EmailChangeId::random, |pending| pending.change_id.clone()),
            email,
            expires_at: now + CONFIRMATION_PERIOD.as_secs(),
        };
        let attempts = self.rate_limiter.for_request();
        let client = self.origin_check.client(request).await?;
        let proof = payload.proof.as_ref();
        let admission = Admission::new(&attempts, &self.proofs, client, proof, PROVEN_MAILS);
        let requested = self.request_change(&attempts, admission, &user, &change, now);
        let is_taken = attempts.refund_on_failure(requested).await?;
        let emails = self.send_emails(&user, pending, &change, is_taken);
        fixed_time::respond_after(started, emails).await;
        let data = EmailChangeView::new(&change)?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl ChangeEmail {
    /// Counts the request, and writes the change. Returns whether another user has the new email address.
    async fn request_change(
        &self,
        attempts: &RequestAttempts<'_>,
        mut admission: Admission<'_>,
        user: &User,
        change: &EmailChange,
        now: u64,
    ) -> ApiResult<bool> {
        attempts.count(&self.per_user, user.user_id.as_str()).await?;
        // Others may have asked for the same mailbox.
        admission.count(&self.per_email, change.email.as_str()).await?;
        admission.finish().await?;
        if user.revertible_emails(now).count() >= MAX_WAYS_BACK {
            return Err(ErrorCode::TooManyRequests.into());
        }
        let is_taken = self.users.is_email_taken_by_other(&change.email, user).await?;
        if !self.users.request_email_change(user, change).await? {
            // Another request has replaced the password or the email address, blocked or deleted the user, or cancelled the pending change.
            return Err(ErrorCode::Conflict.into());
        }
        Ok(is_taken)
    }

    /// Sends the link to the new mailbox, and a notice to the old one, unless the change was pending. A failure is only logged: the user
    /// can ask for the link again, and nothing has changed yet.
    async fn send_emails(&self, user: &User, pending: Option<&EmailChange>, change: &EmailChange, is_taken: bool) {
        let notice = async {
            if pending.is_none() {
                let mail = MailTemplate::EmailChangeRequested;
                self.mailer.send_with_timeout(self.email_timeout, user, &mail).await;
            }
        };
        tokio::join!(self.send_link(user, change, is_taken), notice);
    }

    async fn send_link(&self, user: &User, change: &EmailChange, is_taken: bool) {
        // The new mailbox may be that of a stranger.
        let new_mailbox = EmailRecipient::mailbox(&change.email, user.language);
        let token = email_changes::confirmation_token(&self.tokens, user, &change.change_id).await;
        let mail = match token {
            Ok(_) if is_taken => MailTemplate::EmailInUse,
            Ok(token) => MailTemplate::ConfirmEmailChange { token },
            Err(cause) => return self.mailer.log_failure(MailName::ConfirmEmailChange, &cause),
        };
        self.mailer
            .send_with_timeout(self.email_timeout, new_mailbox, &mail)
            .await;
    }
}
