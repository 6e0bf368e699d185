//! `GET /staff/today`: counts what waits for staff.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::{StaffRole, TeacherApproval};
use jiff::Timestamp;
use serde::Serialize;
use store::{
    payments::PaymentsTable,
    place_requests::{PlaceQueue, PlaceRequest, PlaceRequestsTable},
};

wired! {
    pub struct GetToday(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        payments: PaymentsTable = wiring.payments()?,
        approval: TeacherApproval = wiring.environment().teacher_approval()?,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Today {
    fullname: String,
    roles: Vec<StaffRole>,
    requested: Queue,
    waiting: Queue,
    offered: Queue,
    proofs: Queue,
    refunds: Queue,
    applications: Queue,
    /// Whether it is said how users pay. No place can be offered before.
    says_how_to_pay: bool,
}

/// What waits, without whom it is about.
#[derive(Serialize)]
struct Queue {
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<Timestamp>,
}

impl Queue {
    /// `times` are since when each waits.
    fn of(times: impl Iterator<Item = Timestamp>) -> Self {
        let times: Vec<_> = times.collect();
        Self {
            count: times.len(),
            oldest: times.into_iter().min(),
        }
    }
}

impl Endpoint for GetToday {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, StaffRole::ALL).await?;
        // Boxed, because the futures of queries are large.
        let (requested, waiting, offered, refunds, applications, instructions) = tokio::try_join!(
            Box::pin(self.requests.queued(PlaceQueue::Requested)),
            Box::pin(self.requests.queued(PlaceQueue::Waiting)),
            Box::pin(self.requests.queued(PlaceQueue::Offered)),
            Box::pin(self.requests.refunds()),
            Box::pin(self.gate.users.pending_applications(self.approval)),
            Box::pin(self.payments.present_instructions())
        )?;
        let places = |places: &[PlaceRequest]| Queue::of(places.iter().map(|place| place.requested_at));
        let proofs = offered.iter().flat_map(PlaceRequest::undecided_proofs);
        let proofs = proofs.map(|proof| proof.sent_at);
        let data = Today {
            fullname: member.user.profile.fullname,
            roles: member.staff.roles.into_iter().collect(),
            requested: places(&requested),
            waiting: places(&waiting),
            offered: places(&offered),
            proofs: Queue::of(proofs),
            refunds: Queue::of(refunds.iter().map(PlaceRequest::last_decided_at)),
            applications: Queue::of(applications.into_iter()),
            says_how_to_pay: !instructions.ways.is_empty(),
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
