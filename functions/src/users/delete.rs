//! `POST /users/delete`: permanently deletes the signed-in user (contract, call 5).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    jobs::JobFunction,
    user_deletion::{DeletionOutcome, DeletionStatus, UserDeletion, start_janitor},
    wired,
};
use auth::{authenticate, password_confirmation::PasswordConfirmation, tokens::Tokens};
use mail::{MailTemplate, Mailer};
use platform::metrics::{Event, Metrics};
use serde::Deserialize;
use store::users::UsersTable;

wired! {
    pub struct Delete(wiring), warm_up(tokens, users, confirmation) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        deletion: UserDeletion = wiring.make()?,
        janitor: JobFunction = wiring.janitor()?,
        confirmation: PasswordConfirmation = wiring.password_confirmation()?,
        mailer: Mailer = wiring.mailer()?,
        metrics: Metrics = wiring.metrics()?,
    }
}

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
        // Somebody has to manage staff, and the list of staff has no gap.
        if user.staff.is_some() {
            return Err(ErrorCode::StaffRolesHeld.into());
        }

        let DeletionOutcome { status, is_deliverable } = self.deletion.delete(user.clone()).await?;
        if status == DeletionStatus::Incomplete {
            // The user is deleted and cannot retry. The alarm of the metric tells the operator to finish the deletion.
            self.metrics.count(Event::DeletionIncomplete);
        }
        start_janitor(&self.janitor, &user.user_id).await;
        // Of concurrent deletions, one sends the email.
        if status != DeletionStatus::AlreadyDeleted && is_deliverable {
            self.mailer.send(&user, &MailTemplate::AccountDeleted).await;
        }
        ApiResponse::message(request, Message::AccountDeleted)
    }
}
