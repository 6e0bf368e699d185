//! The payload of a profile update, parsed field by field.

use api::{ApiResult, ErrorCode, Form};
use app::teacher_fields::{TeacherFields, TeacherPayload};
use domain::{EmailAddress, UserType};
use files::RequestedFiles;
use serde::Deserialize;
use store::users::{ProfileFiles, User, UserProfile};

/// The fields of the payload. Other fields are ignored.
#[derive(Deserialize)]
pub(crate) struct Payload {
    #[serde(rename = "_id")]
    id: Option<String>,
    fullname: Option<String>,
    email: Option<String>,
    phone1: Option<String>,
    phone2: Option<String>,
    address: Option<String>,
    birthdate: Option<String>,
    country: Option<String>,
    image: Option<String>,
    teacher: Option<TeacherPayload>,
}

/// A profile update with valid fields.
pub(crate) struct ProfileUpdate {
    /// The profile without its files.
    pub(crate) profile: UserProfile,
    pub(crate) files: RequestedFiles,
}

impl Payload {
    /// Whether `_id` is the id of another user.
    pub(crate) fn has_id_of_another_user(&self, user: &User) -> bool {
        self.id.as_deref().is_some_and(|id| id != user.user_id.as_str())
    }

    /// Whether it is of a teacher who has chosen no course.
    pub(crate) fn has_no_course(&self) -> bool {
        self.teacher.as_ref().is_some_and(TeacherPayload::has_no_course)
    }
}

impl ProfileUpdate {
    /// Parses every field, in the order of the form. `needs_course` is whether a teacher must choose a course.
    ///
    /// # Errors
    /// Every invalid field, with the code of the first.
    pub(crate) fn parse(payload: Payload, user: &User, needs_course: bool) -> ApiResult<Self> {
        let mut form = Form::default();
        let id = form.required("_id", payload.id, ErrorCode::IdRequired);
        let image = form.optional_file("image", payload.image);
        let fullname = form.fullname(payload.fullname);
        check_email(&mut form, payload.email, &user.email);
        let phone1 = form.phone1(payload.phone1);
        let phone2 = form.phone2(payload.phone2);
        let address = form.address(payload.address);
        let birthdate = form.birthdate(payload.birthdate);
        let country = form.country(payload.country);
        let TeacherFields { courses, files } =
            teacher_fields(&mut form, user.r#type, payload.teacher, needs_course).unwrap_or_default();

        let valid = || {
            id?;
            Some(Self {
                profile: UserProfile {
                    fullname: fullname?,
                    phone1: phone1?,
                    phone2,
                    address: address?,
                    country: country?.code().to_owned(),
                    birthdate: Some(birthdate?),
                    courses,
                    files: ProfileFiles::default(),
                },
                files: RequestedFiles { image, ..files },
            })
        };
        form.finish(valid())
    }
}

/// The email address is optional, and cannot change.
fn check_email(form: &mut Form, sent: Option<String>, current: &EmailAddress) {
    let is_current = sent.is_none_or(|sent| sent.parse().is_ok_and(|sent: EmailAddress| sent == *current));
    if !is_current {
        form.reject::<()>("email", ErrorCode::EmailNotEditable);
    }
}

fn teacher_fields(
    form: &mut Form,
    kind: UserType,
    sent: Option<TeacherPayload>,
    needs_course: bool,
) -> Option<TeacherFields> {
    match (kind, sent) {
        (UserType::Student, None) => None,
        (UserType::Student, Some(_)) => form.reject("teacher", ErrorCode::TeacherNotAllowed),
        (UserType::Teacher, sent) => TeacherFields::parse(form, sent, needs_course),
    }
}
