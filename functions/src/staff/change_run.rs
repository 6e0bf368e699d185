//! `POST /staff/runs/{course}/{run}/changes`: changes a session, a meeting or the materials of a run, or cancels the run.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    catalogue::Catalogue,
    run_desk::{RunChange, RunDesk},
    wired,
};
use auth::staff::StaffGate;
use domain::StaffRole;
use serde::Deserialize;
use store::place_requests::PlaceRequestsTable;

use super::{open_run, run_view::view_run};

wired! {
    pub struct ChangeRun(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: RunDesk = wiring.make()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    /// Of the run that the staff member has read.
    version: String,
    #[serde(flatten)]
    change: RunChange,
}

impl Endpoint for ChangeRun {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let read = open_run(&self.desk, request).await?;
        let Payload { version, change } = request.json()?;
        if version != read.version() {
            return Err(ErrorCode::Conflict.into());
        }
        let record = |action| self.gate.audit.record_item(&member.record(None, action));
        self.desk.change(&read, change, record).await?;
        let changed = open_run(&self.desk, request).await?;
        let data = view_run(&self.gate, &self.requests, &self.catalogue, changed, request.language()).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
