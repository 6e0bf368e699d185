//! `POST /users/resend-verification`: sends another verification link.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use auth::email_verification;
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
        // The IP address comes first, so that an address over its limit does not use up the attempts of mailboxes.
        let client_ip = self.origin_check.client_ip(request).await?;
        self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        self.rate_limiter.count(&self.per_email, email.as_str()).await?;

        let user = self.users.find_by_email(&email).await?;
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
    /// Sends the link to a user who waits for one. A failure is only logged: the user can request another link.
    async fn send_link(&self, user: Option<User>) {
        if let Some(user) = user.filter(User::awaits_verification) {
            email_verification::send_link_within(self.email_timeout, &self.tokens, &self.mailer, &user).await;
        }
    }
}
