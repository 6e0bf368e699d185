//! `POST /users/reject-verification`: the owner of a mailbox did not sign up, and deletes the user who did with that email address.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    jobs::JobFunction,
    user_deletion::{DeletionStatus, UserDeletion, start_janitor},
    wired,
};
use auth::{email_verification, tokens::Tokens};
use platform::metrics::{Event, Metrics};
use serde::Deserialize;
use store::users::{User, UsersTable};

wired! {
    pub struct RejectVerification(wiring), warm_up(users, tokens) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        deletion: UserDeletion = wiring.make()?,
        janitor: JobFunction = wiring.janitor()?,
        metrics: Metrics = wiring.metrics()?,
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
