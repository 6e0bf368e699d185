//! `GET /staff/announcements`: returns how many users wait for each service, and what was announced.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring};
use auth::staff::StaffGate;
use domain::StaffRole;
use platform::config::ConfigError;

use super::announcements_view::AnnouncementsView;

pub struct GetAnnouncements {
    gate: StaffGate,
}

impl Wired for GetAnnouncements {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
        })
    }
}

impl Endpoint for GetAnnouncements {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let data = AnnouncementsView::new(&self.gate.users.announcements().await?);
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        self.gate.warm_up().await;
    }
}
