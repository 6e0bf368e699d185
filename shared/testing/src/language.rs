//! The languages of the platform.

use domain::Language;

/// The code of each language.
#[must_use]
pub fn languages() -> [&'static str; Language::ALL.len()] {
    Language::ALL.map(Language::code)
}
