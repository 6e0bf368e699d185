//! Properties of the parsers, for any text. The examples are in the tests of each module.

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use proptest::{prelude::*, string::string_regex};
use serde::Serialize;

use crate::{
    Birthdate, EmailAddress, FileKind, FileName, Language, Money, PhoneNumber, ReviewStatus, ScanVerdict, ServiceArea,
    UserType, is_invisible,
};

/// Texts that resemble a value, so that many of them are accepted.
fn like(pattern: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![string_regex(pattern).expect("a pattern"), any::<String>()]
}

fn now() -> Timestamp {
    "2026-06-15T12:00:00Z".parse().expect("a time")
}

#[test]
fn the_text_of_an_enumeration_is_its_form_on_the_wire() {
    fn check<T: Copy + Serialize>(values: &[T], as_str: fn(T) -> &'static str) {
        for value in values {
            assert_eq!(serde_json::to_value(value).expect("JSON"), as_str(*value));
        }
    }
    check(
        &[FileKind::Document, FileKind::Image, FileKind::Video],
        FileKind::as_str,
    );
    check(
        &[ReviewStatus::Pending, ReviewStatus::Approved, ReviewStatus::Declined],
        ReviewStatus::as_str,
    );
    check(
        &[ScanVerdict::Failed, ScanVerdict::Clean, ScanVerdict::Infected],
        ScanVerdict::as_str,
    );
    check(&[ServiceArea::Courses, ServiceArea::Psychology], ServiceArea::as_str);
    check(&[UserType::Student, UserType::Teacher], UserType::as_str);
}

proptest! {
    // A failure is printed with its smallest text, and becomes an example of the module's tests.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn money_is_positive_and_exact(minor in 1_u64..1_000_000_000_000, currency in prop::sample::select(vec![("USD", 2), ("TND", 3), ("JPY", 0)])) {
        let (currency, digits) = currency;
        let unit = 10_u64.pow(digits);
        let fraction = if digits == 0 { String::new() } else { format!(".{:0width$}", minor % unit, width = digits as usize) };
        let written = format!("{}{fraction}", minor / unit);
        let money = Money::parse(&written, currency).expect("an amount");
        prop_assert_eq!(money.amount(), written);
        prop_assert_eq!(money.currency(), currency);
    }

    #[test]
    fn money_is_written_as_it_is_read(text in like(r"-?[0-9]{0,20}\.?[0-9]{0,4}"), currency in "[A-Z]{3}|EUR") {
        if let Ok(money) = Money::parse(&text, &currency) {
            prop_assert_eq!(Money::parse(&money.amount(), money.currency()), Ok(money));
            prop_assert!(!money.amount().contains('-'));
        }
    }

    #[test]
    fn a_birthdate_is_any_day_that_has_begun(days in 0_i32..46_000) {
        let today = now().to_zoned(TimeZone::UTC).date();
        let date = today - days.days();
        let earliest: Date = "1900-01-01".parse().expect("a date");
        let read = Birthdate::parse(&date.to_string(), now());
        prop_assert_eq!(read.is_ok(), date >= earliest);
        if let Ok(birthdate) = read {
            prop_assert_eq!(birthdate.to_string(), date.to_string());
        }
    }

    #[test]
    fn a_birthdate_is_written_as_it_is_read(text in like("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
        if let Ok(birthdate) = Birthdate::parse(&text, now()) {
            prop_assert_eq!(birthdate.to_string(), text);
        }
    }

    #[test]
    fn a_phone_number_is_in_normal_form(text in like(r"\+[0-9 ()./\u{200e}-]{4,24}")) {
        if let Ok(number) = text.parse::<PhoneNumber>() {
            let written = number.to_string();
            prop_assert!(written.starts_with('+') && written[1..].bytes().all(|byte| byte.is_ascii_digit()));
            prop_assert!((7..=16).contains(&written.len()));
            prop_assert_eq!(written.parse::<PhoneNumber>().ok(), Some(number));
        }
    }

    #[test]
    fn separators_do_not_change_a_phone_number(digits in "213[5-7][0-9]{8}", places in prop::collection::vec(0_usize..16, 0..5), separator in prop::sample::select(vec![' ', '-', '.', '(', '\u{a0}', '\u{202c}'])) {
        let plain: PhoneNumber = format!("+{digits}").parse().expect("a number");
        let mut written: Vec<char> = format!("+{digits}").chars().collect();
        for place in places {
            written.insert(place.min(written.len()), separator);
        }
        prop_assert_eq!(written.into_iter().collect::<String>().parse::<PhoneNumber>().ok(), Some(plain));
    }

    #[test]
    fn an_email_address_is_in_normal_form(text in like(r"[ \u{200f}]?[A-Za-z0-9.+_'-]{1,70}@[A-Za-z0-9.-]{1,30}\.[A-Za-z0-9]{1,4} ?")) {
        if let Ok(email) = text.parse::<EmailAddress>() {
            let written = email.as_str();
            prop_assert!(written.len() <= 254 && written.is_ascii());
            prop_assert!(!written.contains(|character: char| character.is_whitespace() || character.is_control() || character.is_ascii_uppercase()));
            prop_assert_eq!(written.matches('@').count(), 1);
            prop_assert_eq!(written.parse::<EmailAddress>().ok(), Some(email.clone()));
            prop_assert_eq!(format!(" {}\u{200e}", written.to_ascii_uppercase()).parse::<EmailAddress>().ok(), Some(email));
        }
    }

    #[test]
    fn a_language_that_is_not_wanted_changes_nothing(header in like("((en|fr|ar|de)(-[A-Z]{2})?(;q=(0\\.[0-9]|1))?, ?){0,4}")) {
        let best = Language::negotiate(&header);
        for code in ["fr;q=0", "de", "tlh;q=0.9"] {
            prop_assert_eq!(Language::negotiate(&format!("{header},{code}")), best, "{}", code);
        }
        prop_assert!(best == Language::English || header.to_ascii_lowercase().contains(best.code()));
    }

    #[test]
    fn a_file_name_is_one_visible_line(text in like(r"([a-z/\\ .\u{200b}\u{202e}\u{0627}]{0,60}|[a ]{95,110})\.[a-z0-9]{1,12}")) {
        if let Ok(name) = FileName::parse(&text) {
            let written = name.as_str();
            prop_assert!(!written.contains(|character: char| character.is_control() || is_invisible(character) || matches!(character, '/' | '\\')));
            prop_assert!(written.chars().count() <= 111);
            let end = [".", &name.extension()].concat();
            prop_assert!(written.to_ascii_lowercase().ends_with(&end));
            prop_assert_eq!(FileName::parse(written), Ok(name.clone()));
            let disposition = name.disposition(false);
            prop_assert!(disposition.is_ascii() && !disposition.contains(['\r', '\n']));
            prop_assert_eq!(disposition.matches('"').count(), 2);
        }
    }
}
