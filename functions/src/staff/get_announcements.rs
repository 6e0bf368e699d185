//! `GET /staff/announcements`: returns how many users wait for each service, and what was announced.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::StaffRole;

use super::announcements_view::AnnouncementsView;

wired! {
    pub struct GetAnnouncements(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

impl Endpoint for GetAnnouncements {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let data = AnnouncementsView::new(&self.gate.users.announcements().await?);
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
