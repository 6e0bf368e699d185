//! The languages of the platform.

use domain::Language;

#[must_use]
pub fn languages() -> [&'static str; Language::ALL.len()] {
    Language::ALL.map(Language::code)
}
