//! `POST /users/delete`: permanently deletes the signed-in user (contract, call 5).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::user_deletion::{DeletionOutcome, DeletionStatus};
use auth::authenticate;
use mail::MailTemplate;
use platform::metrics::Event;
use serde::Deserialize;

use crate::wiring::Delete;

#[derive(Deserialize)]
struct Payload {
    password: Option<String>,
}

impl Endpoint for Delete {
    /// Requires the password, so that a stolen access token is not enough. Wrong passwords are limited.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let payload: Payload = request.json()?;
        self.confirmation.confirm_sent(&user, payload.password).await?;

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
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.confirmation.warm_up());
    }
}
