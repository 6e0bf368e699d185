//! Passwords as users choose them. The crate `auth` hashes and checks them.

#[cfg(test)]
mod cases;
#[path = "../../build/filter_key.rs"]
mod filter_key;
mod known;
mod personal;

use std::fmt;

pub use personal::PersonalWords;

/// The minimum length in characters (spec §5).
const MIN_CHARACTERS: usize = 8;
/// The maximum length in characters, which limits the cost of hashing (contract, "Validation codes").
const MAX_CHARACTERS: usize = 128;

/// A password that fulfils the rules. It is never trimmed, shown or logged.
pub struct Password(String);

/// The first rule that a password breaks, in the order of spec §5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    TooShort,
    TooLong,
    NoUppercase,
    NoDigit,
    /// One of those that attackers try first, or a usual variation of it.
    Known,
}

impl Password {
    /// The password of a new user: 8 to 128 characters, with an uppercase letter and a digit, and none that attackers try first.
    pub fn new(text: String) -> Result<Self, PasswordError> {
        check_length(&text)?;
        if !text.chars().any(char::is_uppercase) {
            return Err(PasswordError::NoUppercase);
        }
        if !text.chars().any(char::is_numeric) {
            return Err(PasswordError::NoDigit);
        }
        Self::unknown(text)
    }

    /// The password of a password reset: 8 to 128 characters (spec §5, "Reset"), and none that attackers try first.
    pub fn for_reset(text: String) -> Result<Self, PasswordError> {
        check_length(&text)?;
        Self::unknown(text)
    }

    /// Whether most of the password is words that others know about the user.
    pub fn rests_on(&self, words: &PersonalWords) -> bool {
        words.are_most_of(&self.0)
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn unknown(text: String) -> Result<Self, PasswordError> {
        if known::is_known(&text) {
            return Err(PasswordError::Known);
        }
        Ok(Self(text))
    }
}

fn check_length(text: &str) -> Result<(), PasswordError> {
    match text.chars().count() {
        ..MIN_CHARACTERS => Err(PasswordError::TooShort),
        MIN_CHARACTERS..=MAX_CHARACTERS => Ok(()),
        _ => Err(PasswordError::TooLong),
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_checked_in_their_order() {
        let broken = |text: &str| Password::new(text.to_owned()).err();
        assert_eq!(broken("Amina1"), Some(PasswordError::TooShort));
        assert_eq!(broken("password"), Some(PasswordError::NoUppercase));
        assert_eq!(broken("Password"), Some(PasswordError::NoDigit));
        assert_eq!(broken(&"A1".repeat(65)), Some(PasswordError::TooLong));
        assert_eq!(broken("Password1"), Some(PasswordError::Known));
        assert_eq!(broken("Enough is 1"), None);
        assert_eq!(broken("Épargne٣ٱ"), None, "letters and digits of any script count");
    }

    #[test]
    fn a_password_has_8_to_128_characters() {
        for (length, error) in [
            (7, Some(PasswordError::TooShort)),
            (8, None),
            (128, None),
            (129, Some(PasswordError::TooLong)),
        ] {
            // Two bytes each.
            let text: String = ('а'..='я').cycle().step_by(7).take(length).collect();
            assert_eq!(Password::for_reset(text).err(), error, "{length}");
        }
    }

    #[test]
    fn a_password_is_hashed_as_it_is_and_not_shown() {
        let password = Password::new(" Enough is 1".to_owned()).unwrap();
        assert_eq!(password.as_bytes(), b" Enough is 1");
        assert_eq!(format!("{password:?}"), "Password");
    }

    #[test]
    fn a_password_may_rest_on_personal_words() {
        let words = PersonalWords::of("Amina Benali", &"amina@example.org".parse().unwrap());
        let rests = |text: &str| Password::new(text.to_owned()).unwrap().rests_on(&words);
        assert!(rests("4m1n4#Xy7") && !rests("Enough is 1"));
    }

    #[test]
    fn a_password_reset_needs_neither_uppercase_letter_nor_digit() {
        let broken = |text: &str| Password::for_reset(text.to_owned()).err();
        assert_eq!(broken("correct horse"), None);
        assert_eq!(broken("correct"), Some(PasswordError::TooShort));
        assert_eq!(broken("password"), Some(PasswordError::Known));
    }
}
