//! Accounts on the wire: what a person may see of their own, and nothing else.

use serde::Serialize;

use crate::{
    domain::{Birthdate, Country, EmailAddress, PhoneNumber, UserId, UserType},
    store::users::User,
};

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
    /// Null: signing up brings no photo.
    image: (),
    r#type: UserType,
    /// Null, as for every student: without files nobody is a teacher.
    teacher: (),
}

impl<'a> From<&'a User> for Profile<'a> {
    fn from(user: &'a User) -> Self {
        let profile = &user.profile;
        Self {
            _id: &user.user_id,
            fullname: &profile.fullname,
            email: &user.email,
            phone1: &profile.phone1,
            phone2: profile.phone2.as_ref(),
            address: &profile.address,
            country: Country::by_code(&profile.country).map_or(&profile.country, Country::english_name),
            birthdate: profile.birthdate,
            image: (),
            r#type: user.r#type,
            teacher: (),
        }
    }
}

/// The `ETag` of an account's profile: another one with every edit.
#[must_use]
pub fn etag(user: &User) -> String {
    format!("\"{}\"", user.profile_version)
}
