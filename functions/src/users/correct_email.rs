//! `POST /users/correct-email`: changes a mistyped email address before it is verified, in the browser that signed the user up.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Form, Message};
use app::wired;
use auth::{
    email_verification,
    origin_check::{Client, OriginCheck},
    rate_limiter::{RateLimiter, RequestAttempts},
    rate_limits::{self, RateLimit},
    signup_proof,
    tokens::TokenIssuer,
};
use domain::EmailAddress;
use mail::Mailer;
use serde::Deserialize;
use store::users::{ChangeEmailError, User, UsersTable};

wired! {
    pub struct CorrectEmail(wiring), warm_up(users, tokens, rate_limiter, origin_check) {
        tokens: TokenIssuer = wiring.token_issuer()?,
        users: UsersTable = wiring.users()?,
        rate_limiter: RateLimiter = wiring.rate_limiter()?,
        registrations_per_ip: RateLimit = wiring.rate_limit(rate_limits::REGISTRATIONS_PER_IP)?,
        corrections_per_user: RateLimit = wiring.rate_limit(rate_limits::CORRECTIONS_PER_USER)?,
        links_per_mailbox: RateLimit = wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_MAILBOX)?,
        per_unverified: RateLimit = wiring.rate_limit(rate_limits::VERIFICATION_MAILS_PER_EMAIL)?,
        origin_check: OriginCheck = wiring.origin_check()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
}

impl Endpoint for CorrectEmail {
    /// Verification links that were sent to the former mailbox end. A link goes to the new one.
    ///
    /// Like a registration, it reveals that an email address is taken. Such a refusal counts as a registration, so that later ones need a
    /// harder proof of work. Corrections are limited for each sign-up.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let email = Form::one(|form| form.email(payload.email))?;
        let user = self.signed_up_user(request).await?;

        let client = self.origin_check.client(request).await?;
        let attempts = self.rate_limiter.for_request();
        let corrected = self.correct(&attempts, user, email, &client);
        let user = attempts.refund_on_failure(corrected).await?;
        if email_verification::may_send(&attempts, &self.per_unverified, &user).await {
            email_verification::send_link(&self.tokens, &self.mailer, &user).await;
        }
        ApiResponse::message(request, Message::EmailCorrected)
    }
}

impl CorrectEmail {
    /// The user that this browser has signed up, while the email address is not verified.
    async fn signed_up_user(&self, request: &ApiRequest) -> ApiResult<User> {
        let id = signup_proof::user_id(&self.tokens, request).await?;
        let id = id.ok_or(ErrorCode::SignupNotFound)?;
        match self.users.find(&id).await? {
            Some(user) if user.verified => Err(ErrorCode::AlreadyVerified.into()),
            Some(user) if user.awaits_verification() => Ok(user),
            _ => Err(ErrorCode::SignupNotFound.into()),
        }
    }

    async fn correct(
        &self,
        attempts: &RequestAttempts<'_>,
        user: User,
        email: EmailAddress,
        client: &Client,
    ) -> ApiResult<User> {
        attempts
            .count(&self.corrections_per_user, user.user_id.as_str())
            .await?;
        attempts.count(&self.links_per_mailbox, email.as_str()).await?;
        if user.email != email {
            // The registration has sent a link to the former mailbox, whose email address can then be registered again.
            attempts.count(&self.links_per_mailbox, user.email.as_str()).await?;
        }
        let changed = self.change_email(user, email).await;
        if let Err(error) = &changed
            && error.code() == ErrorCode::UserAlreadyExists
        {
            // Above the limit, the error code of the refusal stays the same.
            let limit = &self.registrations_per_ip;
            attempts.count_client(u64::MAX, limit, client, "").await?;
        }
        changed
    }

    /// Changes nothing when the user has the email address: a request whose response was lost can be repeated.
    async fn change_email(&self, user: User, email: EmailAddress) -> ApiResult<User> {
        if user.email == email {
            return Ok(user);
        }
        let changed = self.users.correct_email(&user, email).await;
        changed.map_err(|error| match error {
            ChangeEmailError::EmailTaken => ErrorCode::UserAlreadyExists.into(),
            ChangeEmailError::UserChanged => ErrorCode::Conflict.into(),
            ChangeEmailError::Store(error) => error.into(),
        })
    }
}
