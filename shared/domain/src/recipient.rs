//! Who an email is written to.

use crate::{EmailAddress, Language};

/// What an email needs to know of its reader.
#[derive(Debug, Clone, Copy)]
pub struct EmailRecipient<'a> {
    /// Where the email goes.
    pub email: &'a EmailAddress,
    /// The full name, for the greeting. None when the email must not contain it, because a stranger may have chosen it.
    pub name: Option<&'a str>,
    /// The language of the email.
    pub language: Language,
}

/// How many digits a name may have. A telephone number has more.
const DIGITS_MAX: usize = 4;

/// Whether a name can stand in an email: it contains no URL, email address or telephone number, so that a person who chose it cannot
/// send a message with it. An initial with its full stop is no host name.
#[must_use]
pub fn is_plain_name(name: &str) -> bool {
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
