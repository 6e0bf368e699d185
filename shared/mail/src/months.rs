//! The names of months in Arabic, which differ by country, from `shared/data/arabic-months.json`. Its regions are those by which the web app
//! writes dates.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::Language;
use serde::Deserialize;

#[derive(Default, Deserialize)]
struct ArabicMonths {
    /// The countries that name months alike, by the code of one of them.
    regions: BTreeMap<String, Vec<String>>,
    /// January first, by region.
    months: BTreeMap<String, Vec<String>>,
}

/// The names of the months in the country with this ISO code, if they are not those of the language.
pub(super) fn of(language: Language, country: Option<&str>) -> Option<&'static Vec<String>> {
    static ARABIC: LazyLock<ArabicMonths> = LazyLock::new(|| {
        // The file is part of the binary. A test below checks it.
        serde_json::from_str(include_str!("../../data/arabic-months.json")).unwrap_or_default()
    });
    let country = country.filter(|_| language == Language::Arabic)?;
    let mut regions = ARABIC.regions.iter();
    let (region, _) = regions.find(|(_, countries)| countries.iter().any(|each| each == country))?;
    ARABIC.months.get(region)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn august(language: Language, country: &str) -> Option<&'static str> {
        of(language, Some(country)).map(|months| {
            assert_eq!(months.len(), 12);
            months[7].as_str()
        })
    }

    #[test]
    fn months_have_the_names_of_the_readers_country_in_arabic_only() {
        for (country, name) in [
            ("DZ", None),
            ("TN", None),
            ("FR", None),
            ("EG", Some("أغسطس")),
            ("SA", Some("أغسطس")),
            ("MA", Some("غشت")),
            ("MR", Some("أغشت")),
            ("LB", Some("آب")),
        ] {
            assert_eq!(august(Language::Arabic, country), name, "{country}");
        }
        assert_eq!(august(Language::French, "MA"), None);
        assert_eq!(of(Language::Arabic, None), None);
    }
}
