//! `POST /staff/applications/{user}/decision`: approves or declines a teacher's application, and tells the teacher by email.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::{
    applications::{Applications, Decision},
    wired,
};
use auth::staff::StaffGate;
use domain::{ReasonError, ReviewStatus, StaffRole, UserId, reason};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

wired! {
    pub struct DecideApplication(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        applications: Applications = wiring.make()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    decision: Choice,
    reason: Option<String>,
    /// Of the review that was read.
    version: Option<Timestamp>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Choice {
    Approve,
    Decline,
}

#[derive(Serialize)]
struct Decided {
    status: ReviewStatus,
    version: Timestamp,
    untold: bool,
}

impl Endpoint for DecideApplication {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let id: Option<UserId> = request.path_id("user");
        let id = id.ok_or_else(|| ApiError::not_found(ErrorCode::UserNotFound))?;
        let payload: Payload = request.json()?;
        let version = payload.version;
        let decision = payload.decision()?;
        let review = self.applications.decide(&member, &id, version, decision).await?;
        let data = Decided {
            status: review.status,
            version: review.at,
            untold: review.untold,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl Payload {
    fn decision(self) -> ApiResult<Decision> {
        match self.decision {
            Choice::Approve => Ok(Decision::Approve),
            Choice::Decline => {
                let mut form = Form::default();
                let reason = match reason(&self.reason.unwrap_or_default()) {
                    Ok(reason) => Some(reason),
                    Err(ReasonError::Missing) => form.reject("reason", ErrorCode::MalformedRequest),
                    Err(ReasonError::TooLong) => form.reject("reason", ErrorCode::FieldTooLong),
                };
                Ok(Decision::Decline {
                    reason: form.finish(reason)?,
                })
            }
        }
    }
}
