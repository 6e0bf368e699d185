//! The languages of the platform, and texts in all of them.

use serde::{Deserialize, Serialize};

/// A language of the interface. English is the default and the fallback (spec §1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "fr")]
    French,
    /// `ar`, written from right to left
    #[serde(rename = "ar")]
    Arabic,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::English, Self::French, Self::Arabic];

    /// The code on the wire and in file names.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Arabic => "ar",
        }
    }

    /// Its writing direction: `ltr` or `rtl`.
    pub const fn direction(self) -> &'static str {
        match self {
            Self::English | Self::French => "ltr",
            Self::Arabic => "rtl",
        }
    }

    /// The language with that code, if the platform has it.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The language of a tag, by its first part: `ar`, `AR` or `ar-DZ`. None when the platform does not have it.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next()?;
        Self::from_code(&primary.trim().to_ascii_lowercase())
    }

    /// The best language for an `Accept-Language` header. Regions are ignored. English when the header names none of the languages.
    pub fn negotiate(accept_language: &str) -> Self {
        let mut best = (Self::default(), 0.0);
        for (language, weight) in accept_language.split(',').filter_map(Self::wanted) {
            // Of languages with the same weight, the first.
            if weight > best.1 {
                best = (language, weight);
            }
        }
        best.0
    }

    /// One language of the header with its weight (RFC 9110 §12.5.4), if the platform has it: `fr-CA;q=0.8`.
    fn wanted(range: &str) -> Option<(Self, f32)> {
        let mut parts = range.split(';').map(str::trim);
        let language = Self::from_tag(parts.next()?)?;
        let weight = match parts.find_map(|part| part.strip_prefix("q=")) {
            Some(weight) => weight.parse().ok().filter(|weight| (0.0..=1.0).contains(weight))?,
            None => 1.0,
        };
        Some((language, weight))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Localized {
    pub en: String,
    pub fr: String,
    pub ar: String,
}

impl Localized {
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
            Language::Arabic => &self.ar,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_its_language_first() {
        for (tag, language) in [
            ("ar", Some(Language::Arabic)),
            ("AR", Some(Language::Arabic)),
            ("ar-DZ", Some(Language::Arabic)),
            ("fr_FR", Some(Language::French)),
            ("arabic", None),
            ("", None),
            ("de", None),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn each_language_has_its_code_direction_and_text() {
        let text = Localized {
            en: "course".to_owned(),
            fr: "cours".to_owned(),
            ar: "دورة".to_owned(),
        };
        let all = Language::ALL.map(|language| (language.code(), language.direction(), text.get(language)));
        assert_eq!(
            all,
            [("en", "ltr", "course"), ("fr", "ltr", "cours"), ("ar", "rtl", "دورة")]
        );
    }

    #[test]
    fn a_language_is_known_by_the_first_part_of_its_tag() {
        for (tag, language) in [
            ("fr", Some(Language::French)),
            ("AR", Some(Language::Arabic)),
            ("ar-DZ", Some(Language::Arabic)),
            ("fr-FR", Some(Language::French)),
            ("en_GB", Some(Language::English)),
            ("arz", None),
            ("de-FR", None),
            ("-fr", None),
            ("", None),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag:?}");
        }
    }

    #[test]
    fn the_best_language_of_the_header_is_chosen() {
        for (header, best) in [
            ("fr", Language::French),
            ("ar-DZ,fr;q=0.8", Language::Arabic),
            ("AR", Language::Arabic),
            ("fr-CA, en;q=0.9", Language::French),
            ("de, ar;q=0.7, en;q=0.3", Language::Arabic),
            ("en;q=0.3, fr;q=0.9", Language::French),
            ("de", Language::English),
            ("*", Language::English),
            ("", Language::English),
            ("😀;;q=x,,", Language::English),
            ("fr;q=0", Language::English),
            ("fr;q=NaN, ar;q=inf, fr;q=2, ar;q=-1", Language::English),
            ("fr;level=1;q=0.1, ar;q=0.5", Language::Arabic),
            ("ar, fr", Language::Arabic),
        ] {
            assert_eq!(Language::negotiate(header), best, "{header:?}");
        }
    }
}
