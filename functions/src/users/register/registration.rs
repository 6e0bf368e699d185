//! The payload of a registration, parsed field by field.

use api::{ApiResult, ErrorCode, Form};
use app::profile_payload::{EnteredProfile, ProfileForm, ProfilePayload};
use auth::proof_of_work::Proof;
use domain::{CourseId, EmailAddress, LegalVersions, Password, UserType};
use serde::Deserialize;

/// The fields of the payload. Other fields are ignored.
#[derive(Deserialize)]
pub(crate) struct Payload {
    fullname: Option<String>,
    email: Option<String>,
    password: Option<String>,
    #[serde(flatten)]
    profile: ProfilePayload,
    r#type: Option<String>,
    consent: Option<LegalVersions>,
    course: Option<String>,
    proof: Option<Proof>,
}

pub(crate) struct Registration {
    pub(crate) email: EmailAddress,
    pub(crate) password: Password,
    pub(crate) entered: EnteredProfile,
    pub(crate) r#type: UserType,
    pub(crate) consent: Option<LegalVersions>,
    /// The course from whose page the user signs up. Whether it is listed is not checked: a course that has left the catalogue meanwhile
    /// prevents no sign-up.
    pub(crate) wanted_course: Option<CourseId>,
    /// The proof of work, when one was asked for.
    pub(crate) proof: Option<Proof>,
}

impl Registration {
    /// Parses every field, in the order of the form.
    pub(crate) fn parse(payload: Payload) -> ApiResult<Self> {
        let mut form = Form::default();
        let fullname = form.fullname(payload.fullname);
        let email = form.email(payload.email);
        let password = form.password(payload.password);
        let password = match (password, &fullname, &email) {
            (Some(password), Some(fullname), Some(email)) => form.impersonal("password", password, fullname, email),
            (password, ..) => password,
        };
        let r#type = payload.r#type.and_then(|r#type| r#type.trim().parse().ok());
        let entered = payload
            .profile
            .parse(&mut form, ProfileForm::Registration, fullname, r#type);
        let consent = payload.consent.and_then(|versions| form.consent(versions));
        let course = payload.course.filter(|id| !id.is_empty());
        let wanted_course = course.and_then(|id| form.required("course", id.parse().ok(), ErrorCode::CourseNotFound));

        let valid = || {
            Some(Self {
                email: email?,
                password: password?,
                entered: entered?,
                r#type: r#type?,
                consent,
                wanted_course,
                proof: payload.proof,
            })
        };
        form.finish(valid())
    }
}
