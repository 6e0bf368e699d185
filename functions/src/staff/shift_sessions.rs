//! `POST /staff/runs/shift`: moves or cancels the sessions of some days, in all runs.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{
    catalogue::Catalogue,
    run_desk::{RunDesk, Shift, ShiftedRun},
    wired,
};
use auth::staff::StaffGate;
use domain::{RunId, StaffRole};
use serde::Serialize;

use super::place_view::{CourseName, course_name};

wired! {
    pub struct ShiftSessions(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: RunDesk = wiring.make()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Serialize)]
struct Shifted {
    runs: Vec<ShiftedView>,
    /// Runs that somebody else has changed at the same time.
    failed: Vec<ShiftedView>,
}

#[derive(Serialize)]
struct ShiftedView {
    course: CourseName,
    run: RunId,
    sessions: Vec<u32>,
}

impl Endpoint for ShiftSessions {
    /// Each run is written alone, so after a failure the request can be repeated.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let shift: Shift = request.json()?;
        let courses = self.catalogue.courses().await?;
        let view = |shifted: ShiftedRun| ShiftedView {
            course: course_name(&courses, &shifted.course, request.language()),
            run: shifted.run().clone(),
            sessions: shifted.changed,
        };
        let mut data = Shifted {
            runs: Vec::new(),
            failed: Vec::new(),
        };
        for shifted in Box::pin(self.desk.plan_shift(&shift)).await? {
            let record = |action| self.gate.audit.record_item(&member.record(None, action));
            let is_done = shift.dry_run || Box::pin(self.desk.shift(&shifted, record)).await?;
            let list = if is_done { &mut data.runs } else { &mut data.failed };
            list.push(view(shifted));
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
