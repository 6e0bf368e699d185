//! `POST /users/request-reset`: sends an email with a password reset code (contract, call 6).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use auth::{
    admission::Admission,
    email_verification,
    password_reset::{Requester, ResetCode},
    proof_of_work::Proof,
    rate_limiter::RequestAttempts,
    rate_limits::PROVEN_MAILS,
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
    /// The proof of work, when one was asked for.
    proof: Option<Proof>,
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
        let requester = Requester::of_or_new(request)?;
        let attempts = self.rate_limiter.for_request();
        let proof = payload.proof.as_ref();
        let issued = self.issue_code(&attempts, request, &email, &requester, proof);
        let (user, code) = attempts.refund_on_failure(issued).await?;
        fixed_time::respond_after(started, self.send_code(&attempts, user, &code)).await;
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
    /// Counts the request, and issues a code. Returns the user, too.
    ///
    /// # Errors
    /// `proof_required`, `too_many_requests`; and when a table cannot be read or written.
    async fn issue_code(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        requester: &Requester,
        proof: Option<&Proof>,
    ) -> ApiResult<(Option<User>, ResetCode)> {
        let per_device = &self.limits.per_requester;
        let on_unknown = self.count_on_unknown_device(attempts, request, email, proof);
        let counted = self.devices.count(request, email, attempts, per_device, on_unknown);
        // Boxed, because the future contains whole SDK calls.
        let device = Box::pin(counted).await?;
        let user = self.users.find_by_email(email).await?;
        if device.is_some_and(|device| !device.is_known_to(user.as_ref())) {
            self.count_on_unknown_device(attempts, request, email, proof).await?;
        }
        let code = self.resets.issue_code(email, requester, user.as_ref()).await?;
        Ok((user, code))
    }

    /// Counts a request from a device on which the user has not signed in. Other devices are not affected by these requests.
    async fn count_on_unknown_device(
        &self,
        attempts: &RequestAttempts<'_>,
        request: &ApiRequest,
        email: &EmailAddress,
        proof: Option<&Proof>,
    ) -> ApiResult<()> {
        let client = self.origin_check.client(request).await?;
        let admission = Admission::new(attempts, &self.proofs, client, proof, PROVEN_MAILS);
        self.limits.count(admission, email).await
    }

    /// Sends the code to a user who is not blocked. A failure is only logged: the user can request another code.
    async fn send_code(&self, attempts: &RequestAttempts<'_>, user: Option<User>, code: &ResetCode) {
        if let Some(user) = user.filter(|user| !user.blocked)
            && email_verification::may_send(attempts, &self.per_unverified, &user).await
        {
            let email = MailTemplate::ResetCode {
                code: code.as_str().to_owned(),
            };
            self.mailer.send_with_timeout(self.email_timeout, &user, &email).await;
        }
    }
}
