//! Birthdates.

use std::fmt;

use jiff::{
    Timestamp,
    civil::Date,
    tz::{TimeZone, offset},
};
use serde::{Deserialize, Serialize};

const EARLIEST: Date = Date::constant(1900, 1, 1);

/// A date that is not in the future: `YYYY-MM-DD` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Birthdate(Date);

impl fmt::Display for Birthdate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BirthdateError {
    /// Not a date, or before 1900.
    NotADate,
    InFuture,
}

impl Birthdate {
    /// Parses `YYYY-MM-DD`.
    ///
    /// # Errors
    /// When it is not a date, and when that day has not begun anywhere on earth by `now`.
    pub fn parse(text: &str, now: Timestamp) -> Result<Self, BirthdateError> {
        // The user's local date counts. The earliest time zone is 14 hours ahead of UTC.
        let earliest_zone = TimeZone::fixed(offset(14));
        let today = now.to_zoned(earliest_zone).date();
        let has_length = text.len() == "YYYY-MM-DD".len();
        let date: Date = text
            .parse()
            .ok()
            .filter(|_| has_length)
            .ok_or(BirthdateError::NotADate)?;
        match date {
            date if date > today => Err(BirthdateError::InFuture),
            date if date < EARLIEST => Err(BirthdateError::NotADate),
            date => Ok(Self(date)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_birthdate_is_a_date_that_has_begun() {
        // The first second of the 17th in the earliest time zone.
        let now = "2025-09-16T10:00:00Z".parse().unwrap();
        let read = |text| Birthdate::parse(text, now).map(|_| ());
        assert_eq!(read("2000-02-29"), Ok(()));
        assert_eq!(read("1900-01-01"), Ok(()));
        assert_eq!(read("2025-09-17"), Ok(()));
        assert_eq!(read("2025-09-18"), Err(BirthdateError::InFuture));
        let earlier = "2025-09-16T09:59:59Z".parse().unwrap();
        assert_eq!(Birthdate::parse("2025-09-17", earlier), Err(BirthdateError::InFuture));
        for text in [
            "",
            "2001-02-29",
            "17/09/2000",
            "2000-2-9",
            "2000-02-29T00:00",
            "1899-12-31",
        ] {
            assert_eq!(read(text), Err(BirthdateError::NotADate), "{text:?}");
        }
    }
}
