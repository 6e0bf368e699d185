//! Phone numbers as they are dialled from abroad.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::is_invisible;

/// How many digits a number has, its dial code among them (E.164 allows 15; the shortest subscriber numbers have 4).
const DIGITS: std::ops::RangeInclusive<usize> = 6..=15;

/// A number with its dial code: `+213551234567`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PhoneNumber(String);

impl fmt::Display for PhoneNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A text that is no phone number. It is not repeated, since it may still be somebody's.
#[derive(Debug, thiserror::Error)]
#[error("not a phone number with its dial code")]
pub struct PhoneNumberError;

impl FromStr for PhoneNumber {
    type Err = PhoneNumberError;

    /// Reads a number as people write it and paste it: spaces, dots, dashes, slashes and brackets mean nothing.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let means_nothing = |character: char| {
            character.is_whitespace()
                || is_invisible(character)
                || matches!(character, '.' | '-' | '/' | '(' | ')' | '\u{2010}'..='\u{2015}')
        };
        let number = text.replace(means_nothing, "");
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
    fn a_number_is_read_as_people_write_it() {
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
