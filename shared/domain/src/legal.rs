//! Versions of the terms and of the privacy policy, from `shared/data/legal.json`, which the web app reads, too.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A version of each text to which users agree. A version is the date of the change, `YYYY-MM-DD`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalVersions {
    pub terms: String,
    pub privacy: String,
}

/// All versions of each text, the current one last.
#[derive(Default, Deserialize)]
struct Published {
    terms: Vec<String>,
    privacy: Vec<String>,
}

impl LegalVersions {
    pub fn current() -> Self {
        let last = |versions: &[String]| versions.last().cloned().unwrap_or_default();
        Self {
            terms: last(&published().terms),
            privacy: last(&published().privacy),
        }
    }

    /// Whether these are the other versions or later ones. Versions are dates. During a deployment, an earlier release of a function may
    /// read an agreement to versions that are later than its own.
    pub fn cover(&self, others: &Self) -> bool {
        self.terms >= others.terms && self.privacy >= others.privacy
    }

    /// Whether both are versions that were published. A browser may have read the page before a new version was.
    pub fn are_published(&self) -> bool {
        published().terms.contains(&self.terms) && published().privacy.contains(&self.privacy)
    }
}

fn published() -> &'static Published {
    static PUBLISHED: LazyLock<Published> = LazyLock::new(|| {
        // The file is part of the binary. A test below checks it.
        serde_json::from_str(include_str!("../../data/legal.json")).unwrap_or_default()
    });
    &PUBLISHED
}

#[cfg(test)]
mod tests {
    use jiff::civil::Date;

    use super::*;

    #[test]
    fn versions_are_dates_in_their_order() {
        for versions in [&published().terms, &published().privacy] {
            let dates: Vec<Date> = versions.iter().map(|date| date.parse().unwrap()).collect();
            assert!(!dates.is_empty());
            assert!(dates.is_sorted());
        }
    }

    #[test]
    fn later_versions_cover_earlier_ones() {
        let versions = |terms: &str, privacy: &str| LegalVersions {
            terms: terms.to_owned(),
            privacy: privacy.to_owned(),
        };
        let agreed = versions("2026-11-22", "2027-01-02");
        for (others, covered) in [
            (versions("2026-11-22", "2027-01-02"), true),
            (versions("2026-11-22", "2026-11-22"), true),
            (versions("2027-01-01", "2027-01-02"), false),
            (versions("2026-11-22", "2027-01-03"), false),
        ] {
            assert_eq!(agreed.cover(&others), covered, "{others:?}");
        }
    }

    #[test]
    fn only_published_versions_are_accepted() {
        let current = LegalVersions::current();
        assert!(current.are_published());
        for version in ["", "1970-01-01"] {
            let other_terms = LegalVersions {
                terms: version.to_owned(),
                ..current.clone()
            };
            let other_policy = LegalVersions {
                privacy: version.to_owned(),
                ..current.clone()
            };
            assert!(
                !other_terms.are_published() && !other_policy.are_published(),
                "{version:?}"
            );
        }
    }
}
