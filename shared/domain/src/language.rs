//! The languages of the platform, and text that exists in all of them.

use serde::{Deserialize, Serialize};

/// A language of the interface. English is the default and the fallback (spec §1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// `en`
    #[default]
    #[serde(rename = "en")]
    English,
    /// `fr`
    #[serde(rename = "fr")]
    French,
    /// `ar`, written from right to left
    #[serde(rename = "ar")]
    Arabic,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::English, Self::French, Self::Arabic];

    /// The code on the wire and in file names.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Arabic => "ar",
        }
    }

    /// How it is written: `ltr` or `rtl`.
    #[must_use]
    pub const fn direction(self) -> &'static str {
        match self {
            Self::English | Self::French => "ltr",
            Self::Arabic => "rtl",
        }
    }

    /// The language of a code, when it is one of ours.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The best of ours for an `Accept-Language` header, whatever the region; English when none of them is asked for.
    #[must_use]
    pub fn negotiate(accept_language: &str) -> Self {
        let mut best = (Self::default(), 0.0);
        for (language, weight) in accept_language.split(',').filter_map(Self::wanted) {
            // Of those that are wanted as much, the first.
            if weight > best.1 {
                best = (language, weight);
            }
        }
        best.0
    }

    /// One of the languages of a header, when it is one of ours, with its weight (RFC 9110 §12.5.4): `fr-CA;q=0.8`.
    fn wanted(range: &str) -> Option<(Self, f32)> {
        let mut parts = range.split(';').map(str::trim);
        let primary = parts.next()?.split('-').next()?;
        let language = Self::from_code(&primary.to_ascii_lowercase())?;
        let weight = match parts.find_map(|part| part.strip_prefix("q=")) {
            Some(weight) => weight.parse().ok().filter(|weight| (0.0..=1.0).contains(weight))?,
            None => 1.0,
        };
        Some((language, weight))
    }
}

/// A text in every language. There is no text in only some of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Localized {
    /// English
    pub en: String,
    /// French
    pub fr: String,
    /// Arabic
    pub ar: String,
}

impl Localized {
    /// The text in one language.
    #[must_use]
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
    fn negotiates_the_best_of_ours() {
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
