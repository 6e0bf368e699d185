//! `POST /staff/applications/{user}/decision`: approves or declines a teacher's application, and tells the teacher by email.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::{
    Wired, Wiring,
    applications::{Applications, Decision},
};
use auth::staff::StaffGate;
use domain::{ReasonError, ReviewStatus, StaffRole, UserId, reason};
use jiff::Timestamp;
use platform::config::ConfigError;
use serde::{Deserialize, Serialize};

pub struct DecideApplication {
    gate: StaffGate,
    applications: Applications,
}

impl Wired for DecideApplication {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
            applications: wiring.applications()?,
        })
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

    async fn warm_up(&self) {
        self.gate.warm_up().await;
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
