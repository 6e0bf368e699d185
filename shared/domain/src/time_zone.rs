//! The names of time zones, by a city as users know it.

use std::{collections::BTreeMap, sync::LazyLock};

use super::{Language, Localized};

/// The names by IANA name. The web app reads the same file, so emails and pages name the same city.
static NAMES: LazyLock<BTreeMap<String, Localized>> = LazyLock::new(|| {
    // The file is part of the binary. A test below checks it.
    serde_json::from_str(include_str!("../../data/time-zone-names.json")).unwrap_or_default()
});

/// The name of a time zone, such as "Algiers time". None when the file has no name for it.
pub fn time_zone_name(iana_name: &str, language: Language) -> Option<&'static str> {
    NAMES.get(iana_name).map(|names| names.get(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_zone_is_named_by_its_city() {
        for (language, name) in Language::ALL
            .into_iter()
            .zip(["Algiers time", "heure d’Alger", "بتوقيت الجزائر"])
        {
            assert_eq!(time_zone_name("Africa/Algiers", language), Some(name));
        }
        assert_eq!(time_zone_name("Africa/Atlantis", Language::English), None);
    }

    #[test]
    fn each_name_is_one_of_its_own() {
        for language in Language::ALL {
            let names: std::collections::BTreeSet<_> = NAMES.values().map(|names| names.get(language)).collect();
            assert!(names.iter().all(|name| !name.trim().is_empty()));
            assert_eq!(names.len(), NAMES.len(), "{language:?}");
        }
    }
}
