//! Accounts on the wire: what a person may see of their own, and nothing else.

use api::ApiResult;
use domain::{Birthdate, Country, EmailAddress, FileReference, Language, PhoneNumber, ReviewStatus, UserId, UserType};
use files::{FileView, Objects};
use serde::Serialize;
use store::users::{Review, User};

use crate::catalogue::{Catalogue, CourseView};

/// What it takes to show accounts to their owners.
#[derive(Debug)]
pub struct Profiles {
    /// What teachers may choose from.
    pub catalogue: Catalogue,
    objects: Objects,
}

/// An account as its owner sees it (contract, "user").
#[derive(Debug, Serialize)]
pub struct Profile<'a> {
    _id: &'a UserId,
    fullname: &'a str,
    email: &'a EmailAddress,
    phone1: &'a PhoneNumber,
    phone2: Option<&'a PhoneNumber>,
    address: &'a str,
    country: &'a str,
    birthdate: Option<Birthdate>,
    image: Option<FileView>,
    r#type: UserType,
    /// Null for a student.
    teacher: Option<TeacherView>,
}

#[derive(Debug, Serialize)]
struct TeacherView {
    courses: Vec<CourseView>,
    curriculum: Option<FileView>,
    video: Option<FileView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewView>,
}

/// What became of the application, when it is looked at.
#[derive(Debug, Serialize)]
struct ReviewView {
    status: ReviewStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Profiles {
    /// Profiles with courses of that catalogue and files of that bucket.
    #[must_use]
    pub const fn new(catalogue: Catalogue, objects: Objects) -> Self {
        Self { catalogue, objects }
    }

    /// An account, with courses in a language and addresses for its files.
    ///
    /// # Errors
    /// When the courses of a teacher cannot be read, and when there are no credentials to sign an address with.
    pub async fn view<'a>(&self, user: &'a User, language: Language) -> ApiResult<Profile<'a>> {
        let profile = &user.profile;
        Ok(Profile {
            _id: &user.user_id,
            fullname: &profile.fullname,
            email: &user.email,
            phone1: &profile.phone1,
            phone2: profile.phone2.as_ref(),
            address: &profile.address,
            country: Country::by_code(&profile.country).map_or(&profile.country, Country::english_name),
            birthdate: profile.birthdate,
            image: self.file(profile.files.image.as_ref()).await?,
            r#type: user.r#type,
            teacher: match user.r#type {
                UserType::Student => None,
                UserType::Teacher => Some(self.teacher(user, language).await?),
            },
        })
    }

    /// A course that was withdrawn is not shown, and is there again when it returns.
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
            Some(file) => Ok(Some(FileView::of(file, &self.objects).await?)),
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

/// The `ETag` of an account's profile: another one with every edit.
#[must_use]
pub fn etag(user: &User) -> String {
    format!("\"{}\"", user.profile_version)
}
