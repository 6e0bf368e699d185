//! `POST /users/request-reset`: sends an email with a password reset code (contract, call 6).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use mail::{MailTemplate, fixed_time};
use serde::Deserialize;
use store::users::User;
use tokio::time::Instant;

use crate::wiring::RequestReset;

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
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
        // The IP address comes first, so that an address over its limit does not use up the attempts of mailboxes.
        let client_ip = self.origin_check.client_ip(request).await?;
        self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        self.rate_limiter.count(&self.per_email, email.as_str()).await?;

        let user = self.users.find_by_email(&email).await?;
        let code = self.resets.issue_code(&email).await?.as_str().to_owned();
        fixed_time::respond_after(started, self.send_code(user, code)).await;
        ApiResponse::message(request, Message::ResetRequested)
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
    /// Sends the code to a user who is not blocked. A failure is only logged: the user can request another code.
    async fn send_code(&self, user: Option<User>, code: String) {
        if let Some(user) = user.filter(|user| !user.blocked) {
            let email = MailTemplate::ResetCode { code };
            self.mailer.send_with_timeout(self.email_timeout, &user, &email).await;
        }
    }
}
