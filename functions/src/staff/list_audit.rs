//! `GET /staff/audit`: lists what staff and operators did in a month, the latest first.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::{StaffRole, UserId};
use jiff::Timestamp;
use platform::clock;
use serde::Serialize;
use store::audit::month;

const PAGE: i32 = 50;

wired! {
    pub struct ListAudit(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

#[derive(Serialize)]
struct Records {
    records: Vec<RecordView>,
    /// Of the next page, as `cursor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize)]
struct RecordView {
    at: Timestamp,
    operator: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<UserId>,
    action: String,
}

impl Endpoint for ListAudit {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.gate.admit(request, &[StaffRole::Owner]).await?;
        let this_month = month(clock::now());
        let month = request.query("month").unwrap_or(&this_month);
        let (records, next) = self.gate.audit.page(month, request.query("cursor"), PAGE).await?;
        let records = records.into_iter().map(|record| RecordView {
            at: record.at,
            operator: record.operator,
            subject: record.subject,
            action: record.action.to_string(),
        });
        let records = records.collect();
        let data = Records { records, next };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
