//! `POST /staff/places/{user}/{course}/payments`: records a payment, a refund, or that a payment is taken back.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{
    catalogue::Catalogue,
    place_desk::{DeskError, PlaceDesk, Transfer},
    wired,
};
use auth::staff::StaffGate;
use domain::{LedgerEntryKind, StaffRole};
use serde::Deserialize;

use super::{find_place, place_view::view_place};

wired! {
    pub struct RecordPayment(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        desk: PlaceDesk = wiring.make()?,
        catalogue: Catalogue = wiring.catalogue()?,
    }
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Payload {
    Payment(Transfer),
    Refund(Transfer),
    Reversal {
        /// The id of the payment that is taken back.
        id: String,
        note: String,
    },
}

impl Endpoint for RecordPayment {
    /// Repeating an entry is no second one: it gets `payment_repeated`.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Finance]).await?;
        let (user, place) = find_place(&self.desk, &member, request).await?;
        let entry = match request.json()? {
            Payload::Payment(transfer) => self.desk.entry(&place, transfer, LedgerEntryKind::Payment).await,
            Payload::Refund(transfer) => self.desk.entry(&place, transfer, LedgerEntryKind::Refund).await,
            Payload::Reversal { id, note } => self.desk.reversal(&place, &id, &note).await,
        };
        let entry = entry.map_err(DeskError::of_staff)?;
        let record = |action| self.gate.audit.record_item(&member.record(Some(&user.user_id), action));
        let place = self.desk.record(&place, entry, record).await;
        let place = place.map_err(DeskError::of_staff)?;
        Box::pin(self.desk.places.tell_in_time(&place)).await;
        // The email is a change, too, so the next decision needs another version.
        let (user, place) = find_place(&self.desk, &member, request).await?;
        let read = (&user, &place);
        let data = view_place(&self.gate, &self.desk, &self.catalogue, read, request.language()).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
