//! The facts, details and runs of a course.

use std::{fmt, str::FromStr};

use jiff::{
    Timestamp,
    civil::{self, Date, Time},
    tz::TimeZone,
};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::{CourseId, Language, Localized, UserId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CourseLevel {
    /// No experience of the subject is needed.
    Beginner,
    /// The basics of the subject are needed.
    Intermediate,
    /// Experience of the subject is needed.
    Advanced,
    /// Useful with and without experience.
    All,
}

/// Where the sessions of a course take place. All are live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CourseFormat {
    /// By video
    Online,
    /// In a room
    InPerson,
    /// Some sessions online, others in person
    Hybrid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Weekday {
    #[must_use]
    pub fn of(date: Date) -> Self {
        match date.weekday() {
            civil::Weekday::Monday => Self::Monday,
            civil::Weekday::Tuesday => Self::Tuesday,
            civil::Weekday::Wednesday => Self::Wednesday,
            civil::Weekday::Thursday => Self::Thursday,
            civil::Weekday::Friday => Self::Friday,
            civil::Weekday::Saturday => Self::Saturday,
            civil::Weekday::Sunday => Self::Sunday,
        }
    }
}

/// The facts that fit on a card. A list of courses has them, so they are short
/// (docs/decisions/measured.md, 0058). The catalogue may leave out each of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CourseFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<CourseLevel>,
    /// The languages in which it is taught.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<Language>,
    /// The hours of all sessions together, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<u32>,
    /// Where the sessions take place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<CourseFormat>,
    /// The name of its picture in the web app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artwork: Option<String>,
    /// The first days of its runs, earliest first. The details have the rest of each run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Date>,
}

impl CourseFacts {
    /// The first day of the next run, or of one that starts today.
    #[must_use]
    pub fn next_start(&self, now: Timestamp) -> Option<Date> {
        let today = today(now);
        self.starts.iter().copied().find(|start| *start >= today)
    }
}

/// What the page of a course shows besides its facts. The catalogue may leave out each of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CourseDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recordings: Option<bool>,
    /// The intended participants, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<Localized>,
    /// What participants must know or bring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prerequisites: Option<Localized>,
    /// What participants take home.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeaway: Option<Localized>,
    /// What participants can do afterwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Localized>,
    /// The subject of each session, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub syllabus: Vec<Localized>,
}

/// One edition of a course.
///
/// Dates and the time are local to its time zone. So they stay correct when a country changes its clocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseRun {
    /// Its id, which no other run of the course has.
    pub id: RunId,
    pub start: Date,
    pub end: Date,
    /// The days on which there are sessions.
    pub weekdays: Vec<Weekday>,
    /// Days on its weekdays without a session, such as public holidays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Date>,
    #[serde(with = "hours_and_minutes")]
    pub time: Time,
    /// The IANA name of the time zone.
    pub time_zone: String,
    pub places: u32,
    /// The language in which it is taught, where the course has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The teacher. No endpoint returns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<UserId>,
}

impl CourseRun {
    /// Whether its first day is over, in UTC.
    #[must_use]
    pub fn has_started(&self, now: Timestamp) -> bool {
        self.start < today(now)
    }

    /// Whether its sessions follow the same rule as those of another version of it.
    #[must_use]
    pub fn has_rule_of(&self, other: &Self) -> bool {
        self.time == other.time && self.time_zone == other.time_zone && self.days().eq(other.days())
    }

    /// Whether its last day is over, in UTC.
    #[must_use]
    pub fn has_ended(&self, now: Timestamp) -> bool {
        self.end < today(now)
    }
}

/// The date in UTC, which differs from a local date by at most a day. Local dates would need the database of time zones in each function.
fn today(now: Timestamp) -> Date {
    now.to_zoned(TimeZone::UTC).date()
}

/// The id of a run. It has the form of a course's id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(CourseId);

impl RunId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl TryFrom<String> for RunId {
    type Error = RunIdError;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        match CourseId::try_from(id.clone()) {
            Ok(valid) => Ok(Self(valid)),
            Err(_) => Err(RunIdError(id)),
        }
    }
}

impl FromStr for RunId {
    type Err = RunIdError;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        id.to_owned().try_into()
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> Self {
        id.0.into()
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not the id of a run, which is 3 to 60 of a-z, 0-9 and '-'")]
pub struct RunIdError(String);

/// A time as `18:30`.
mod hours_and_minutes {
    use jiff::{civil::Time, fmt::strtime};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&time.strftime("%H:%M"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        let text = String::deserialize(deserializer)?;
        strtime::parse("%H:%M", &text)
            .and_then(|parsed| parsed.to_time())
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> Timestamp {
        time.parse().expect("a time")
    }

    fn date(text: &str) -> Date {
        text.parse().expect("a date")
    }

    #[test]
    fn the_next_start_is_the_first_that_is_not_over() {
        let facts = CourseFacts {
            starts: vec![date("2027-02-06"), date("2027-09-11")],
            ..CourseFacts::default()
        };
        for (now, next) in [
            ("2027-01-01T00:00:00Z", Some("2027-02-06")),
            ("2027-02-06T23:59:59Z", Some("2027-02-06")),
            ("2027-02-07T00:00:00Z", Some("2027-09-11")),
            ("2027-09-12T00:00:00Z", None),
        ] {
            assert_eq!(facts.next_start(at(now)), next.map(date), "{now}");
        }
    }

    #[test]
    fn a_run_is_stored_as_people_say_it() {
        let stored = r#"{"id":"2027-spring","start":"2027-02-06","end":"2027-04-24","weekdays":["saturday"],"time":"09:05","timeZone":"Africa/Algiers","places":14}"#;
        let run: CourseRun = serde_json::from_str(stored).expect("a run");
        assert_eq!(serde_json::to_string(&run).expect("JSON"), stored);
        assert_eq!(
            (run.id.as_str(), run.id.to_string().as_str()),
            ("2027-spring", "2027-spring")
        );
        assert_eq!(Weekday::of(run.start), Weekday::Saturday);
    }

    #[test]
    fn a_run_has_started_or_ended_when_that_day_is_over() {
        let run = CourseRun {
            id: "2027-spring".to_owned().try_into().expect("an id"),
            start: date("2027-02-06"),
            end: date("2027-04-24"),
            weekdays: vec![Weekday::Saturday],
            closed: Vec::new(),
            time: Time::midnight(),
            time_zone: "Africa/Algiers".to_owned(),
            places: 14,
            language: None,
            teacher: None,
        };
        for (now, started, ended) in [
            ("2027-02-06T23:59:59Z", false, false),
            ("2027-02-07T00:00:00Z", true, false),
            ("2027-04-24T23:59:59Z", true, false),
            ("2027-04-25T00:00:00Z", true, true),
        ] {
            assert_eq!(
                (run.has_started(at(now)), run.has_ended(at(now))),
                (started, ended),
                "{now}"
            );
        }
    }
}
