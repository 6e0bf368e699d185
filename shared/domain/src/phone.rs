//! International phone numbers.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::is_invisible;

/// How many digits a number has, with its dial code (E.164 allows 15; the shortest subscriber numbers have 4).
const DIGITS: std::ops::RangeInclusive<usize> = 6..=15;

/// A phone number with its dial code: `+213551234567`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PhoneNumber(String);

impl fmt::Display for PhoneNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The text is not a phone number. The error does not contain the text, because it may still be personal.
#[derive(Debug, thiserror::Error)]
#[error("not a phone number with its dial code")]
pub struct PhoneNumberError;

impl FromStr for PhoneNumber {
    type Err = PhoneNumberError;

    /// Parses a number as users write and paste it: spaces, dots, dashes, slashes, brackets and invisible characters are removed.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_separator = |character: char| {
            character.is_whitespace()
                || is_invisible(character)
                || matches!(character, '.' | '-' | '/' | '(' | ')' | '\u{2010}'..='\u{2015}')
        };
        let number = text.replace(is_separator, "");
        let digits = number.strip_prefix('+').ok_or(PhoneNumberError)?;
        let plausible = DIGITS.contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0');
        if plausible {
            Ok(Self(number))
        } else {
            Err(PhoneNumberError)
        }
    }
}

impl TryFrom<String> for PhoneNumber {
    type Error = PhoneNumberError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<PhoneNumber> for String {
    fn from(number: PhoneNumber) -> Self {
        number.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_and_invisible_characters_are_removed() {
        let number = |text: &str| text.parse::<PhoneNumber>().map(String::from).ok();
        for text in [
            "+213 (551) 23-45.67",
            "\u{202a}+213551234567\u{202c}",
            "+213\u{2011}551/234\u{202f}567",
        ] {
            assert_eq!(number(text).as_deref(), Some("+213551234567"), "{text:?}");
        }
        for text in [
            "",
            "0551234567",
            "+",
            "+0213551234567",
            "+2135512345678901",
            "+21355x",
            "+213٥٥١٢٣٤٥٦٧",
            "++213551234567",
        ] {
            assert_eq!(number(text), None, "{text:?}");
        }
    }
}
