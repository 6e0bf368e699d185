//! Words about a user that others know, and that must not be most of a password.

use super::{
    MIN_CHARACTERS,
    filter_key::{normalize, with_letters},
};
use crate::EmailAddress;

/// The name of the product, in Latin and Arabic letters.
const BRANDS: [&str; 2] = ["Masar", "مسار"];
/// The minimum length of a word that counts anywhere in a password. A shorter word counts only at the start, because it is part of many
/// other words.
const ANYWHERE: usize = 4;
/// The minimum length of a word that counts.
const SHORTEST: usize = 3;

/// The name and the email address of a user, and the name of the site, as normalized words.
#[derive(Debug, Clone, Default)]
pub struct PersonalWords(Vec<String>);

impl PersonalWords {
    /// The words of the full name and of the email address, and the name of the product.
    pub fn of(fullname: &str, email: &EmailAddress) -> Self {
        // `gmail` counts, `com` does not.
        let email = email.as_str();
        let email = email.rsplit_once('.').map_or(email, |(labels, _)| labels);
        let mailbox = email.split('@').next().unwrap_or_default();
        let words = [fullname, email]
            .into_iter()
            .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        // A password may contain a name of two words as one word.
        let joined = [fullname, mailbox].map(|text| text.replace(|c: char| !c.is_alphanumeric(), ""));
        let words = words.chain(BRANDS).map(ToOwned::to_owned).chain(joined);
        let mut words: Vec<String> = words
            .map(|word| normalize(&word))
            .filter(|word| word.chars().count() >= SHORTEST)
            .collect();
        // The longest first, so that a shorter word does not remove a part of a longer one.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.dedup();
        Self(words)
    }

    /// Whether a password contains these words, and without them is shorter than a password must be. A long passphrase may contain them.
    pub(super) fn are_most_of(&self, password: &str) -> bool {
        let normalized = normalize(password);
        let variations = [
            with_letters(&normalized, 'i'),
            with_letters(&normalized, 'l'),
            normalized,
        ];
        variations.iter().any(|text| {
            let rest = self.removed_from(text);
            rest.len() < text.len() && rest.chars().count() < MIN_CHARACTERS
        })
    }

    fn removed_from(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |rest, word| {
            if word.chars().count() >= ANYWHERE {
                rest.replace(word.as_str(), "")
            } else {
                rest.strip_prefix(word.as_str()).map(ToOwned::to_owned).unwrap_or(rest)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::cases::cases;
    use super::*;

    const NAMES: [(&str, &str); 4] = [
        ("Amina Benali", "amina.benali@example.org"),
        ("Jean-François d’Arc", "jf_darc75@univ-alger.dz"),
        ("Ali Ould Saïd", "aos@gmail.com"),
        ("أمينة بن علي", "contact@entreprise.fr"),
    ];

    fn words((name, email): (&str, &str)) -> PersonalWords {
        PersonalWords::of(name, &email.parse().unwrap())
    }

    #[test]
    fn a_word_of_the_user_with_fewer_than_eight_other_characters_is_refused() {
        for user in NAMES {
            let words = words(user);
            assert!(!words.0.is_empty());
            for word in &words.0 {
                for rest in ["1", "_42", "#x9Kp2", "7654321"] {
                    assert!(words.are_most_of(&format!("{word}{rest}")), "{word}{rest}");
                    assert!(
                        words.are_most_of(&format!("{}{rest}", word.to_uppercase())),
                        "{word}{rest}"
                    );
                }
                assert!(!words.are_most_of(&format!("{word} et un tapis vert 3")), "{word}");
            }
        }
    }

    #[test]
    fn a_password_without_such_a_word_is_accepted_whatever_its_length() {
        for user in NAMES {
            for password in ["xK7", "xK7p2mQw", "Correct horse 1", "Enough is 1"] {
                assert!(!words(user).are_most_of(password), "{password}");
            }
        }
    }

    #[test]
    fn agrees_with_the_cases_that_the_web_app_shares() {
        for user in cases().personal {
            let words = PersonalWords::of(&user.fullname, &user.email.parse().unwrap());
            for password in user.refused {
                assert!(words.are_most_of(&password), "{password}");
            }
            for password in user.accepted {
                assert!(!words.are_most_of(&password), "{password}");
            }
        }
    }
}
