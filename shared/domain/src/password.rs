//! Passwords as users choose them. The crate `auth` hashes and checks them.

use std::fmt;

/// The minimum length in characters (spec §5).
const MIN_CHARACTERS: usize = 8;
/// The maximum length in characters, which limits the cost of hashing (contract, "Validation codes").
const MAX_CHARACTERS: usize = 128;

/// A password that fulfils the rules. It is never trimmed, shown or logged.
pub struct Password(String);

/// The first rule that a password breaks, in the order of spec §5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    /// Fewer than 8 characters.
    TooShort,
    /// More than 128 characters.
    TooLong,
    /// No uppercase letter.
    NoUppercase,
    /// No digit.
    NoDigit,
}

impl Password {
    /// The password of a new user: 8 to 128 characters, with an uppercase letter and a digit.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn new(text: String) -> Result<Self, PasswordError> {
        let password = Self::for_reset(text)?;
        if !password.0.chars().any(char::is_uppercase) {
            return Err(PasswordError::NoUppercase);
        }
        if !password.0.chars().any(char::is_numeric) {
            return Err(PasswordError::NoDigit);
        }
        Ok(password)
    }

    /// The password of a password reset: 8 to 128 characters (spec §5, "Reset").
    ///
    /// # Errors
    /// When it is too short or too long.
    pub fn for_reset(text: String) -> Result<Self, PasswordError> {
        match text.chars().count() {
            ..MIN_CHARACTERS => Err(PasswordError::TooShort),
            MIN_CHARACTERS..=MAX_CHARACTERS => Ok(Self(text)),
            _ => Err(PasswordError::TooLong),
        }
    }

    /// The bytes to hash.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Hides the password.
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
        assert_eq!(broken("Short1"), Some(PasswordError::TooShort));
        assert_eq!(broken("no capital"), Some(PasswordError::NoUppercase));
        assert_eq!(broken("No digit here"), Some(PasswordError::NoDigit));
        assert_eq!(broken(&"A1".repeat(65)), Some(PasswordError::TooLong));
        assert_eq!(broken("Enough 1"), None);
        assert_eq!(broken("Épargne٣ٱ"), None, "letters and digits of any script count");
    }
}
