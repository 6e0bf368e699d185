//! `PUT /staff/members`: sets the roles of a user.

use std::collections::BTreeSet;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, Form, StatusCode};
use app::{
    staff_view::{StaffMemberView, set_roles},
    wired,
};
use auth::staff::StaffGate;
use domain::StaffRole;
use serde::{Deserialize, Serialize};
use store::{audit::Action, users::StaffOutcome};

wired! {
    pub struct SetRoles(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    email: String,
    /// All that the user shall have. None end what the user may do as staff.
    roles: BTreeSet<StaffRole>,
    /// Whether a code admits another passkey, because the member has lost the others.
    #[serde(default)]
    new_code: bool,
}

#[derive(Serialize)]
struct Changed {
    /// None when the user has no role any more.
    member: Option<StaffMemberView>,
    /// The code that admits the member's next passkey. It is shown once.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

impl Endpoint for SetRoles {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Owner]).await?;
        member.ensure_fresh()?;
        let payload: Payload = request.json()?;
        let email = Form::one(|form| form.email(Some(payload.email)))?;
        let user = self.gate.users.find_by_email(&email).await?;
        let user = user.filter(|user| user.verified && !user.blocked);
        let user = user.ok_or_else(|| ApiError::not_found(ErrorCode::UserNotFound))?;
        let action = Action::StaffChange {
            roles: payload.roles.iter().copied().collect(),
        };
        let record = self
            .gate
            .audit
            .record_item(&member.record(Some(&user.user_id), action))?;
        let (staff, code) = set_roles(&user, payload.roles, payload.new_code)?;
        match self.gate.users.set_staff(&user, staff.as_ref(), record).await? {
            StaffOutcome::Written => {}
            StaffOutcome::Changed => return Err(ErrorCode::Conflict.into()),
            StaffOutcome::LastOwner => return Err(ErrorCode::LastOwner.into()),
        }
        let data = Changed {
            member: staff.map(|staff| StaffMemberView::new(&user, &staff)),
            code,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
