//! Closed days: days on which no run should have a session, such as public holidays. Staff keep the list.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::Localized;

const MAX_DAYS: usize = 300;
/// The length of a name, in characters.
const MAX_NAME: usize = 60;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClosedDays {
    /// From 1. Nobody has set any in version 0.
    pub version: u32,
    /// In their order, each once.
    pub days: Vec<ClosedDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedDay {
    pub date: Date,
    pub name: Localized,
}

#[derive(Debug, thiserror::Error)]
#[error(
    "there are at most {MAX_DAYS} closed days, each once, with a name of 1 to {MAX_NAME} characters on one line in each language"
)]
pub struct ClosedDaysError;

impl ClosedDays {
    /// The list after that version, as somebody entered it.
    pub fn next(before: u32, days: Vec<ClosedDay>, now: Timestamp) -> Result<Self, ClosedDaysError> {
        let mut days = days
            .into_iter()
            .map(ClosedDay::checked)
            .collect::<Result<Vec<_>, _>>()?;
        days.sort_by_key(|day| day.date);
        let are_different = days.is_sorted_by(|one, next| one.date < next.date);
        if days.len() > MAX_DAYS || !are_different {
            return Err(ClosedDaysError);
        }
        Ok(Self {
            version: before.checked_add(1).ok_or(ClosedDaysError)?,
            days,
            changed_at: Some(now),
        })
    }

    pub fn has(&self, date: Date) -> bool {
        self.days.binary_search_by_key(&date, |day| day.date).is_ok()
    }

    /// The days that the other list does not have.
    pub fn beyond(&self, other: &Self) -> BTreeSet<Date> {
        let days = self.days.iter().map(|day| day.date);
        days.filter(|date| !other.has(*date)).collect()
    }
}

impl ClosedDay {
    fn checked(self) -> Result<Self, ClosedDaysError> {
        let name = |text: String| {
            let text = text.trim();
            let is_name = (1..=MAX_NAME).contains(&text.chars().count()) && !text.contains(char::is_control);
            is_name.then(|| text.to_owned()).ok_or(ClosedDaysError)
        };
        Ok(Self {
            date: self.date,
            name: Localized {
                en: name(self.name.en)?,
                fr: name(self.name.fr)?,
                ar: name(self.name.ar)?,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(date: &str, name: &str) -> ClosedDay {
        ClosedDay {
            date: date.parse().expect("a date"),
            name: Localized {
                en: name.to_owned(),
                fr: "Aïd".to_owned(),
                ar: "عيد".to_owned(),
            },
        }
    }

    fn next(days: Vec<ClosedDay>) -> Result<ClosedDays, ClosedDaysError> {
        ClosedDays::next(4, days, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn are_in_their_order() {
        let days = next(vec![day("2027-05-01", " Labour Day "), day("2027-03-20", "Eid")]).expect("valid");
        assert_eq!(days.version, 5);
        assert_eq!(days.days, [day("2027-03-20", "Eid"), day("2027-05-01", "Labour Day")]);
        assert!(days.has("2027-05-01".parse().expect("a date")));
        assert!(!days.has("2027-04-01".parse().expect("a date")));
        let fewer = next(vec![day("2027-05-01", "Labour Day")]).expect("valid");
        assert_eq!(
            days.beyond(&fewer),
            BTreeSet::from(["2027-03-20".parse().expect("a date")])
        );
        assert!(fewer.beyond(&days).is_empty());
    }

    #[test]
    fn have_a_name_and_are_there_once() {
        let longest = "é".repeat(MAX_NAME);
        assert!(next(vec![day("2027-03-20", &longest)]).is_ok());
        for name in ["", " ", "a\nb", &format!("{longest}é")] {
            assert!(next(vec![day("2027-03-20", name)]).is_err(), "{name:?}");
        }
        assert!(next(vec![day("2027-03-20", "Eid"), day("2027-03-20", "Eid")]).is_err());
    }

    #[test]
    fn are_at_most_300_after_a_version_that_can_be_counted() {
        let first: Date = "2027-01-01".parse().expect("a date");
        let days = |count: usize| -> Vec<_> {
            let dates = first.series(jiff::ToSpan::days(1)).take(count);
            dates
                .map(|date| ClosedDay {
                    date,
                    ..day("2027-01-01", "Day")
                })
                .collect()
        };
        assert!(next(days(MAX_DAYS)).is_ok());
        assert!(next(days(MAX_DAYS + 1)).is_err());
        assert!(ClosedDays::next(u32::MAX, days(1), Timestamp::UNIX_EPOCH).is_err());
    }
}
