//! `GET /staff/today`: counts what waits for staff.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring};
use auth::staff::StaffGate;
use domain::{StaffRole, TeacherApproval};
use jiff::Timestamp;
use platform::config::ConfigError;
use serde::Serialize;
use store::place_requests::{PlaceRequest, PlaceRequestsTable};

pub struct GetToday {
    gate: StaffGate,
    requests: PlaceRequestsTable,
    approval: TeacherApproval,
}

impl Wired for GetToday {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
            requests: wiring.place_requests()?,
            approval: wiring.environment().teacher_approval()?,
        })
    }
}

#[derive(Serialize)]
struct Today {
    fullname: String,
    roles: Vec<StaffRole>,
    requested: Queue,
    waiting: Queue,
    offered: Queue,
    applications: Queue,
}

/// What waits, without whom it is about.
#[derive(Serialize)]
struct Queue {
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<Timestamp>,
}

impl Queue {
    fn of(places: &[PlaceRequest]) -> Self {
        Self {
            count: places.len(),
            oldest: places.first().map(|place| place.requested_at),
        }
    }

    fn since(times: &[Timestamp]) -> Self {
        Self {
            count: times.len(),
            oldest: times.first().copied(),
        }
    }
}

impl Endpoint for GetToday {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, StaffRole::ALL).await?;
        // Boxed, because the futures of queries are large.
        let (requested, waiting, offered, applications) = tokio::try_join!(
            Box::pin(self.requests.requested()),
            Box::pin(self.requests.waiting()),
            Box::pin(self.requests.offered()),
            Box::pin(self.gate.users.pending_applications(self.approval))
        )?;
        let data = Today {
            fullname: member.user.profile.fullname,
            roles: member.staff.roles.into_iter().collect(),
            requested: Queue::of(&requested),
            waiting: Queue::of(&waiting),
            offered: Queue::of(&offered),
            applications: Queue::since(&applications),
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        self.gate.warm_up().await;
    }
}
