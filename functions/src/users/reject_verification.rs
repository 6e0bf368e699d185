//! `POST /users/reject-verification`: the owner of a mailbox did not sign up, and deletes the user who did with that email address.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    Wired, Wiring,
    jobs::JobFunction,
    user_deletion::{DeletionStatus, UserDeletion, start_janitor},
};
use auth::{email_verification, tokens::Tokens};
use platform::{
    config::ConfigError,
    metrics::{Event, Metrics},
};
use serde::Deserialize;
use store::users::{User, UsersTable};

pub struct RejectVerification {
    tokens: Tokens,
    users: UsersTable,
    deletion: UserDeletion,
    janitor: JobFunction,
    metrics: Metrics,
}

impl Wired for RejectVerification {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.user_deletion()?,
            janitor: wiring.janitor()?,
            metrics: wiring.metrics()?,
        })
    }
}

#[derive(Deserialize)]
struct Payload {
    token: Option<String>,
}

impl Endpoint for RejectVerification {
    /// Idempotent: a deleted user gets the same response. To delete a verified user requires the password.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let payload: Payload = request.json()?;
        let user = email_verification::user_of_link(&self.tokens, &self.users, payload.token).await?;
        if let Some(user) = user {
            self.reject(user).await?;
        }
        ApiResponse::message(request, Message::SignupRejected)
    }

    async fn warm_up(&self) {
        tokio::join!(self.users.warm_up(), self.tokens.warm_up());
    }
}

impl RejectVerification {
    /// Marks the user first, so that a concurrent verification cannot keep a user whose files are deleted already.
    async fn reject(&self, user: User) -> ApiResult<()> {
        if !self.users.mark_rejected(&user).await? {
            return match self.users.find(&user.user_id).await? {
                None => Ok(()),
                Some(current) if current.verified => Err(ErrorCode::AlreadyVerified.into()),
                // The email address has changed since it was read.
                Some(_) => Err(ErrorCode::VerificationInvalid.into()),
            };
        }
        let id = user.user_id.clone();
        let deleted = Box::pin(self.deletion.delete(user)).await?;
        if deleted.status == DeletionStatus::Incomplete {
            // The user is deleted, so nobody can retry. The alarm of the metric tells the operator to finish the deletion.
            self.metrics.count(Event::DeletionIncomplete);
        }
        start_janitor(&self.janitor, &id).await;
        Ok(())
    }
}
