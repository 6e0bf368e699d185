//! `GET /staff/applications/{user}`: shows a teacher's application, with the CV and the video.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    applications::Applications,
    staff_view::{HistoryEntry, history},
    wired,
};
use auth::staff::StaffGate;
use domain::{CourseId, FileReference, Language, ReviewStatus, StaffRole, UserId};
use files::FileViews;
use jiff::Timestamp;
use mail::MailPreview;
use serde::Serialize;
use store::{audit::Action, files::Withheld};

/// Stands for the reason in the email about a decline.
const REASON: &str = "{reason}";

wired! {
    pub struct GetApplication(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        applications: Applications = wiring.make()?,
        files: FileViews = wiring.file_views(wiring.environment().file_scan()?)?,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApplicationView {
    #[serde(rename = "_id")]
    id: UserId,
    fullname: String,
    country: String,
    /// Of the email about the decision.
    language: Language,
    created_at: Timestamp,
    verified: bool,
    blocked: bool,
    status: ReviewStatus,
    /// Of the review. `null` without one.
    version: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    untold: bool,
    courses: Vec<CourseId>,
    curriculum: Option<FileForReview>,
    video: Option<FileForReview>,
    emails: EmailPreviews,
    history: Vec<HistoryEntry>,
}

/// The emails about both decisions.
#[derive(Serialize)]
struct EmailPreviews {
    approve: MailPreview,
    decline: MailPreview,
}

/// A file with its presigned URL, or why there is none.
#[derive(Serialize)]
struct FileForReview {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    withheld: Option<Withheld>,
}

impl Endpoint for GetApplication {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Admissions]).await?;
        let not_found = || ApiError::not_found(ErrorCode::UserNotFound);
        let id: UserId = request.path_id("user").ok_or_else(not_found)?;
        let page = "application".to_owned();
        self.gate.record(&member, Some(&id), Action::StaffRead { page }).await?;
        let user = self.gate.users.find(&id).await?.ok_or_else(not_found)?;
        let status = user.application().ok_or_else(not_found)?;
        let [approve, decline] = self.applications.previews(&user, REASON)?;
        let files = &user.profile.files;
        let data = ApplicationView {
            emails: EmailPreviews { approve, decline },
            history: history(&self.gate.audit, &self.gate.users, &id).await?,
            curriculum: self.file(files.curriculum.as_ref()).await?,
            video: self.file(files.video.as_ref()).await?,
            country: user.profile.details().country,
            fullname: user.profile.fullname,
            courses: user.profile.courses,
            id: user.user_id,
            language: user.language,
            created_at: user.created_at,
            verified: user.verified,
            blocked: user.blocked,
            status,
            version: user.review.as_ref().map(|review| review.at),
            untold: user.review.as_ref().is_some_and(|review| review.untold),
            reason: user.review.and_then(|review| review.reason),
        };
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl GetApplication {
    async fn file(&self, file: Option<&FileReference>) -> ApiResult<Option<FileForReview>> {
        let Some(file) = file else { return Ok(None) };
        let url = self.files.url_for_review(file).await?;
        Ok(Some(FileForReview {
            name: file.name.as_str().to_owned(),
            withheld: url.as_ref().err().copied(),
            url: url.ok(),
        }))
    }
}
