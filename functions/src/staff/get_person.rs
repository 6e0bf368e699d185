//! `GET /staff/people/{user}`: shows a user, and why an email may not have arrived.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    staff_view::{HistoryEntry, history},
    wired,
};
use auth::staff::StaffGate;
use domain::{CourseId, EmailAddress, Language, PhoneNumber, RunId, StaffRole, UserId, UserType};
use jiff::Timestamp;
use mail::{Suppression, SuppressionList};
use platform::{
    clock::{self, TimeError},
    deadline,
};
use serde::Serialize;
use store::{audit::Action, payments::PaymentsTable, place_requests::PlaceRequestsTable, users::User};
use tracing::warn;

wired! {
    pub struct GetPerson(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        requests: PlaceRequestsTable = wiring.place_requests()?,
        payments: PaymentsTable = wiring.payments()?,
        suppression_list: SuppressionList = wiring.suppression_list(),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PersonView {
    #[serde(rename = "_id")]
    id: UserId,
    /// With an action, so that it is about what was read.
    version: u64,
    fullname: String,
    email: EmailAddress,
    phones: Vec<PhoneNumber>,
    country: String,
    language: Language,
    r#type: UserType,
    created_at: Timestamp,
    verified: bool,
    /// Whether the owner of the mailbox has rejected the sign-up, and its deletion was interrupted.
    rejected: bool,
    blocked: bool,
    staff: Vec<StaffRole>,
    mail: MailState,
    sessions: SessionsView,
    courses: Vec<CourseView>,
    teaches: Vec<CourseId>,
    history: Vec<HistoryEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum MailState {
    Delivered,
    /// SES does not say.
    Unknown,
    #[serde(untagged)]
    Suppressed(Suppression),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionsView {
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen_at: Option<Timestamp>,
    /// The last sign-in as staff in one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff_since: Option<Timestamp>,
}

/// A place in a run, or an enrolment without one.
#[derive(Serialize)]
struct CourseView {
    course: CourseId,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
}

impl SessionsView {
    fn of(user: &User) -> Result<Self, TimeError> {
        let live: Vec<_> = user
            .live_sessions(clock::seconds())
            .map(|(_, session)| session)
            .collect();
        let last_seen_at = live.iter().map(|session| session.last_seen_at).max();
        let staff_since = live.iter().filter_map(|session| session.staff.as_ref());
        let staff_since = staff_since.map(|sign_in| sign_in.at).max();
        Ok(Self {
            count: live.len(),
            last_seen_at: last_seen_at.map(clock::timestamp).transpose()?,
            staff_since: staff_since.map(clock::timestamp).transpose()?,
        })
    }
}

impl Endpoint for GetPerson {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let not_found = || ApiError::not_found(ErrorCode::UserNotFound);
        let id: UserId = request.path_id("user").ok_or_else(not_found)?;
        let page = "person".to_owned();
        self.gate.record(&member, Some(&id), Action::StaffRead { page }).await?;
        let user = self.gate.users.find(&id).await?.ok_or_else(not_found)?;
        let data = PersonView {
            mail: self.mail_state(&user.email).await,
            sessions: SessionsView::of(&user)?,
            courses: self.courses(&id).await?,
            history: history(&self.gate.audit, &self.gate.users, &id).await?,
            version: user.token_version,
            country: user.profile.details().country,
            fullname: user.profile.fullname,
            email: user.email,
            phones: [Some(user.profile.phone1), user.profile.phone2]
                .into_iter()
                .flatten()
                .collect(),
            language: user.language,
            r#type: user.r#type,
            created_at: user.created_at,
            verified: user.verified,
            rejected: user.rejected,
            blocked: user.blocked,
            staff: user.staff.into_iter().flat_map(|staff| staff.roles).collect(),
            teaches: user.profile.courses,
            id,
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl GetPerson {
    /// The rest of the page does without SES.
    async fn mail_state(&self, email: &EmailAddress) -> MailState {
        let found = deadline::leave_time_to_respond(self.suppression_list.find(email)).await;
        let cause = match found {
            Ok(Ok(Some(suppression))) => return MailState::Suppressed(suppression),
            Ok(Ok(None)) => return MailState::Delivered,
            Ok(Err(cause)) => cause.to_string(),
            Err(late) => late.to_string(),
        };
        warn!(cause, "suppression list not read");
        MailState::Unknown
    }

    async fn courses(&self, id: &UserId) -> ApiResult<Vec<CourseView>> {
        // Boxed, because the futures of queries are large.
        let (places, payments) =
            tokio::try_join!(Box::pin(self.requests.of_user(id)), Box::pin(self.payments.of_user(id)))?;
        let enrolled = payments.enrolments.into_iter().map(|enrolment| enrolment.course_id);
        let without_place = enrolled.filter(|course| !places.iter().any(|place| place.course_id == *course));
        let without_place: Vec<_> = without_place.collect();
        let places = places.into_iter().map(|place| CourseView {
            course: place.course_id,
            run: Some(place.run_id),
            state: Some(place.state.into()),
        });
        let without_place = without_place.into_iter().map(|course| CourseView {
            course,
            run: None,
            state: None,
        });
        Ok(places.chain(without_place).collect())
    }
}
