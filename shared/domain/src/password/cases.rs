//! The cases of the rules, which the tests of the web app read too.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Cases {
    pub known: Vec<String>,
    pub unknown: Vec<String>,
    pub personal: Vec<PersonalCases>,
}

#[derive(Deserialize)]
pub(super) struct PersonalCases {
    pub fullname: String,
    pub email: String,
    pub refused: Vec<String>,
    pub accepted: Vec<String>,
}

pub(super) fn cases() -> Cases {
    serde_json::from_str(include_str!("../../../data/password-cases.json")).unwrap()
}
