//! `POST /staff/announcements`: has a service that is open announced to everybody who waits for it, or who waits counted. A job does it.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::{AnnouncementId, ServiceArea, StaffRole};
use platform::clock;
use serde::Deserialize;
use store::{
    audit::Action,
    users::{Announcements, WantedAnnouncement},
};

use super::announcements_view::AnnouncementsView;

wired! {
    pub struct RequestAnnouncement(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    /// None counts.
    service: Option<ServiceArea>,
    #[serde(default)]
    in_doubt: bool,
}

impl Endpoint for RequestAnnouncement {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let Payload { service, in_doubt } = request.json()?;
        if service.is_some_and(|service| !service.is_open()) {
            return Err(ErrorCode::ServiceNotOpen.into());
        }
        let read = self.gate.users.announcements().await?;
        if let Some(wanted) = &read.wanted {
            // The response to an earlier attempt was lost, or somebody else was faster.
            return if (wanted.service, wanted.in_doubt) == (service, in_doubt) {
                accepted(request, &read)
            } else {
                Err(ErrorCode::Conflict.into())
            };
        }
        let mut next = read.clone();
        next.wanted = Some(WantedAnnouncement {
            id: AnnouncementId::random(),
            since: clock::now(),
            service,
            in_doubt,
        });
        let waiting = |service| read.waiting.get(&service).copied().unwrap_or_default();
        let action = service.map(|service| Action::ServiceAnnounce {
            service,
            users: waiting(service).ready as usize,
        });
        let record = action.map(|action| self.gate.audit.record_item(&member.record(None, action)));
        if !self
            .gate
            .users
            .set_announcements(&read, &next, record.transpose()?)
            .await?
        {
            return Err(ErrorCode::Conflict.into());
        }
        accepted(request, &next)
    }
}

fn accepted(request: &ApiRequest, announcements: &Announcements) -> ApiResult<ApiResponse> {
    let data = AnnouncementsView::new(announcements);
    ApiResponse::private(request, StatusCode::ACCEPTED, Data { data })
}
