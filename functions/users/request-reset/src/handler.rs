//! `POST /users/request-reset`: mails a code that allows to choose another password (contract, call 6).

use std::time::Duration;

use serde::Deserialize;
use shared::{
    auth::{
        attempts::{Attempts, Limit},
        origin::Cdn,
        reset::Resets,
    },
    domain::EmailAddress,
    http::{Answer, ApiRequest, ApiResult, Endpoint, Form, Message},
    mail::{Mail, Mailer},
    store::users::UsersTable,
};
use tokio::time::{Instant, sleep_until};

/// When a request is answered, from its beginning: late enough for the mail to be on its way.
const ANSWER_AFTER: Duration = Duration::from_millis(1_200);

/// What the endpoint works with.
pub(crate) struct RequestReset {
    pub(crate) users: UsersTable,
    pub(crate) resets: Resets,
    pub(crate) attempts: Attempts,
    pub(crate) per_address: Limit,
    pub(crate) per_email: Limit,
    pub(crate) cdn: Cdn,
    pub(crate) mailer: Mailer,
}

#[derive(Deserialize)]
struct Payload {
    email: Option<String>,
}

impl Endpoint for RequestReset {
    /// Whether there is an account shows neither in the answer nor in its time: for an unknown e-mail a code is made and kept
    /// too, though nobody gets it, and the answer leaves at the same moment, which no mail delays.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let answer_at = Instant::now() + ANSWER_AFTER;
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let email = form.email(payload.email);
        let email = form.finish(email)?;
        // The address first: one that asked too much is not to use up what others may ask.
        let address = self.cdn.client_address(request).await?;
        self.attempts.count(&self.per_address, &address).await?;
        self.attempts.count(&self.per_email, email.as_str()).await?;

        self.send_code(&email).await?;
        sleep_until(answer_at).await;
        Answer::message(request, Message::ResetRequested)
    }

    async fn warm_up(&self) {
        tokio::join!(
            self.users.warm_up(),
            self.resets.warm_up(),
            self.attempts.warm_up(),
            self.cdn.warm_up()
        );
    }
}

impl RequestReset {
    /// Makes a code, and mails it where there is an account that may be signed in to. The mail is sent beside the request: a
    /// mail service that is slow or down is told by the log alone, and the person can ask again.
    async fn send_code(&self, email: &EmailAddress) -> ApiResult<()> {
        let user = self.users.find_by_email(email).await?;
        let code = self.resets.new_code(email).await?.as_str().to_owned();
        if let Some(user) = user.filter(|user| !user.blocked) {
            let mailer = self.mailer.clone();
            tokio::spawn(async move { mailer.send(&user, &Mail::ResetCode { code }).await });
        }
        Ok(())
    }
}
