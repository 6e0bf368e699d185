//! `GET /staff/places/{user}/{course}/proforma`: returns what is still to pay for a place and for those with the same payer in its run, as a
//! document for who pays.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    place_desk::{DeskError, PlaceDesk, day_at_seat},
    wired,
};
use auth::staff::StaffGate;
use domain::StaffRole;
use platform::clock;
use store::audit::Action;

use super::find_place;

wired! {
    pub struct GetProforma(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: PlaceDesk = wiring.make()?,
    }
}

impl Endpoint for GetProforma {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let roles = [StaffRole::Admissions, StaffRole::Finance];
        let member = self.gate.admit(request, &roles).await?;
        let (user, place) = find_place(&self.desk, &member, request).await?;
        let issued_on = day_at_seat(clock::now()).map_err(|error| DeskError::from(error).of_staff())?;
        let places = &self.desk.places;
        let proforma = Box::pin(places.joint_proforma(user, place, request.language(), issued_on)).await;
        let proforma = proforma.map_err(|error| DeskError::from(error).of_staff())?;
        let (data, users) = proforma.ok_or_else(|| ApiError::not_found(ErrorCode::PlaceRequestNotFound))?;
        for user in &users {
            let page = "proforma".to_owned();
            self.gate
                .record(&member, Some(user), Action::StaffRead { page })
                .await?;
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
