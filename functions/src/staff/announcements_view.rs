//! Announcements as staff see them.

use domain::ServiceArea;
use jiff::Timestamp;
use serde::Serialize;
use store::users::{Announcements, WaitingUsers};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnnouncementsView {
    services: [ServiceView; 5],
    #[serde(skip_serializing_if = "Option::is_none")]
    counted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<WantedView>,
}

#[derive(Serialize)]
struct ServiceView {
    service: ServiceArea,
    open: bool,
    waiting: WaitingUsers,
    #[serde(skip_serializing_if = "Option::is_none")]
    sent: Option<SentView>,
}

#[derive(Serialize)]
struct SentView {
    at: Timestamp,
    emails: u32,
    refused: u32,
}

#[derive(Serialize)]
struct WantedView {
    since: Timestamp,
    /// Missing when it only counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<ServiceArea>,
}

impl AnnouncementsView {
    pub(super) fn new(announcements: &Announcements) -> Self {
        let services = ServiceArea::ALL.map(|service| ServiceView {
            service,
            open: service.is_open(),
            waiting: announcements.waiting.get(&service).copied().unwrap_or_default(),
            sent: announcements.sent.get(&service).map(|sent| SentView {
                at: sent.at,
                emails: sent.emails,
                refused: sent.refused,
            }),
        });
        Self {
            services,
            counted_at: announcements.counted_at,
            wanted: announcements.wanted.as_ref().map(|wanted| WantedView {
                since: wanted.since,
                service: wanted.service,
            }),
        }
    }
}
