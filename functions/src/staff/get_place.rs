//! `GET /staff/places/{user}/{course}`: returns a place with its money and its history.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{catalogue::Catalogue, place_desk::PlaceDesk, wired};
use auth::staff::StaffGate;
use domain::StaffRole;
use files::FileViews;
use store::audit::Action;

use super::{find_place, place_view::view_place};

wired! {
    pub struct GetPlace(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: PlaceDesk = wiring.make()?,
        catalogue: Catalogue = wiring.catalogue()?,
        files: FileViews = wiring.file_views(wiring.environment().file_scan()?)?,
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
}
