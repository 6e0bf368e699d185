//! `GET /staff/places/{user}/{course}`: returns a place with its money and its history.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring, catalogue::Catalogue, place_desk::PlaceDesk};
use auth::staff::StaffGate;
use domain::StaffRole;
use files::FileViews;
use platform::config::ConfigError;
use store::audit::Action;

use super::{find_place, place_view::view_place};

pub struct GetPlace {
    gate: StaffGate,
    desk: PlaceDesk,
    catalogue: Catalogue,
    files: FileViews,
}

impl Wired for GetPlace {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
            desk: wiring.place_desk()?,
            catalogue: wiring.catalogue()?,
            files: wiring.file_views(wiring.environment().file_scan()?)?,
        })
    }
}

impl Endpoint for GetPlace {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let roles = [StaffRole::Admissions, StaffRole::Finance];
        let member = self.gate.admit(request, &roles).await?;
        let (user, place) = find_place(&self.desk, &member, request).await?;
        let page = "place".to_owned();
        self.gate
            .record(&member, Some(&user.user_id), Action::StaffRead { page })
            .await?;
        let read = (&user, &place);
        let mut data = view_place(&self.gate, &self.desk, &self.catalogue, read, request.language()).await?;
        if member.has(StaffRole::Finance) {
            data = data.with_proof_links(&place, &self.files).await?;
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        self.gate.warm_up().await;
    }
}
