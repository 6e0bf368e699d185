//! Countries and territories, from `shared/data/countries.json`, which the web app reads, too.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::{Language, accents::without_accent};

/// A country or territory with a dial code.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Country {
    code: String,
    pub(crate) dial_code: String,
    /// The possible lengths of a number in the countries with this dial code, without the dial code.
    pub(crate) lengths: Vec<usize>,
    /// The possible lengths of a mobile number.
    pub(crate) mobile_lengths: Vec<usize>,
    names: super::Localized,
}

impl Country {
    /// The country with this English name, which is its name on the wire (spec §3), or another usual one, such as "Turkey" or "USA". Case,
    /// accents and punctuation do not matter.
    pub fn by_english_name(name: &str) -> Option<&'static Self> {
        static CODES: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
            let other = other_names().iter().map(|(name, code)| (folded(name), code.as_str()));
            let own = all().iter().map(|country| (folded(&country.names.en), country.code()));
            other.chain(own).collect()
        });
        CODES.get(&folded(name)).and_then(|code| Self::by_code(code))
    }

    pub fn by_code(code: &str) -> Option<&'static Self> {
        all().iter().find(|country| country.code == code)
    }

    /// ISO 3166-1 alpha-2.
    pub fn code(&self) -> &str {
        &self.code
    }

    pub fn name(&self, language: Language) -> &str {
        self.names.get(language)
    }

    /// Its name on the wire.
    pub fn english_name(&self) -> &str {
        &self.names.en
    }
}

pub(crate) fn all() -> &'static [Country] {
    static ALL: LazyLock<Vec<Country>> = LazyLock::new(|| {
        // The file is part of the binary. A test below checks it.
        serde_json::from_str(include_str!("../../data/countries.json")).unwrap_or_default()
    });
    &ALL
}

/// Other usual English names, with the code of the country. `infra/openapi.yaml` lists them.
fn other_names() -> &'static BTreeMap<String, String> {
    static NAMES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        // As above.
        serde_json::from_str(include_str!("../../data/country-names.json")).unwrap_or_default()
    });
    &NAMES
}

/// A name without what people write in different ways: case, accents, punctuation, "and", "the" and "St.".
fn folded(name: &str) -> String {
    let lower = name.to_lowercase().replace('&', " and ").replace(['.', '’', '\''], "");
    let text: String = lower.chars().map(without_accent).collect();
    let words = text.split(|character: char| !character.is_alphanumeric());
    let words = words.filter(|word| !matches!(*word, "" | "and" | "the"));
    words
        .map(|word| if word == "st" { "saint" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
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
        for (name, expected) in [
            ("Turkey", "TR"),
            ("Turkiye", "TR"),
            ("Czech Republic", "CZ"),
            ("USA", "US"),
            ("the United States of America", "US"),
            ("U.K.", "GB"),
            ("Ivory Coast", "CI"),
            ("Cote d'Ivoire", "CI"),
            ("Bosnia and Herzegovina", "BA"),
            ("Saint Lucia", "LC"),
            ("The Gambia", "GM"),
            ("Congo-Kinshasa", "CD"),
        ] {
            assert_eq!(code(name), Some(expected), "{name}");
        }
        assert_eq!(folded("Ÿ É ١"), "y e 1");
        assert_eq!(code("Atlantis"), None);
        assert_eq!(code(""), None);
    }

    #[test]
    fn other_names_belong_to_one_country_each() {
        let own: Vec<_> = all().iter().map(|country| folded(&country.names.en)).collect();
        let other: Vec<_> = other_names().keys().map(|name| folded(name)).collect();
        for (name, code) in other_names() {
            assert_eq!(
                Country::by_english_name(name).map(Country::code),
                Some(code.as_str()),
                "{name}"
            );
            assert!(!own.contains(&folded(name)), "{name} is the name of the table");
        }
        let unique: std::collections::BTreeSet<_> = own.iter().chain(&other).collect();
        assert_eq!(unique.len(), own.len() + other.len());
    }

    #[test]
    fn a_country_has_a_name_in_each_language() {
        let algeria = Country::by_code("DZ").unwrap();
        let names = Language::ALL.map(|language| algeria.name(language));
        assert_eq!(names, ["Algeria", "Algérie", "الجزائر"]);
    }
}
