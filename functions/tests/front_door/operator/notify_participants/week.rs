//! A week of many runs, in which sessions move and are cancelled, learners come late and leave, and the job is killed while it sends.
//!
//! The clock of a function cannot be set, so the week moves past it: before each run of the job, all times are written again, relative to now.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::{StreamExt, stream};

use super::FUNCTION;
use crate::prelude::*;

const LEARNERS: usize = 3;
const SESSIONS: u32 = 3;
const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;
/// When sessions start, in minutes after midnight.
const STARTS: [i64; 2] = [10 * HOUR, 18 * HOUR];
/// One run of the job in so many is killed while it sends.
const KILLED: usize = 5;
/// How many participants the job tells at once, so that a crash loses at most as many emails.
const CONCURRENT: usize = 4;
const WRITES: usize = 16;

/// A small generator (splitmix64): a week can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let limit = u64::try_from(limit).expect("a small number");
        usize::try_from((mixed ^ (mixed >> 31)) % limit).expect("a small number")
    }

    /// A start of the week, from a day after its beginning on.
    fn start(&mut self) -> i64 {
        let day = i64::try_from(1 + self.below(6)).expect("a small number");
        day * DAY + STARTS[self.below(STARTS.len())]
    }
}

/// All times are in minutes since the beginning of the week.
struct Session {
    number: u32,
    starts: i64,
    version: u32,
    changed: i64,
    cancelled: bool,
}

struct Learner {
    id: String,
    email: String,
    wants_reminders: bool,
    /// None before the place is confirmed.
    since: Option<i64>,
    has_cancelled: bool,
    /// The marks of what the learner has to be told.
    expected: BTreeSet<String>,
}

struct Run {
    sessions: Vec<Session>,
    learners: Vec<Learner>,
}

struct Week {
    stack: Stack,
    runs: Vec<Run>,
    now: i64,
}

impl Session {
    /// The marks of the notices that are due now to a participant whose place was confirmed at `since`. Computed independently of the domain.
    fn due(&self, since: i64, wants_reminders: bool, now: i64) -> Vec<String> {
        let mark = |kind| format!("{}#{}#{kind}", self.number, self.version);
        let mut due = Vec::new();
        if self.version > 1 && since < self.changed && now < self.starts + 90 {
            due.push(mark("changed"));
        }
        for (kind, opens, closes) in [("day", DAY, HOUR), ("hour", HOUR, 0)] {
            let is_open = self.starts - opens <= now && now < self.starts - closes;
            let is_news = since.max(self.changed) < self.starts - opens;
            if is_open && is_news && wants_reminders && !self.cancelled {
                due.push(mark(kind));
            }
        }
        due
    }

    fn change(&mut self, now: i64) {
        self.version += 1;
        self.changed = now;
    }

    /// What the emails show: the hour is the version, so that an email says which one it is about.
    fn item(&self, at: impl Fn(i64) -> String) -> Value {
        let Self { number, version, .. } = self;
        let mut item = json!({"number": number, "start": format!("2027-04-{number:02}T{version:02}:30:00"), "startsAt": at(self.starts),
            "minutes": 90, "version": version, "changedAt": at(self.changed), "cancelled": self.cancelled});
        if *version > 1 {
            item["reason"] = reason(*number, *version).into();
        }
        item
    }
}

fn reason(number: u32, version: u32) -> String {
    format!("change {version} of session {number}.")
}

fn course(run: usize) -> String {
    format!("course-{run}")
}

impl Week {
    async fn new(runs: usize, random: &mut Random) -> Self {
        let running = Stack::running();
        let tables = ["courses", "courseDetails", "placeRequests", "users"];
        let stack = running.with_own_tables(&tables).await;
        let template = TestUser::verified(&running).await;
        let user = template.record(&running).await;
        let learner = |number: usize, late: bool| Learner {
            id: format!("{number:032x}"),
            email: format!("week-{number}-{}@example.org", template.id),
            wants_reminders: !number.is_multiple_of(7),
            since: (!late).then_some(-30 * DAY),
            has_cancelled: false,
            expected: BTreeSet::new(),
        };
        let session = |number, starts| Session {
            number,
            starts,
            version: 1,
            changed: -60 * DAY,
            cancelled: false,
        };
        let runs = (0..runs).map(|run| Run {
            sessions: (1..=SESSIONS).map(|number| session(number, random.start())).collect(),
            learners: (0..LEARNERS)
                .map(|index| learner(run * LEARNERS + index + 1, index == 0))
                .collect(),
        });
        let week = Self {
            runs: runs.collect(),
            stack,
            now: 0,
        };
        let items = week.runs.iter().enumerate().flat_map(|(index, run)| {
            let texts = json!({"en": "Excel", "fr": "Excel", "ar": "إكسل"});
            let course_item = json!({"courseId": course(index), "type": "cpd", "position": index, "enrollmentCount": 0, "name": texts,
                "description": texts});
            let learners = run.learners.iter().flat_map(|learner| {
                let mut user = user.clone();
                user["pk"] = format!("user#{}", learner.id).into();
                user["userId"] = learner.id.clone().into();
                user["email"] = learner.email.clone().into();
                if !learner.wants_reminders {
                    user["reminders"] = false.into();
                }
                let place = json!({"userId": learner.id, "courseId": course(index), "runId": "spring", "start": "2027-04-01",
                    "end": "2027-04-03", "state": "pending", "requestedAt": "2026-01-02T03:04:05Z"});
                [("users", user), ("placeRequests", place)]
            });
            learners.chain([("courses", course_item)]).collect::<Vec<_>>()
        });
        let writes = stream::iter(items).map(|(table, item)| week.stack.put_item(table, item));
        writes.buffer_unordered(WRITES).collect::<Vec<()>>().await;
        week
    }

    /// What people do before the job runs.
    fn live(&mut self, random: &mut Random) {
        let now = self.now;
        for run in &mut self.runs {
            let session = &mut run.sessions[random.below(3)];
            match random.below(12) {
                0 if now < session.starts => {
                    session.cancelled = true;
                    session.change(now);
                }
                1 | 2 if now < session.starts => {
                    session.starts = random.start().max(now - now.rem_euclid(DAY) + DAY + STARTS[0]);
                    session.cancelled = false;
                    session.change(now);
                }
                3 => {
                    run.learners[0].since.get_or_insert(now);
                }
                4 => run.learners[1].has_cancelled = true,
                _ => {}
            }
        }
    }

    /// Writes all times relative to the present, and notes what everybody has to be told now.
    async fn write(&mut self) {
        let (base, now) = (Timestamp::now(), self.now);
        let at = |minutes: i64| (base + SignedDuration::from_mins(minutes - now)).to_string();
        for run in &mut self.runs {
            for learner in run.learners.iter_mut().filter(|learner| !learner.has_cancelled) {
                let Some(since) = learner.since else { continue };
                let wants = learner.wants_reminders;
                let due = run.sessions.iter().flat_map(|session| session.due(since, wants, now));
                learner.expected.extend(due);
            }
        }
        let runs = self.runs.iter().enumerate().map(async |(index, run)| {
            let sessions: Vec<_> = run.sessions.iter().map(|session| session.item(at)).collect();
            let item = json!({"courseId": course(index), "part": "run#spring", "sessions": sessions, "taken": LEARNERS, "run": {
                "id": "spring", "start": "2027-04-01", "end": "2027-04-03", "weekdays": ["thursday"], "time": "10:00",
                "timeZone": "Africa/Algiers", "places": LEARNERS,
            }});
            self.stack.put_item("courseDetails", item).await;
            for learner in &run.learners {
                let Some(since) = learner.since else { continue };
                let state = if learner.has_cancelled { "cancelled" } else { "accepted" };
                let update = self.stack.dynamodb().update_item().table_name(&self.stack.tables["placeRequests"]);
                let update = update
                    .key("userId", AttributeValue::S(learner.id.clone()))
                    .key("courseId", AttributeValue::S(course(index)))
                    .update_expression("SET #state = :state, decidedAt = :at")
                    .expression_attribute_names("#state", "state")
                    .expression_attribute_values(":state", AttributeValue::S(state.to_owned()))
                    .expression_attribute_values(":at", AttributeValue::S(at(since)));
                update.send().await.expect("the place can be written");
            }
        });
        stream::iter(runs).buffer_unordered(WRITES).collect::<Vec<()>>().await;
    }

    async fn function(&self, more: &[(&str, &str)]) -> Function {
        FUNCTION
            .start(
                &self.stack,
                &[&[("SITE_ADDRESS", "https://masar.example")], more].concat(),
            )
            .await
    }

    /// Runs the job until it sends an email, and kills it. Returns whether it came so far.
    async fn kill(&self) -> bool {
        let proxy = Proxy::start(&self.stack).await;
        let function = self
            .function(&[("AWS_ENDPOINT_URL", proxy.endpoint()), Proxy::NO_TIMEOUT])
            .await;
        let email = NthRequest::first("ses SendEmail");
        proxy.hold_and_fail(email.clone(), Fault::ConnectionLost);
        let request = TestRequest::scheduled();
        tokio::select! {
            () = proxy.wait_for_request(&email) => true,
            response = function.send(&request) => {
                assert_eq!(response.status, 200);
                false
            }
        }
    }

    /// Compares what a learner was told with what they had to be told. Returns how many emails a crash has lost.
    async fn check(&self, learner: &Learner, told: &Value) -> usize {
        let marks: BTreeSet<String> = told
            .as_object()
            .map(|marks| marks.keys().cloned().collect())
            .unwrap_or_default();
        assert_eq!(marks, learner.expected, "{}", learner.id);
        let emails = self.stack.emails_to(&learner.email).await;
        let (reminders, changes): (Vec<_>, Vec<_>) = emails
            .iter()
            .partition(|email| email.subject.starts_with("Your next session"));
        let mut expected: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let (mut told_changes, mut told_reminders, mut lost) = (0, 0, 0);
        for mark in &marks {
            let mut parts = mark.split('#');
            let mut number = || {
                parts
                    .next()
                    .and_then(|part| part.parse::<u32>().ok())
                    .expect("a number")
            };
            let version = (number(), number());
            if mark.ends_with("changed") {
                let text = reason(version.0, version.1);
                let count = changes
                    .iter()
                    .map(|email| email.body_text.matches(&text).count())
                    .sum::<usize>();
                assert!(count <= 1, "{mark}: {count}");
                told_changes += count;
                lost += 1 - count;
            } else {
                *expected.entry(version).or_default() += 1;
            }
        }
        for ((number, version), most) in expected {
            let is_about = |email: &&&SentEmail| {
                let text = &email.body_text;
                text.contains(&format!("Session: {number} / ")) && text.contains(&format!("Time: {version:02}:30"))
            };
            let count = reminders.iter().filter(is_about).count();
            assert!(count <= most, "{number}#{version}: {count}");
            told_reminders += count;
            lost += most - count;
        }
        let all_changes: usize = changes
            .iter()
            .map(|email| email.body_text.matches("Reason: ").count())
            .sum();
        assert_eq!(
            (told_reminders, told_changes),
            (reminders.len(), all_changes),
            "{}",
            learner.id
        );
        lost
    }
}

#[tokio::test]
async fn everybody_is_told_everything_once_in_a_week_of_moves_cancellations_and_crashes() {
    let mut random = Random(7);
    let mut week = Week::new(if is_full_run() { 200 } else { 20 }, &mut random).await;
    let functions = [week.function(&[]).await, week.function(&[]).await];
    let request = TestRequest::scheduled();
    let mut crashes = 0;
    // Five minutes after reminders of sessions may become due.
    let times = (0..7).flat_map(|day| STARTS.map(|start| [start - HOUR, start].map(|minutes| day * DAY + minutes + 5)));
    for (index, now) in times.flatten().enumerate() {
        week.now = now;
        week.live(&mut random);
        week.write().await;
        if index % KILLED == KILLED - 1 {
            crashes += usize::from(week.kill().await);
        }
        let responses = tokio::join!(functions[0].send(&request), functions[1].send(&request));
        assert_eq!((responses.0.status, responses.1.status), (200, 200));
    }
    let places = week.stack.scan_items("placeRequests").await;
    let told: BTreeMap<_, _> = places
        .iter()
        .map(|place| (place["userId"].as_str(), &place["told"]))
        .collect();
    let learners = week.runs.iter().flat_map(|run| &run.learners);
    let checks = learners.map(|learner| week.check(learner, told[&Some(learner.id.as_str())]));
    let lost: usize = stream::iter(checks)
        .buffer_unordered(WRITES)
        .collect::<Vec<_>>()
        .await
        .into_iter()
        .sum();
    let expected: usize = week
        .runs
        .iter()
        .flat_map(|run| &run.learners)
        .map(|learner| learner.expected.len())
        .sum();
    assert!(
        crashes > 0 && expected > week.runs.len() * LEARNERS,
        "{crashes} crashes, {expected} notices"
    );
    // An email about changes may have several.
    assert!(lost <= crashes * CONCURRENT * 3, "{lost} lost in {crashes} crashes");
}
