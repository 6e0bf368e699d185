//! `GET /staff/runs/{course}/{run}`: returns a run with its sessions, meetings, materials and participants.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring, catalogue::Catalogue, run_desk::RunDesk};
use auth::staff::StaffGate;
use domain::StaffRole;
use platform::config::ConfigError;
use store::{audit::Action, place_requests::PlaceRequestsTable};

use super::{open_run, run_view::view_run};

pub struct GetRun {
    gate: StaffGate,
    desk: RunDesk,
    requests: PlaceRequestsTable,
    catalogue: Catalogue,
}

impl Wired for GetRun {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
            desk: wiring.run_desk()?,
            requests: wiring.place_requests()?,
            catalogue: wiring.catalogue()?,
        })
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

    async fn warm_up(&self) {
        self.gate.warm_up().await;
    }
}
