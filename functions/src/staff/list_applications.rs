//! `GET /staff/applications`: lists teachers' applications with one status, the oldest first.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::{Country, CourseId, ReviewStatus, StaffRole, UserId};
use jiff::Timestamp;
use serde::Serialize;
use store::{
    audit::Action,
    users::{Applicant, ApplicationCursor},
};

const PAGE: i32 = 50;

wired! {
    pub struct ListApplications(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
    }
}

#[derive(Serialize)]
struct Applications {
    applications: Vec<ApplicationView>,
    /// Of the next page, as `cursor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApplicationView {
    #[serde(rename = "_id")]
    id: UserId,
    fullname: String,
    country: String,
    courses: Vec<CourseId>,
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<Timestamp>,
    blocked: bool,
    /// Whether the email about the decision is still to be sent.
    untold: bool,
}

impl From<Applicant> for ApplicationView {
    fn from(applicant: Applicant) -> Self {
        let Applicant { profile, review, .. } = applicant;
        let decided = review.filter(|review| review.status != ReviewStatus::Pending);
        Self {
            id: applicant.user_id,
            fullname: profile.fullname,
            country: Country::by_code(&profile.country)
                .map_or(profile.country, |known| known.english_name().to_owned()),
            courses: profile.courses,
            created_at: applicant.created_at,
            decided_at: decided.as_ref().map(|review| review.at),
            blocked: applicant.blocked,
            untold: decided.is_some_and(|review| review.untold),
        }
    }
}

impl Endpoint for ListApplications {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let status = request.query("state").map_or(Ok(ReviewStatus::Pending), str::parse);
        let status = status.map_err(|_| ErrorCode::MalformedRequest)?;
        let course = request.query("course").map(str::parse::<CourseId>).transpose();
        let course = course.map_err(|_| ErrorCode::CourseNotFound)?;
        let cursor = request.query("cursor").map(str::parse::<ApplicationCursor>).transpose();
        let cursor = cursor.map_err(|_| ErrorCode::MalformedRequest)?;
        let page = "applications".to_owned();
        self.gate.record(&member, None, Action::StaffRead { page }).await?;
        let users = &self.gate.users;
        let (found, next) = users
            .applications(status, course.as_ref(), cursor.as_ref(), PAGE)
            .await?;
        let data = Applications {
            applications: found.into_iter().map(ApplicationView::from).collect(),
            next: next.map(|next| next.to_string()),
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
