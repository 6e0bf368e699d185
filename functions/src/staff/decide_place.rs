//! `POST /staff/places/{user}/{course}/decisions`: decides about a place.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    catalogue::Catalogue,
    place_desk::{Decision, DeskError, PlaceDesk},
    wired,
};
use auth::staff::StaffGate;
use domain::StaffRole;
use serde::Deserialize;

use super::{find_place, place_view::view_place};

wired! {
    pub struct DecidePlace(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: PlaceDesk = wiring.make()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    /// Of the place that the staff member has read.
    version: u64,
    #[serde(flatten)]
    decision: Decision,
}

impl Endpoint for DecidePlace {
    /// Both confirm places with a balance due, and name who pays. Finance, who see the proofs of payment, refuse them; everything else is for
    /// admissions.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let roles = [StaffRole::Admissions, StaffRole::Finance];
        let member = self.gate.admit(request, &roles).await?;
        let (user, place) = find_place(&self.desk, &member, request).await?;
        let Payload { version, decision } = request.json()?;
        let role = match decision {
            Decision::RefuseProof { .. } => Some(StaffRole::Finance),
            Decision::Confirm | Decision::NamePayer(_) => None,
            _ => Some(StaffRole::Admissions),
        };
        if role.is_some_and(|role| !member.has(role)) {
            return Err(ErrorCode::Forbidden.into());
        }
        if version != place.version {
            return Err(ErrorCode::Conflict.into());
        }
        let record = |action| self.gate.audit.record_item(&member.record(Some(&user.user_id), action));
        let decided = self.desk.decide(&user, &place, decision, record).await;
        let place = decided.map_err(DeskError::of_staff)?.ok_or(ErrorCode::Conflict)?;
        Box::pin(self.desk.places.tell_in_time(&place)).await;
        // The email is a change, too, so the next decision needs another version.
        let (user, place) = find_place(&self.desk, &member, request).await?;
        let read = (&user, &place);
        let data = view_place(&self.gate, &self.desk, &self.catalogue, read, request.language()).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
