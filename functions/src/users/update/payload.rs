//! The payload of a profile update, parsed field by field.

use api::{ApiResult, ErrorCode, Form};
use app::profile_payload::{EnteredProfile, ProfileForm, ProfilePayload};
use domain::EmailAddress;
use serde::Deserialize;
use store::users::User;

/// The fields of the payload. Other fields are ignored.
#[derive(Deserialize)]
pub(crate) struct Payload {
    #[serde(rename = "_id")]
    id: Option<String>,
    image: Option<String>,
    fullname: Option<String>,
    email: Option<String>,
    #[serde(flatten)]
    profile: ProfilePayload,
}

impl Payload {
    /// Whether `_id` is the id of another user.
    pub(crate) fn has_id_of_another_user(&self, user: &User) -> bool {
        self.id.as_deref().is_some_and(|id| id != user.user_id.as_str())
    }

    /// Whether it is of a teacher who has chosen no course.
    pub(crate) fn has_no_course(&self) -> bool {
        self.profile.has_no_course()
    }

    /// Parses every field, in the order of the form. `keeps_courses` is whether a teacher keeps withdrawn courses without choosing one.
    pub(crate) fn parse(self, user: &User, keeps_courses: bool) -> ApiResult<EnteredProfile> {
        let mut form = Form::default();
        let id = form.required("_id", self.id, ErrorCode::IdRequired);
        let image = form.optional_file("image", self.image);
        let fullname = form.fullname(self.fullname);
        check_email(&mut form, self.email, &user.email);
        let source = ProfileForm::Update { keeps_courses };
        let entered = self.profile.parse(&mut form, source, fullname, Some(user.r#type));
        let mut entered = form.finish(id.and(entered))?;
        entered.files.image = image;
        Ok(entered)
    }
}

/// The email address is optional, and cannot change.
fn check_email(form: &mut Form, sent: Option<String>, current: &EmailAddress) {
    let is_current = sent.is_none_or(|sent| sent.parse().is_ok_and(|sent: EmailAddress| sent == *current));
    if !is_current {
        form.reject::<()>("email", ErrorCode::EmailNotEditable);
    }
}
