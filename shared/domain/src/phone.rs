//! International phone numbers.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    country::{self, Country},
    is_invisible,
};

/// The dial codes of satellite networks and of services without a country. Their numbers have any of [`DIGITS`].
const WITHOUT_COUNTRY: [&str; 9] = ["800", "808", "870", "878", "881", "882", "883", "888", "979"];

/// How many digits a number has, with its dial code (E.164 allows 15; the shortest subscriber numbers have 4).
const DIGITS: std::ops::RangeInclusive<usize> = 6..=15;

/// A phone number with its dial code: `+213551234567`. One that is read from a table may be older than the present rules.
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

    /// Parses a number as users write and paste it: spaces, dots, dashes, slashes, brackets and invisible characters are removed. The
    /// numbering plan of a country with its dial code must allow its length.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = Self::parse(text)?;
        let is_planned = number.0.strip_prefix('+').is_some_and(is_planned);
        is_planned.then_some(number).ok_or(PhoneNumberError)
    }
}

impl PhoneNumber {
    /// Parses a number of any numbering plan.
    fn parse(text: &str) -> Result<Self, PhoneNumberError> {
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
        Self::parse(&text)
    }
}

impl From<PhoneNumber> for String {
    fn from(number: PhoneNumber) -> Self {
        number.0
    }
}

/// Whether a numbering plan allows the digits of a number with its dial code.
fn is_planned(digits: &str) -> bool {
    let in_country = country::all().iter().any(|country| {
        let number = digits.strip_prefix(&country.dial_code);
        number.is_some_and(|number| country.lengths.contains(&number.len()) && !has_dial_code_twice(country, number))
    });
    in_country || WITHOUT_COUNTRY.iter().any(|code| digits.starts_with(code))
}

/// Whether the dial code was entered with the number and added again: what remains without it has the length of a mobile number, which the
/// number itself has not.
fn has_dial_code_twice(country: &Country, number: &str) -> bool {
    let is_mobile = |number: &str| country.mobile_lengths.contains(&number.len());
    let without = number.strip_prefix(&country.dial_code);
    !is_mobile(number) && without.is_some_and(is_mobile)
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

    #[test]
    fn a_numbering_plan_allows_the_number() {
        let is_number = |text: &str| text.parse::<PhoneNumber>().is_ok();
        for text in [
            "+21321345678",
            "+971501234567",
            "+5555991234567",
            "+393123456789",
            "+390669821",
            "+12025550123",
            "+77710009998",
            "+447797712345",
            "+383441234567",
            "+870773111632",
        ] {
            assert!(is_number(text), "{text}");
        }
        for text in [
            "+2135512345",
            "+2135512345678",
            "+999123456789",
            "+1202555012",
            // The dial code twice.
            "+971971501234567",
            "+213213551234567",
            "+494915123456789",
            "+90905012345678",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }

    #[test]
    fn a_stored_number_is_older_than_the_numbering_plans() {
        let stored: PhoneNumber = serde_json::from_str("\"+971971501234567\"").unwrap();
        assert_eq!(stored.to_string(), "+971971501234567");
        assert!(serde_json::from_str::<PhoneNumber>("\"0551\"").is_err());
    }
}
