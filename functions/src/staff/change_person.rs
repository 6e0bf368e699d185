//! `POST /staff/people/{user}/actions`: blocks or unblocks a user, ends the sessions, or sends the verification link again.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{
    people::{People, PersonAction},
    wired,
};
use auth::staff::StaffGate;
use domain::{StaffRole, UserId};
use serde::Deserialize;

wired! {
    pub struct ChangePerson(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        people: People = wiring.make()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    action: PersonAction,
    /// Of the user as read.
    version: u64,
}

impl Endpoint for ChangePerson {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let id: Option<UserId> = request.path_id("user");
        let id = id.ok_or_else(|| ApiError::not_found(ErrorCode::UserNotFound))?;
        let Payload { action, version } = request.json()?;
        self.people.act(&member, &id, version, action).await?;
        let message = match action {
            PersonAction::Block => Message::UserBlocked,
            PersonAction::Unblock => Message::UserUnblocked,
            PersonAction::EndSessions => Message::UserSessionsEnded,
            PersonAction::ResendVerification => Message::VerificationResent,
        };
        ApiResponse::message(request, message)
    }
}
