//! `POST /users/request-reset`: sends an email with a password reset code (contract, call 6).

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use mail::MailTemplate;
use serde::Deserialize;
use store::users::User;
use tokio::time::{Instant, sleep_until};

use crate::wiring::RequestReset;

/// Time from the request to its response: the time of the email, and the usual time of the tables.
const RESPONSE_AFTER: Duration = Duration::from_secs(2);
/// Minimum time from storing the code to the response, for when the tables are slow. It exceeds the timeout of the email.
const RESPONSE_AFTER_CODE: Duration = Duration::from_millis(1_700);

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
}

impl Endpoint for RequestReset {
    /// Neither the response nor its time reveals whether a user exists: a code is also created and stored for an unknown email address,
    /// and the response leaves at a fixed time, which the email does not delay.
    ///
    /// Sending the email ends before the response, with success or by its timeout. Lambda freezes the process after the response, so
    /// unfinished work would continue during another request, or never.
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
        let respond_at = (started + RESPONSE_AFTER).max(Instant::now() + RESPONSE_AFTER_CODE);
        tokio::join!(sleep_until(respond_at), self.send_code(user, code));
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
