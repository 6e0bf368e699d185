//! `POST /users/request-reset`: mails a code that allows to choose another password (contract, call 6).

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use mail::MailTemplate;
use serde::Deserialize;
use store::users::User;
use tokio::time::{Instant, sleep_until};

use crate::wiring::RequestReset;

/// When a request is answered, from its beginning: once the mail is sent or given up, with the time that the tables take.
const ANSWER_AFTER: Duration = Duration::from_secs(2);
/// When it is answered, from the moment at which its code is kept, should the tables have been slow: after the mail's time.
const ANSWER_AFTER_CODE: Duration = Duration::from_millis(1_700);

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
}

impl Endpoint for RequestReset {
    /// Whether there is an account shows neither in the answer nor in its time: for an unknown e-mail a code is made and kept
    /// too, though nobody gets it, and the answer leaves at the same moment, which no mail delays.
    ///
    /// The mail ends before the answer, sent or given up: Lambda freezes the process after it, and what still ran would go on
    /// with another request, or never.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let started = Instant::now();
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let email = form.email(payload.email);
        let email = form.finish(email)?;
        // The address first: one that asked too much is not to use up what others may ask.
        let client_ip = self.origin_check.client_ip(request).await?;
        self.rate_limiter.count(&self.per_ip, &client_ip).await?;
        self.rate_limiter.count(&self.per_email, email.as_str()).await?;

        let user = self.users.find_by_email(&email).await?;
        let code = self.resets.issue_code(&email).await?.as_str().to_owned();
        let answer_at = (started + ANSWER_AFTER).max(Instant::now() + ANSWER_AFTER_CODE);
        tokio::join!(sleep_until(answer_at), self.mail(user, code));
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
    /// Mails a code to an account that may be signed in to. A mail service that is slow or down is told by the log alone, and the
    /// person can ask again.
    async fn mail(&self, user: Option<User>, code: String) {
        if let Some(user) = user.filter(|user| !user.blocked) {
            let mail = MailTemplate::ResetCode { code };
            self.mailer.send_with_timeout(self.mail_time, &user, &mail).await;
        }
    }
}
