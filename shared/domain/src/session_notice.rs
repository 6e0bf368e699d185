//! What participants are told about the sessions of their run, and when.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::RunSession;

const DAY: SignedDuration = SignedDuration::from_hours(24);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeKind {
    /// The session was moved or cancelled since the participant got the place.
    Changed,
    /// It begins within a day.
    Day,
    /// It begins within an hour.
    Hour,
}

/// Something to tell a participant about a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionNotice<'a> {
    pub kind: NoticeKind,
    pub session: &'a RunSession,
}

impl SessionNotice<'_> {
    /// The mark that says that the participant was told: a new version of the session has other marks.
    pub fn mark(&self) -> String {
        let RunSession { number, version, .. } = self.session;
        let kind = match self.kind {
            NoticeKind::Changed => "changed",
            NoticeKind::Day => "day",
            NoticeKind::Hour => "hour",
        };
        format!("{number}#{version}#{kind}")
    }

    /// Until when it is worth telling.
    fn end(&self) -> Timestamp {
        match self.kind {
            NoticeKind::Changed => self.session.ends_at(),
            NoticeKind::Day => before(self.session, HOUR),
            NoticeKind::Hour => self.session.starts_at,
        }
    }

    /// From when on.
    fn begin(&self) -> Timestamp {
        match self.kind {
            NoticeKind::Changed => self.session.changed_at,
            NoticeKind::Day => before(self.session, DAY),
            NoticeKind::Hour => before(self.session, HOUR),
        }
    }
}

/// Whether there may be something to tell about a session now, whoever has a place.
pub fn has_notices(session: &RunSession, now: Timestamp) -> bool {
    notices(session).any(|notice| notice.begin() <= now && now < notice.end())
}

/// What a participant who has the place since then has to be told now. `told` has the marks of what they were told. Who gets the place, or
/// learns of a change, after a notice is due, does not need it.
pub fn due_notices<'a>(
    sessions: &'a [RunSession],
    since: Timestamp,
    told: &BTreeMap<String, Timestamp>,
    now: Timestamp,
) -> impl Iterator<Item = SessionNotice<'a>> {
    sessions.iter().flat_map(notices).filter(move |notice| {
        let begin = notice.begin();
        let is_known = match notice.kind {
            NoticeKind::Changed => since >= begin,
            NoticeKind::Day | NoticeKind::Hour => since.max(notice.session.changed_at) >= begin,
        };
        begin <= now && now < notice.end() && !is_known && !told.contains_key(&notice.mark())
    })
}

fn notices(session: &RunSession) -> impl Iterator<Item = SessionNotice<'_>> {
    let kinds = [NoticeKind::Changed, NoticeKind::Day, NoticeKind::Hour].into_iter();
    let kinds = kinds.filter(|kind| match kind {
        // The plan of a run is no change.
        NoticeKind::Changed => session.reason.is_some(),
        NoticeKind::Day | NoticeKind::Hour => !session.cancelled,
    });
    kinds.map(|kind| SessionNotice { kind, session })
}

fn before(session: &RunSession, time: SignedDuration) -> Timestamp {
    session.starts_at.saturating_sub(time).unwrap_or(Timestamp::MIN)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + minutes * 60).expect("a time")
    }

    fn session(starts: i64) -> RunSession {
        RunSession {
            number: 1,
            start: "2027-01-01T10:00".parse().expect("a time"),
            starts_at: at(starts),
            minutes: 60,
            version: 1,
            changed_at: at(-100_000),
            cancelled: false,
            reason: None,
        }
    }

    fn moved(session: &RunSession, starts: i64, now: i64) -> RunSession {
        RunSession {
            starts_at: at(starts),
            version: session.version + 1,
            changed_at: at(now),
            cancelled: false,
            reason: Some("The teacher is ill.".to_owned()),
            ..session.clone()
        }
    }

    fn marks(sessions: &[RunSession], since: i64, now: i64) -> Vec<String> {
        let told = BTreeMap::new();
        let due = due_notices(sessions, at(since), &told, at(now));
        due.map(|notice| notice.mark()).collect()
    }

    #[test]
    fn reminders_are_due_a_day_and_an_hour_before() {
        let sessions = [session(0)];
        for (now, due) in [
            (-1441, vec![]),
            (-1440, vec!["1#1#day"]),
            (-61, vec!["1#1#day"]),
            (-60, vec!["1#1#hour"]),
            (-1, vec!["1#1#hour"]),
            (0, vec![]),
        ] {
            assert_eq!(marks(&sessions, -50_000, now), due, "{now}");
            let any = has_notices(&sessions[0], at(now));
            assert_eq!(any, !due.is_empty(), "{now}");
        }
        assert!(marks(&sessions, -1000, -900).is_empty(), "the place came later");
    }

    #[test]
    fn a_change_is_told_once_to_those_who_had_the_place() {
        let session = moved(&session(0), 5000, -30);
        let sessions = [session.clone()];
        assert_eq!(marks(&sessions, -50_000, -30), ["1#2#changed"]);
        assert!(marks(&sessions, -30, -20).is_empty(), "the place came with it");
        let told = BTreeMap::from([("1#2#changed".to_owned(), at(-30))]);
        assert_eq!(due_notices(&sessions, at(-50_000), &told, at(0)).count(), 0);
        // Who was told within the day needs no reminder of the day, but one of the hour.
        let soon = [moved(&session, 600, 0)];
        assert_eq!(marks(&soon, -50_000, 0), ["1#3#changed"]);
        assert_eq!(marks(&soon, -50_000, 550), ["1#3#changed", "1#3#hour"]);
    }

    #[test]
    fn a_cancelled_session_has_no_reminder() {
        let cancelled = session(0).cancelled("The teacher is ill.".to_owned(), at(-3000));
        assert_eq!(marks(&[cancelled], -50_000, -1000), ["1#2#changed"]);
    }

    #[derive(Debug, Clone)]
    enum Step {
        Move(i64),
        Cancel,
        /// A scheduler runs, alone or two at once.
        Run {
            twice: bool,
            crashes: bool,
        },
    }

    proptest! {
        /// Each version is told at most once for each kind, whatever happens between; never after the session; and without crashes, a
        /// scheduler that runs often enough tells each.
        #[test]
        fn each_version_is_told_once(
            steps in prop::collection::vec(
                prop_oneof![
                    2 => (60_i64..4000).prop_map(Step::Move),
                    1 => Just(Step::Cancel),
                    20 => (any::<bool>(), prop::bool::weighted(0.1)).prop_map(|(twice, crashes)| Step::Run { twice, crashes }),
                ],
                1..400,
            ),
            joins in -3000_i64..2000,
        ) {
            let mut sessions = vec![session(2000)];
            let mut told = BTreeMap::new();
            let mut sent: Vec<String> = Vec::new();
            let mut lost = 0;
            let mut now = 0;
            for step in steps {
                now += 10;
                match step {
                    Step::Move(later) => sessions = vec![moved(&sessions[0], now + later, now)],
                    Step::Cancel => sessions = vec![sessions[0].cancelled("Ill.".to_owned(), at(now))],
                    Step::Run { twice, crashes } if now >= joins => {
                        // Both read before either has written. The mark is written before the email, under the condition that it is new.
                        let read = told.clone();
                        for _ in 0..=u8::from(twice) {
                            for notice in due_notices(&sessions, at(joins), &read, at(now)) {
                                prop_assert!(notice.kind == NoticeKind::Changed || !notice.session.cancelled);
                                prop_assert!(at(now) < notice.session.ends_at());
                                if told.insert(notice.mark(), at(now)).is_some() {
                                    continue;
                                }
                                if crashes { lost += 1 } else { sent.push(notice.mark()) }
                            }
                        }
                    }
                    Step::Run { .. } => {}
                }
            }
            let all = sent.len();
            sent.sort();
            sent.dedup();
            prop_assert_eq!(sent.len(), all);
            prop_assert_eq!(told.len(), all + lost);
        }
    }
}
