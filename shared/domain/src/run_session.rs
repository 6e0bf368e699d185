//! The sessions of a run: its meetings, each with a number.

use jiff::{SignedDuration, Timestamp, ToSpan, civil::DateTime, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::{CourseRun, Weekday};

/// How long before its start a session can be joined.
const JOINED_BEFORE: SignedDuration = SignedDuration::from_mins(15);

/// One meeting of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunSession {
    /// From 1, in the order of the plan. A session keeps its number when it moves.
    pub number: u32,
    /// Local to the time zone of the run.
    pub start: DateTime,
    /// `start` in UTC, so that functions need no database of time zones.
    pub starts_at: Timestamp,
    pub minutes: u32,
    /// From 1, rising with each change: a calendar replaces an entry by one with a higher version.
    pub version: u32,
    /// When this version was written.
    pub changed_at: Timestamp,
    /// A cancelled session stays in the list, so that pages and calendars say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// Why it was moved or cancelled, in the words of who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Whether a session can be joined at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// From that time.
    Opens(Timestamp),
    Open,
    Over,
    Cancelled,
}

impl RunSession {
    pub fn ends_at(&self) -> Timestamp {
        let length = SignedDuration::from_mins(self.minutes.into());
        self.starts_at.saturating_add(length).unwrap_or(Timestamp::MAX)
    }

    /// From a quarter of an hour before the start until the end.
    pub fn joining(&self, now: Timestamp) -> Joining {
        let opens = self.starts_at.saturating_sub(JOINED_BEFORE).unwrap_or(self.starts_at);
        if self.cancelled {
            Joining::Cancelled
        } else if now < opens {
            Joining::Opens(opens)
        } else if now < self.ends_at() {
            Joining::Open
        } else {
            Joining::Over
        }
    }

    /// The session with another start, in a time zone, as decided now. Cancelled or not, it takes place then.
    pub fn moved(&self, start: DateTime, time_zone: &str, reason: String, now: Timestamp) -> Result<Self, jiff::Error> {
        Ok(Self {
            start,
            starts_at: instant(start, time_zone)?,
            cancelled: false,
            ..self.changed(reason, now)
        })
    }

    #[must_use]
    pub fn cancelled(&self, reason: String, now: Timestamp) -> Self {
        Self {
            cancelled: true,
            ..self.changed(reason, now)
        }
    }

    fn changed(&self, reason: String, now: Timestamp) -> Self {
        Self {
            version: self.version + 1,
            changed_at: now,
            reason: Some(reason),
            ..self.clone()
        }
    }

    /// What follows the session of the same number in `stored`: itself with a higher version, or that session if they are the same.
    fn after(self, stored: &[Self]) -> Self {
        let Some(before) = stored.iter().find(|before| before.number == self.number) else {
            return self;
        };
        let what = |session: &Self| (session.start, session.starts_at, session.minutes, session.cancelled);
        if what(&self) == what(before) {
            return before.clone();
        }
        let version = before.version + 1;
        Self { version, ..self }
    }
}

impl CourseRun {
    /// The days of its sessions: its weekdays from the first to the last day, less the closed ones.
    pub fn days(&self) -> impl Iterator<Item = jiff::civil::Date> {
        let days = self.start.series(1.day()).take_while(|day| *day <= self.end);
        days.filter(|day| self.weekdays.contains(&Weekday::of(*day)) && !self.closed.contains(day))
    }

    /// On which day a run with that many sessions ends: those of its weekdays that are not closed, from the first day on. None when there is
    /// none within ten years.
    pub fn end_of(&self, sessions: u32) -> Option<jiff::civil::Date> {
        let days = self.start.series(1.day()).take(3660);
        let mut days = days.filter(|day| self.weekdays.contains(&Weekday::of(*day)) && !self.closed.contains(day));
        days.nth(usize::try_from(sessions).ok()?.checked_sub(1)?)
    }

    /// The sessions by the rule of the run, with the versions that follow those of `stored`.
    pub fn plan_sessions(
        &self,
        minutes: u32,
        stored: &[RunSession],
        now: Timestamp,
    ) -> Result<Vec<RunSession>, jiff::Error> {
        let planned = self.days().zip(1..).map(|(day, number)| {
            let start = day.to_datetime(self.time);
            let session = RunSession {
                number,
                start,
                starts_at: instant(start, &self.time_zone)?,
                minutes,
                version: 1,
                changed_at: now,
                cancelled: false,
                reason: None,
            };
            Ok(session.after(stored))
        });
        planned.collect()
    }

    /// The sessions with the same local times, for a database of time zones that may have changed.
    pub fn refresh_sessions(&self, stored: &[RunSession], now: Timestamp) -> Result<Vec<RunSession>, jiff::Error> {
        let refreshed = stored.iter().map(|session| {
            let starts_at = instant(session.start, &self.time_zone)?;
            let session = RunSession {
                starts_at,
                changed_at: now,
                ..session.clone()
            };
            Ok(session.after(stored))
        });
        refreshed.collect()
    }
}

/// A local time that the clocks skip is the one after the gap, and the first of two when they are put back.
fn instant(start: DateTime, time_zone: &str) -> Result<Timestamp, jiff::Error> {
    TimeZone::get(time_zone)?.to_timestamp(start)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{from_value, json};

    use super::*;

    fn run(time_zone: &str, start: &str, end: &str, weekdays: &[&str], closed: &[&str]) -> CourseRun {
        let run = json!({"id": "2027-spring", "start": start, "end": end, "weekdays": weekdays, "time": "10:00",
            "timeZone": time_zone, "places": 16, "closed": closed});
        from_value(run).expect("a run")
    }

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn starts(run: &CourseRun) -> Vec<String> {
        let sessions = run.plan_sessions(120, &[], NOW).expect("sessions");
        sessions.iter().map(|session| session.starts_at.to_string()).collect()
    }

    #[test]
    fn keep_the_time_of_day_when_the_clocks_change() {
        let paris = run("Europe/Paris", "2027-03-27", "2027-04-03", &["saturday"], &[]);
        assert_eq!(starts(&paris), ["2027-03-27T09:00:00Z", "2027-04-03T08:00:00Z"]);
        let algiers = run("Africa/Algiers", "2027-03-27", "2027-04-03", &["saturday"], &[]);
        assert_eq!(starts(&algiers), ["2027-03-27T09:00:00Z", "2027-04-03T09:00:00Z"]);
    }

    #[test]
    fn leave_out_closed_days() {
        let days = ["saturday", "sunday"];
        let feast = run("Africa/Algiers", "2027-05-09", "2027-05-22", &days, &["2027-05-16"]);
        let days: Vec<_> = feast.days().map(|day| day.to_string()).collect();
        assert_eq!(days, ["2027-05-09", "2027-05-15", "2027-05-22"]);
    }

    #[test]
    fn have_a_higher_version_only_where_they_changed() {
        let before = run("Africa/Algiers", "2027-03-27", "2027-04-17", &["saturday"], &[]);
        let stored = before.plan_sessions(120, &[], NOW).expect("sessions");
        let versions = |run: &CourseRun, minutes| -> Vec<_> {
            let sessions = run.plan_sessions(minutes, &stored, NOW).expect("sessions");
            sessions.iter().map(|session| session.version).collect()
        };
        assert_eq!(versions(&before, 120), [1, 1, 1, 1]);
        assert_eq!(versions(&before, 90), [2, 2, 2, 2]);
        let closed = CourseRun {
            closed: vec!["2027-04-10".parse().expect("a date")],
            ..before.clone()
        };
        assert_eq!(versions(&closed, 120), [1, 1, 2]);
        assert_eq!(before.refresh_sessions(&stored, NOW).expect("sessions"), stored);
    }

    #[test]
    fn can_be_joined_from_a_quarter_of_an_hour_before_until_the_end() {
        let run = run("Africa/Algiers", "2027-03-27", "2027-03-27", &["saturday"], &[]);
        let session = run.plan_sessions(120, &[], NOW).expect("sessions").remove(0);
        let at = |time: &str| time.parse::<Timestamp>().expect("a time");
        let opens = Joining::Opens(at("2027-03-27T08:45:00Z"));
        for (now, joining) in [
            ("2027-03-27T08:44:59Z", opens),
            ("2027-03-27T08:45:00Z", Joining::Open),
            ("2027-03-27T10:59:59Z", Joining::Open),
            ("2027-03-27T11:00:00Z", Joining::Over),
        ] {
            assert_eq!(session.joining(at(now)), joining, "{now}");
            let cancelled = session.cancelled(String::new(), NOW);
            assert_eq!(cancelled.joining(at(now)), Joining::Cancelled, "{now}");
        }
    }

    #[test]
    fn a_cancelled_session_that_moves_takes_place() {
        let run = run("Europe/Paris", "2027-03-27", "2027-03-27", &["saturday"], &[]);
        let session = run.plan_sessions(120, &[], NOW).expect("sessions").remove(0);
        let cancelled = session.cancelled("The teacher is ill.".to_owned(), NOW);
        assert_eq!((cancelled.version, cancelled.cancelled), (2, true));
        let start = "2027-03-28T10:00".parse().expect("a time");
        let moved = cancelled.moved(start, "Europe/Paris", "She is well.".to_owned(), NOW);
        let moved = moved.expect("a session");
        assert_eq!((moved.version, moved.cancelled), (3, false));
        assert_eq!(moved.starts_at.to_string(), "2027-03-28T08:00:00Z");
    }

    const ZONES: [&str; 7] = [
        "Africa/Algiers",
        "Africa/Cairo",
        "Africa/Casablanca",
        "America/St_Johns",
        "Asia/Kathmandu",
        "Asia/Riyadh",
        "Europe/Paris",
    ];

    proptest! {
        /// In every zone and over every change of its clocks, the sessions are on open weekdays, at the hour of the run, in order.
        #[test]
        fn are_on_the_days_of_the_run_at_its_hour(
            zone in prop::sample::select(&ZONES[..]), first in 0_i32..700, length in 0_i32..200, hour in 0_i8..24, minute in 0_i8..60,
            weekdays in prop::sample::subsequence(&["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], 1..=7),
            closed in prop::collection::vec(0_i32..200, 0..10),
        ) {
            let start = jiff::civil::date(2026, 1, 1) + first.days();
            let run = CourseRun {
                start,
                end: start + length.days(),
                time: jiff::civil::time(hour, minute, 0, 0),
                closed: closed.iter().map(|day| start + day.days()).collect(),
                ..run(zone, "2027-01-01", "2027-01-01", &weekdays, &[])
            };
            let sessions = run.plan_sessions(90, &[], NOW).expect("sessions");
            prop_assert_eq!(sessions.len(), run.days().count());
            let tz = TimeZone::get(zone).expect("a zone");
            for (session, number) in sessions.iter().zip(1..) {
                let day = session.start.date();
                prop_assert_eq!(session.number, number);
                prop_assert!(run.weekdays.contains(&Weekday::of(day)) && !run.closed.contains(&day));
                let shown = session.starts_at.to_zoned(tz.clone()).datetime();
                let skipped = tz.to_ambiguous_zoned(session.start).is_ambiguous();
                prop_assert!(shown == session.start || skipped, "{} is shown as {shown}", session.start);
            }
            prop_assert!(sessions.is_sorted_by(|a, b| a.starts_at < b.starts_at));
        }

        /// Whatever days are closed, a run that ends where it should has as many sessions as its course.
        #[test]
        fn are_as_many_as_the_course_has_whatever_days_are_closed(
            first in 0_i32..700, sessions in 1_u32..60,
            weekdays in prop::sample::subsequence(&["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], 1..=7),
            closed in prop::collection::vec(0_i32..400, 0..60),
        ) {
            let start = jiff::civil::date(2026, 1, 1) + first.days();
            let closed: Vec<_> = closed.iter().map(|day| start + day.days()).collect();
            let run = CourseRun { start, closed: closed.clone(), ..run("Africa/Algiers", "2027-01-01", "2027-01-01", &weekdays, &[]) };
            let end = run.end_of(sessions).expect("a day");
            let planned = CourseRun { end, ..run }.plan_sessions(90, &[], NOW).expect("sessions");
            prop_assert_eq!(u32::try_from(planned.len()), Ok(sessions));
            prop_assert!(planned.iter().all(|session| !closed.contains(&session.start.date())));
            prop_assert_eq!(planned.last().map(|session| session.start.date()), Some(end));
        }
    }
}
