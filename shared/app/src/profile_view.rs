//! Users as the API returns them to themselves.

use api::ApiResult;
use domain::{EmailAddress, FileReference, Language, ReviewStatus, ServiceArea, StaffRole, UserId, UserType};
use files::{FileView, FileViews};
use platform::clock;
use serde::Serialize;
use store::users::{PersonalDetails, Review, User};

use crate::{
    catalogue::{Catalogue, CourseView},
    consent_view::ConsentView,
    email_change_view::EmailChangeView,
};

#[derive(Debug)]
pub struct ProfileViews {
    /// The courses that teachers may choose.
    pub catalogue: Catalogue,
    files: FileViews,
}

/// A user as the API returns it to that user (contract, "user").
#[derive(Debug, Serialize)]
pub struct ProfileView<'a> {
    _id: &'a UserId,
    #[serde(flatten)]
    personal: PersonalDetails,
    email: &'a EmailAddress,
    image: Option<FileView>,
    r#type: UserType,
    /// `null` for a student.
    teacher: Option<TeacherView>,
    consent: ConsentView<'a>,
    /// The change of the email address that waits for its confirmation.
    #[serde(rename = "emailChange", skip_serializing_if = "Option::is_none")]
    email_change: Option<EmailChangeView<'a>>,
    /// The services of whose opening the user wants to be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interests: Vec<ServiceArea>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    staff: Vec<StaffRole>,
    /// False when the user has turned off the reminders of sessions, and missing otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    reminders: Option<bool>,
}

#[derive(Debug, Serialize)]
struct TeacherView {
    courses: Vec<CourseView>,
    curriculum: Option<FileView>,
    video: Option<FileView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewView>,
}

/// The review of a teacher's application.
#[derive(Debug, Serialize)]
struct ReviewView {
    status: ReviewStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl ProfileViews {
    /// Views with courses of that catalogue and those files.
    pub const fn new(catalogue: Catalogue, files: FileViews) -> Self {
        Self { catalogue, files }
    }

    /// A user, with courses in that language and presigned URLs of files.
    ///
    /// # Errors
    /// When a teacher's courses or the records of scanned files cannot be read, and when there are no credentials for the signatures.
    pub async fn view<'a>(&self, user: &'a User, language: Language) -> ApiResult<ProfileView<'a>> {
        let profile = &user.profile;
        let pending = user.pending_email_change(clock::seconds());
        Ok(ProfileView {
            _id: &user.user_id,
            personal: profile.details(),
            email: &user.email,
            image: self.file(profile.files.image.as_ref()).await?,
            r#type: user.r#type,
            teacher: match user.r#type {
                UserType::Student => None,
                UserType::Teacher => Some(self.teacher(user, language).await?),
            },
            consent: ConsentView::new(user.consent.as_ref()),
            email_change: pending.map(EmailChangeView::new).transpose()?,
            interests: user.awaited_services().collect(),
            staff: user
                .staff
                .iter()
                .flat_map(|staff| staff.roles.iter().copied())
                .collect(),
            reminders: user.reminders,
        })
    }

    /// A withdrawn course is left out, and is shown again when it returns to the catalogue.
    async fn teacher(&self, user: &User, language: Language) -> ApiResult<TeacherView> {
        let profile = &user.profile;
        let listed = self.catalogue.courses().await?;
        let taught = listed.iter().filter(|course| profile.courses.contains(&course.id));
        Ok(TeacherView {
            courses: taught.map(|course| CourseView::new(course, language)).collect(),
            curriculum: self.file(profile.files.curriculum.as_ref()).await?,
            video: self.file(profile.files.video.as_ref()).await?,
            review: user.review.clone().map(ReviewView::from),
        })
    }

    async fn file(&self, file: Option<&FileReference>) -> ApiResult<Option<FileView>> {
        match file {
            Some(file) => Ok(Some(self.files.view_for_owner(file).await?)),
            None => Ok(None),
        }
    }
}

impl From<Review> for ReviewView {
    fn from(review: Review) -> Self {
        Self {
            status: review.status,
            reason: review.reason,
        }
    }
}

/// The `ETag` of a user's profile. It changes with every edit.
pub fn etag(user: &User) -> String {
    format!("\"{}\"", user.profile_version)
}
