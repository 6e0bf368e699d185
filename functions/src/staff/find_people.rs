//! `GET /staff/people`: finds a user by email address or id.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::{EmailAddress, StaffRole, UserId, UserType};
use serde::Serialize;
use store::{
    audit::Action,
    users::{User, UsersTable},
};

wired! {
    pub struct FindPeople(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

#[derive(Serialize)]
struct People {
    people: Vec<PersonView>,
}

#[derive(Serialize)]
struct PersonView {
    #[serde(rename = "_id")]
    id: UserId,
    fullname: String,
    email: String,
    r#type: UserType,
    verified: bool,
    blocked: bool,
}

impl From<User> for PersonView {
    fn from(user: User) -> Self {
        Self {
            id: user.user_id,
            fullname: user.profile.fullname,
            email: user.email.to_string(),
            r#type: user.r#type,
            verified: user.verified,
            blocked: user.blocked,
        }
    }
}

impl Endpoint for FindPeople {
    /// A name finds nobody, because nothing scans users.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let query = request.query("q").unwrap_or_default().trim();
        let found = find(&self.gate.users, query).await?;
        let subject = found.as_ref().map(|user| &user.user_id);
        let page = "people".to_owned();
        self.gate.record(&member, subject, Action::StaffRead { page }).await?;
        let people = found.into_iter().map(PersonView::from).collect();
        let data = People { people };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

async fn find(users: &UsersTable, query: &str) -> ApiResult<Option<User>> {
    if let Ok(id) = query.parse::<UserId>() {
        return Ok(users.find(&id).await?);
    }
    let email: EmailAddress = query.parse().map_err(|_| ApiError::from(ErrorCode::EmailInvalid))?;
    Ok(users.find_by_email(&email).await?)
}
