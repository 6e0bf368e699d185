//! The payload of a registration, parsed field by field.

use api::{ApiResult, ErrorCode, Form};
use app::teacher_fields::{TeacherFields, TeacherPayload};
use auth::proof_of_work::Proof;
use domain::{Birthdate, Country, EmailAddress, LegalVersions, Password, PhoneNumber, UserType};
use serde::Deserialize;

/// The fields of the payload. Other fields are ignored.
#[derive(Deserialize)]
pub(crate) struct Payload {
    fullname: Option<String>,
    email: Option<String>,
    password: Option<String>,
    phone1: Option<String>,
    phone2: Option<String>,
    address: Option<String>,
    birthdate: Option<String>,
    country: Option<String>,
    r#type: Option<String>,
    teacher: Option<TeacherPayload>,
    consent: Option<LegalVersions>,
    proof: Option<Proof>,
}

/// A registration with valid fields.
pub(crate) struct Registration {
    pub(crate) fullname: String,
    pub(crate) email: EmailAddress,
    pub(crate) password: Password,
    pub(crate) phone1: PhoneNumber,
    pub(crate) phone2: Option<PhoneNumber>,
    pub(crate) address: String,
    pub(crate) birthdate: Option<Birthdate>,
    pub(crate) country: &'static Country,
    pub(crate) type_fields: UserTypeFields,
    pub(crate) consent: Option<LegalVersions>,
    /// The proof of work, when one was asked for.
    pub(crate) proof: Option<Proof>,
}

/// The user type, with the fields that it requires.
pub(crate) enum UserTypeFields {
    Student,
    Teacher(TeacherFields),
}

impl Registration {
    /// Parses every field, in the order of the form.
    ///
    /// # Errors
    /// Every invalid field, with the code of the first.
    pub(crate) fn parse(payload: Payload) -> ApiResult<Self> {
        let mut form = Form::default();
        let fullname = form.fullname(payload.fullname);
        let email = form.email(payload.email);
        let password = form.password(payload.password);
        let password = match (password, &fullname, &email) {
            (Some(password), Some(fullname), Some(email)) => form.impersonal("password", password, fullname, email),
            (password, ..) => password,
        };
        let phone1 = form.phone1(payload.phone1);
        let phone2 = form.phone2(payload.phone2);
        let address = form.address(payload.address);
        let birthdate = form.optional_birthdate(payload.birthdate);
        let country = form.country(payload.country);
        let type_fields = type_fields(&mut form, payload.r#type.as_deref(), payload.teacher);
        let consent = payload.consent.and_then(|versions| form.consent(versions));

        let valid = || {
            Some(Self {
                fullname: fullname?,
                email: email?,
                password: password?,
                phone1: phone1?,
                phone2,
                address: address?,
                birthdate,
                country: country?,
                type_fields: type_fields?,
                consent,
                proof: payload.proof,
            })
        };
        form.finish(valid())
    }
}

impl UserTypeFields {
    pub(crate) const fn user_type(&self) -> UserType {
        match self {
            Self::Student => UserType::Student,
            Self::Teacher(_) => UserType::Teacher,
        }
    }
}

fn type_fields(form: &mut Form, kind: Option<&str>, teacher: Option<TeacherPayload>) -> Option<UserTypeFields> {
    match (kind.map(str::trim), teacher) {
        (Some("student"), None) => Some(UserTypeFields::Student),
        (Some("student"), Some(_)) => form.reject("teacher", ErrorCode::TeacherNotAllowed),
        (Some("teacher"), teacher) => TeacherFields::parse(form, teacher, true).map(UserTypeFields::Teacher),
        _ => form.reject("type", ErrorCode::TypeInvalid),
    }
}
