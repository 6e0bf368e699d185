//! `PUT /staff/closed-days`: sets the days on which no run should have a session. It moves no session.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::{ClosedDay, ClosedDays, StaffRole};
use platform::clock;
use serde::Deserialize;
use store::{audit::Action, meetings::MeetingsTable};

wired! {
    pub struct SetClosedDays(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        meetings: MeetingsTable = wiring.meetings()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    /// Of the list as read.
    version: u32,
    days: Vec<ClosedDay>,
}

impl Endpoint for SetClosedDays {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let Payload { version, days } = request.json()?;
        let data =
            ClosedDays::next(version, days, clock::now()).map_err(|_| ApiError::from(ErrorCode::ClosedDaysInvalid))?;
        let before = self.meetings.closed_days().await?;
        // The response to an earlier attempt was lost.
        if before.days == data.days {
            return ApiResponse::private(request, StatusCode::OK, Data { data: before });
        }
        let action = Action::ClosedDaysSet {
            added: data.beyond(&before),
            removed: before.beyond(&data),
        };
        let record = self.gate.audit.record_item(&member.record(None, action))?;
        if before.version != version || !self.meetings.set_closed_days(&data, record).await? {
            return Err(ErrorCode::Conflict.into());
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
