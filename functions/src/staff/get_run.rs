//! `GET /staff/runs/{course}/{run}`: returns a run with its sessions, meetings, materials and participants.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{catalogue::Catalogue, run_desk::RunDesk, wired};
use auth::staff::StaffGate;
use domain::StaffRole;
use store::{audit::Action, place_requests::PlaceRequestsTable};

use super::{open_run, run_view::view_run};

wired! {
    pub struct GetRun(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: RunDesk = wiring.make()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

impl Endpoint for GetRun {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let roles = [StaffRole::Admissions, StaffRole::Finance];
        let member = self.gate.admit(request, &roles).await?;
        let opened = open_run(&self.desk, request).await?;
        let page = format!("run {} {}", opened.course, opened.counted.run.id);
        self.gate.record(&member, None, Action::StaffRead { page }).await?;
        let data = view_run(&self.gate, &self.requests, &self.catalogue, opened, request.language()).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
