//! Countries and territories, from `shared/data/countries.json`, which the web app reads, too.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::Language;

/// A country or territory with a dial code.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Country {
    code: String,
    pub(crate) dial_code: String,
    /// The possible lengths of a number in the countries with this dial code, without the dial code.
    pub(crate) lengths: Vec<usize>,
    /// Those of a mobile number.
    pub(crate) mobile_lengths: Vec<usize>,
    names: super::Localized,
}

impl Country {
    /// The country with this English name, which is its name on the wire (spec §3). Case does not matter.
    #[must_use]
    pub fn by_english_name(name: &str) -> Option<&'static Self> {
        let name = name.trim().to_lowercase();
        all().iter().find(|country| country.names.en.to_lowercase() == name)
    }

    /// The country with this code.
    #[must_use]
    pub fn by_code(code: &str) -> Option<&'static Self> {
        all().iter().find(|country| country.code == code)
    }

    /// ISO 3166-1 alpha-2.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Its name in that language.
    #[must_use]
    pub fn name(&self, language: Language) -> &str {
        self.names.get(language)
    }

    /// Its name on the wire.
    #[must_use]
    pub fn english_name(&self) -> &str {
        &self.names.en
    }
}

/// The table.
pub(crate) fn all() -> &'static [Country] {
    static ALL: LazyLock<Vec<Country>> = LazyLock::new(|| {
        // The file is part of the binary. A test below checks it.
        serde_json::from_str(include_str!("../../data/countries.json")).unwrap_or_default()
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_complete_and_unambiguous() {
        assert!(all().len() >= 240);
        for country in all() {
            assert_eq!(
                Country::by_english_name(&country.names.en),
                Some(country),
                "names are unique"
            );
            assert_eq!(Country::by_code(&country.code), Some(country), "codes are unique");
            assert_eq!(country.english_name(), country.name(Language::English));
            assert!(country.code.len() == 2 && country.code.bytes().all(|byte| byte.is_ascii_uppercase()));
        }
    }

    #[test]
    fn a_country_is_found_by_its_english_name() {
        let code = |name| Country::by_english_name(name).map(Country::code);
        assert_eq!(code("Algeria"), Some("DZ"));
        assert_eq!(code(" saudi arabia "), Some("SA"));
        assert_eq!(code("Atlantis"), None);
        assert_eq!(code(""), None);
    }

    #[test]
    fn a_country_has_a_name_in_each_language() {
        let algeria = Country::by_code("DZ").unwrap();
        let names = Language::ALL.map(|language| algeria.name(language));
        assert_eq!(names, ["Algeria", "Algérie", "الجزائر"]);
    }
}
