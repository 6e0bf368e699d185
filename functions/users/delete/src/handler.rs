//! `POST /users/delete`: permanently deletes the signed-in user (contract, call 5).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::user_deletion::{DeletionOutcome, DeletionStatus};
use auth::{authenticate, passwords::PasswordCheck};
use mail::MailTemplate;
use platform::metrics::Event;
use serde::Deserialize;

use crate::wiring::Delete;

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Endpoint for Delete {
    /// Requires the password, so that a stolen access token is not enough. Attempts are limited as at the login.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        let password = payload.password.filter(|password| !password.is_empty());
        let password = password.ok_or(ErrorCode::MissingPassword)?;
        let attempt = self.rate_limiter.count(&self.per_email, user.email.as_str()).await?;
        let check = self.passwords.verify(&password, Some(&user.password_hash))?;
        if check == PasswordCheck::Wrong {
            return Err(ErrorCode::IncorrectPassword.into());
        }
        self.rate_limiter.refund(&attempt).await;

        let DeletionOutcome { status, is_deliverable } = self.deletion.delete(user.clone()).await?;
        if status == DeletionStatus::Incomplete {
            // The user is deleted and cannot retry. The alarm of the metric tells the operator to finish the deletion.
            self.metrics.count(Event::DeletionIncomplete);
        }
        // Of concurrent deletions, one sends the email.
        if status != DeletionStatus::AlreadyDeleted && is_deliverable {
            self.mailer.send(&user, &MailTemplate::AccountDeleted).await;
        }
        ApiResponse::message(request, Message::AccountDeleted)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.rate_limiter.warm_up());
    }
}
