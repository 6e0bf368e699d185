//! `GET /staff/members`: lists the users with roles.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{
    staff_view::{StaffMemberView, staff_members},
    wired,
};
use auth::staff::StaffGate;
use domain::StaffRole;
use serde::Serialize;

wired! {
    pub struct ListMembers(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

#[derive(Serialize)]
struct Members {
    members: Vec<StaffMemberView>,
}

impl Endpoint for ListMembers {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.gate.admit(request, &[StaffRole::Owner]).await?;
        let members = staff_members(&self.gate.users).await?;
        let data = Members { members };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
