//! `GET /staff/members`: lists the users with roles.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{
    Wired, Wiring,
    staff_view::{StaffMemberView, staff_members},
};
use auth::staff::StaffGate;
use domain::StaffRole;
use platform::config::ConfigError;
use serde::Serialize;

pub struct ListMembers {
    gate: StaffGate,
}

impl Wired for ListMembers {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
        })
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

    async fn warm_up(&self) {
        self.gate.warm_up().await;
    }
}
