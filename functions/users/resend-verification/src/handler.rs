//! `POST /users/resend-verification`: sends another verification link.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use auth::{email_verification, signup_proof};
use domain::EmailAddress;
use mail::fixed_time;
use serde::Deserialize;
use store::users::User;
use tokio::time::Instant;

use crate::wiring::ResendVerification;

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
}

impl Endpoint for ResendVerification {
    /// Neither the response nor its time reveals whether a user exists or is verified ([`fixed_time`]). Earlier links stay valid.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let started = Instant::now();
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let email = form.email(payload.email);
        let email = form.finish(email)?;
        let user = if let Some(user) = self.signed_up_user(request, &email).await? {
            self.rate_limiter.count(&self.per_signup, email.as_str()).await?;
            Some(user)
        } else {
            self.count_request(request, &email).await?;
            self.users.find_by_email(&email).await?
        };
        fixed_time::respond_after(started, self.send_link(user)).await;
        ApiResponse::message(request, Message::VerificationResent)
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.users.warm_up(),
            self.tokens.warm_up(),
            self.rate_limiter.warm_up(),
            self.origin_check.warm_up()
        );
    }
}

impl ResendVerification {
    /// The user with this email address, if this browser has signed that user up.
    async fn signed_up_user(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<Option<User>> {
        let Some(id) = signup_proof::user_id(&self.tokens, request).await? else {
            return Ok(None);
        };
        Ok(self.users.find(&id).await?.filter(|user| user.email == *email))
    }

    /// Counts a request against the rate limits: a few for each requester and mailbox, and more for the mailbox, which protects it from
    /// many requesters. The browser that signed the user up is not affected by the requests of others.
    ///
    /// # Errors
    /// `too_many_requests`; and when the request cannot be counted.
    async fn count_request(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<()> {
        // A requester over its limit does not use up the requests of mailboxes.
        let client_ip = self.origin_check.client_ip(request).await?;
        self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        let requester = format!("{client_ip}\0{email}");
        self.rate_limiter.count(&self.per_requester, &requester).await?;
        self.rate_limiter.count(&self.per_mailbox, email.as_str()).await?;
        Ok(())
    }

    /// Sends the link to a user who waits for one. A failure is only logged: the user can request another link.
    async fn send_link(&self, user: Option<User>) {
        if let Some(user) = user.filter(User::awaits_verification) {
            email_verification::send_link_within(self.email_timeout, &self.tokens, &self.mailer, &user).await;
        }
    }
}
