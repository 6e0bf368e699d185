//! `POST /users/delete`: permanently deletes the signed-in user (contract, call 5).

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    Wired, Wiring,
    jobs::JobFunction,
    user_deletion::{DeletionOutcome, DeletionStatus, UserDeletion, start_janitor},
};
use auth::{authenticate, password_confirmation::PasswordConfirmation, tokens::Tokens};
use mail::{MailTemplate, Mailer};
use platform::{
    config::ConfigError,
    metrics::{Event, Metrics},
};
use serde::Deserialize;
use store::users::UsersTable;

pub struct Delete {
    tokens: Tokens,
    users: UsersTable,
    deletion: UserDeletion,
    janitor: JobFunction,
    confirmation: PasswordConfirmation,
    mailer: Mailer,
    metrics: Metrics,
}

impl Wired for Delete {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.user_deletion()?,
            janitor: wiring.janitor()?,
            confirmation: wiring.password_confirmation()?,
            mailer: wiring.mailer()?,
            metrics: wiring.metrics()?,
        })
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

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.users.warm_up(), self.confirmation.warm_up());
    }
}
