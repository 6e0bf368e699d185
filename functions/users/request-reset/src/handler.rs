//! `POST /users/request-reset`: sends an email with a password reset code (contract, call 6).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use auth::{
    devices::Device,
    password_reset::{Requester, ResetCode},
};
use domain::EmailAddress;
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
        let device = self.count_request(request, &email).await?;
        let user = self.users.find_by_email(&email).await?;
        if device.is_some_and(|device| !device.is_known_to(user.as_ref())) {
            self.count_on_unknown_device(request, &email).await?;
        }

        let requester = Requester::of_or_new(request)?;
        let code = self.resets.issue_code(&email, &requester, user.as_ref()).await?;
        fixed_time::respond_after(started, self.send_code(user, &code)).await;
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
    /// Counts a request against the rate limits. A device on which the user has signed in before is not affected by the requests of
    /// others. Returns it: only the user tells whether it is still known.
    ///
    /// # Errors
    /// `too_many_requests`; and when the request cannot be counted.
    async fn count_request(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<Option<Device>> {
        let device = self.devices.recognize(request, email).await?;
        match &device {
            Some(device) => {
                self.rate_limiter.count(&self.per_requester, device.id()).await?;
            }
            None => self.count_on_unknown_device(request, email).await?,
        }
        Ok(device)
    }

    /// A few requests for each requester and mailbox, and more for the mailbox, which protects it from many requesters.
    async fn count_on_unknown_device(&self, request: &ApiRequest, email: &EmailAddress) -> ApiResult<()> {
        // A requester over its limit does not use up the requests of mailboxes.
        let client_ip = self.origin_check.client_ip(request).await?;
        self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        let requester = format!("{client_ip}\0{email}");
        self.rate_limiter.count(&self.per_requester, &requester).await?;
        self.rate_limiter.count(&self.per_mailbox, email.as_str()).await?;
        Ok(())
    }

    /// Sends the code to a user who is not blocked. A failure is only logged: the user can request another code.
    async fn send_code(&self, user: Option<User>, code: &ResetCode) {
        if let Some(user) = user.filter(|user| !user.blocked) {
            let email = MailTemplate::ResetCode {
                code: code.as_str().to_owned(),
            };
            self.mailer.send_with_timeout(self.email_timeout, &user, &email).await;
        }
    }
}
