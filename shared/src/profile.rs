//! Accounts on the wire: what a person may see of their own, and nothing else.

use serde::Serialize;

use crate::{
    domain::{Country, EmailAddress, PhoneNumber, UserId, UserType},
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
    /// Null: signing up does not ask for it.
    birthdate: (),
    /// Null: signing up brings no photo.
    image: (),
    r#type: UserType,
    /// Null, as for every student: without files nobody is a teacher.
    teacher: (),
}

impl<'a> From<&'a User> for Profile<'a> {
    fn from(user: &'a User) -> Self {
        Self {
            _id: &user.user_id,
            fullname: &user.fullname,
            email: &user.email,
            phone1: &user.phone1,
            phone2: user.phone2.as_ref(),
            address: &user.address,
            country: Country::by_code(&user.country).map_or(&user.country, Country::english_name),
            birthdate: (),
            image: (),
            r#type: user.r#type,
            teacher: (),
        }
    }
}
