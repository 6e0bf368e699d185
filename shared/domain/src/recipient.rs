//! The recipient of an email, and whether it greets them by name (`docs/security.md`, "Names in emails").
//!
//! Anybody can register with the email address of a stranger, and choose a name that is a message to them. So an email contains a
//! name only in its greeting, and only for a user who has verified the email address and whose name has no URL or phone number.

use crate::{EmailAddress, Language};

#[derive(Debug, Clone, Copy)]
pub struct EmailRecipient<'a> {
    email: &'a EmailAddress,
    greeting_name: Option<&'a str>,
    language: Language,
    country: Option<&'a str>,
}

impl<'a> EmailRecipient<'a> {
    /// A user, at their own email address. `is_verified` is whether the user has verified it.
    pub fn user(
        email: &'a EmailAddress,
        fullname: &'a str,
        is_verified: bool,
        language: Language,
        country: &'a str,
    ) -> Self {
        Self {
            email,
            greeting_name: (is_verified && is_plain_name(fullname)).then_some(fullname),
            language,
            country: Some(country),
        }
    }

    /// The owner of a mailbox that is not, or no longer, that of a user.
    pub const fn mailbox(email: &'a EmailAddress, language: Language) -> Self {
        Self {
            email,
            greeting_name: None,
            language,
            country: None,
        }
    }

    pub const fn email(&self) -> &'a EmailAddress {
        self.email
    }

    /// The name in the greeting. None for a greeting without a name.
    pub const fn greeting_name(&self) -> Option<&'a str> {
        self.greeting_name
    }

    pub const fn language(&self) -> Language {
        self.language
    }

    /// The ISO 3166-1 code of the country of a user.
    pub const fn country(&self) -> Option<&'a str> {
        self.country
    }
}

/// How many digits a name may have. A telephone number has more.
const DIGITS_MAX: usize = 4;

/// Whether a name contains no URL, host name, email address, telephone number or line break. An initial with its full stop is no host
/// name.
fn is_plain_name(name: &str) -> bool {
    let has_address_character = name.contains(['/', '\\', ':', '@', '＠']) || name.contains(char::is_control);
    let digits = name.chars().filter(|character| character.is_numeric()).count();
    !has_address_character && digits <= DIGITS_MAX && !name.split_whitespace().any(has_host_name)
}

/// Whether a word contains a full stop between two parts of at least two letters or digits, as `example.org` does.
fn has_host_name(word: &str) -> bool {
    let is_full_stop = |character| matches!(character, '.' | '。' | '．' | '｡');
    let parts: Vec<usize> = word
        .split(is_full_stop)
        .map(|part| part.chars().filter(|character| character.is_alphanumeric()).count())
        .collect();
    parts.windows(2).any(|pair| pair.iter().all(|length| *length >= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_user_with_a_verified_mailbox_and_a_plain_name_is_greeted_by_name() {
        let email = "amina@example.org".parse().expect("an email address");
        let greeting = |fullname, is_verified| {
            EmailRecipient::user(&email, fullname, is_verified, Language::English, "DZ")
                .greeting_name()
                .map(str::to_owned)
        };
        assert_eq!(greeting("Amina Benali", true).as_deref(), Some("Amina Benali"));
        assert_eq!(greeting("Amina Benali", false), None);
        assert_eq!(greeting("visit evil.example", true), None);
        let mailbox = EmailRecipient::mailbox(&email, Language::Arabic);
        assert_eq!(mailbox.greeting_name(), None);
        assert_eq!((mailbox.email(), mailbox.language()), (&email, Language::Arabic));
        assert_eq!(mailbox.country(), None);
    }

    #[test]
    fn a_name_without_an_address_is_plain() {
        for name in [
            "Amina Benali",
            "J.R.R. Tolkien",
            "Jean-Pierre d'Arc",
            "أمينة بن علي",
            "O. Ben Ali 3",
            "St. John Smith",
        ] {
            assert!(is_plain_name(name), "{name}");
        }
    }

    #[test]
    fn a_name_with_an_address_is_not_plain() {
        for name in [
            "Amina https://evil.example",
            "visit evil.example now",
            "evil。example",
            "www.evil.org",
            "a@evil.org",
            "Call +213 551 23 45 67",
            "evil.example/login",
            "first\nsecond",
            "(evil.example)",
        ] {
            assert!(!is_plain_name(name), "{name}");
        }
    }
}
