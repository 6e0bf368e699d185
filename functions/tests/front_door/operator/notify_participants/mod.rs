//! Tests of the function that tells participants about sessions, which has no route: they invoke the binary as the schedule does.
//!
//! Protected here: each participant gets the right email, in their language, once; a repetition after a failure or a kill sends no email twice;
//! the link in a reminder turns reminders off.

mod week;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-notify-participants");
const COURSE: &str = "excel";
const RUN: &str = "spring";

/// A course with one run, in tables of its own.
struct Run {
    stack: Stack,
}

/// A session that starts in that many minutes. Its local time does not change, for the snapshots.
fn session(number: u32, minutes: i64) -> Value {
    let at = Timestamp::now() + SignedDuration::from_mins(minutes);
    json!({"number": number, "start": format!("2027-04-{number:02}T10:30:00"), "startsAt": at.to_string(), "minutes": 90,
        "version": 1, "changedAt": "2026-01-01T08:00:00Z"})
}

/// A session that was moved, or cancelled, two days ago.
fn changed(number: u32, minutes: i64, cancelled: bool) -> Value {
    let mut session = session(number, minutes);
    let at = Timestamp::now() - SignedDuration::from_hours(48);
    session["version"] = 2.into();
    session["changedAt"] = at.to_string().into();
    session["cancelled"] = cancelled.into();
    session["reason"] = "L’enseignante est malade.".into();
    session
}

impl Run {
    async fn new(sessions: &[Value]) -> Self {
        let stack = Stack::running()
            .with_own_tables(&["courses", "courseDetails", "placeRequests"])
            .await
            .with_variable("SITE_ADDRESS", "https://masar.example");
        let run = Self { stack };
        let texts = json!({"en": "Excel", "fr": "Excel au travail", "ar": "إكسل"});
        let course = json!({
            "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 0, "name": texts, "description": texts,
        });
        run.stack.put_item("courses", course).await;
        run.put_sessions(sessions).await;
        run
    }

    async fn put_sessions(&self, sessions: &[Value]) {
        let item = json!({
            "courseId": COURSE, "part": format!("run#{RUN}"), "sessions": sessions,
            "run": {
                "id": RUN, "start": "2027-04-01", "end": "2027-04-09", "weekdays": ["saturday"], "time": "10:30",
                "timeZone": "Africa/Algiers", "places": 5,
            },
        });
        self.stack.put_item("courseDetails", item).await;
    }

    /// A new user with a request in that state, decided then.
    async fn user(&self, state: &str, run: &str, decided_at: &str) -> TestUser {
        let user = TestUser::verified(&self.stack).await;
        let request = json!({
            "userId": user.id, "courseId": COURSE, "runId": run, "start": "2027-04-01", "end": "2027-04-09", "state": state,
            "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": decided_at,
        });
        self.stack.put_item("placeRequests", request).await;
        user
    }

    async fn participant(&self) -> TestUser {
        self.user("accepted", RUN, "2026-01-03T03:04:05Z").await
    }

    async fn function(&self) -> Function {
        FUNCTION.start(&self.stack, &[]).await
    }

    async fn notify(&self) {
        expect!(self.function().await.send(&TestRequest::scheduled()), 200);
    }

    async fn emails_to(&self, user: &TestUser) -> Vec<SentEmail> {
        self.stack.emails_to(&user.email).await
    }

    async fn subjects_to(&self, user: &TestUser) -> Vec<String> {
        let emails = self.emails_to(user).await;
        emails.into_iter().map(|email| email.subject).collect()
    }
}

#[tokio::test]
async fn tells_each_participant_once_in_their_language() {
    let sessions = [
        session(1, -30),
        session(2, 45),
        session(3, 23 * 60),
        changed(4, 5 * 24 * 60, false),
        changed(5, 6 * 24 * 60, true),
        session(6, 30 * 24 * 60),
    ];
    let run = Run::new(&sessions).await;
    let mut participants = Vec::new();
    for language in testing::languages() {
        let user = run.participant().await;
        user.set_attribute(&run.stack, "language", json!(language)).await;
        participants.push((language, user));
    }
    run.notify().await;
    run.notify().await;
    for (language, user) in &participants {
        let emails = run.emails_to(user).await;
        assert_eq!(emails.len(), 3, "{emails:?}");
        let texts: Vec<_> = emails.iter().map(text_without_token).collect();
        assert_snapshot!(format!("told_{language}"), texts.join("\n=====\n"));
        assert_eq!(emails[0].header("List-Unsubscribe"), None);
        let [file] = &emails[0].attachments[..] else {
            unreachable!("the changes have a calendar file")
        };
        assert_eq!(file.content_type, "text/calendar");
        assert!(file.text().contains("STATUS:CANCELLED"));
        assert!(emails[1].attachments.is_empty());
    }
}

/// What the reader sees, with a placeholder for the token that turns reminders off.
fn text_without_token(email: &SentEmail) -> String {
    let text = email.snapshot_text();
    match email.header("List-Unsubscribe") {
        Some(_) => text.replace(&stop_token(email), "[token]"),
        None => text,
    }
}

fn stop_token(email: &SentEmail) -> String {
    let header = email.header("List-Unsubscribe").expect("the header");
    let url = "<https://masar.example/api/users/stop-reminders?token=";
    let token = header.strip_prefix(url).and_then(|rest| rest.strip_suffix('>'));
    assert!(header.len() <= 870, "SES takes no longer value");
    token.expect("a token").to_owned()
}

#[tokio::test]
async fn one_press_in_an_email_program_ends_reminders_and_nothing_else() {
    let run = Run::new(&[session(1, 45)]).await;
    let user = run.participant().await;
    run.notify().await;
    let emails = run.emails_to(&user).await;
    let post = emails[0].header("List-Unsubscribe-Post");
    assert_eq!(post, Some("List-Unsubscribe=One-Click"));
    let stop = TestRequest::post("/users/stop-reminders").query("token", &stop_token(&emails[0]));
    let stop = stop.header("content-type", "application/x-www-form-urlencoded");
    let stop = stop.body(b"List-Unsubscribe=One-Click".to_vec());
    expect!(run.stack.send(&stop), 200);

    let mut moved = changed(1, 50, false);
    moved["changedAt"] = Timestamp::now().to_string().into();
    run.put_sessions(&[moved, session(2, 23 * 60)]).await;
    run.notify().await;
    let subjects = run.subjects_to(&user).await;
    assert_eq!(subjects.len(), 2, "{subjects:?}");
    assert!(subjects[1].contains("have changed"), "{subjects:?}");
}

#[tokio::test]
async fn tells_nobody_else() {
    let run = Run::new(&[session(1, 45), changed(2, 60 * 24 * 5, true)]).await;
    let now = Timestamp::now().to_string();
    let others = [
        run.user("pending", RUN, &now).await,
        run.user("declined", RUN, &now).await,
        run.user("accepted", "autumn", "2026-01-03T03:04:05Z").await,
        // The email that gave the place came after what there is to tell.
        run.user("accepted", RUN, &now).await,
    ];
    let blocked = run.participant().await;
    blocked.set_attribute(&run.stack, "blocked", true.into()).await;
    let deleted = run.participant().await;
    deleted.delete_record(&run.stack).await;
    run.notify().await;
    for user in others.iter().chain([&blocked, &deleted]) {
        assert_eq!(run.subjects_to(user).await, [] as [String; 0]);
    }
}

#[tokio::test]
async fn a_session_that_moves_after_its_reminder_is_announced_again() {
    let run = Run::new(&[session(1, 45)]).await;
    let user = run.participant().await;
    run.notify().await;
    assert_eq!(run.subjects_to(&user).await.len(), 1);
    let mut moved = changed(1, 50, false);
    moved["changedAt"] = Timestamp::now().to_string().into();
    run.put_sessions(&[moved]).await;
    run.notify().await;
    run.notify().await;
    let subjects = run.subjects_to(&user).await;
    assert_eq!(subjects.len(), 2, "{subjects:?}");
}

#[tokio::test]
async fn several_at_once_tell_each_participant_once() {
    let run = Run::new(&[session(1, 45), session(2, 23 * 60)]).await;
    let mut users = Vec::new();
    for _ in 0..4 {
        users.push(run.participant().await);
    }
    let functions = [run.function().await, run.function().await];
    let request = TestRequest::scheduled();
    let statuses = tokio::join!(functions[0].send(&request), functions[1].send(&request));
    assert_eq!((statuses.0.status, statuses.1.status), (200, 200));
    for user in &users {
        let subjects = run.subjects_to(user).await;
        assert_eq!(subjects.len(), 2, "{subjects:?}");
    }
}

#[tokio::test]
async fn a_malformed_run_keeps_no_other_from_being_told() {
    let run = Run::new(&[session(1, 45)]).await;
    let malformed = json!({"courseId": "alchemy", "part": "run#spring", "run": {"id": "spring"}});
    run.stack.put_item("courseDetails", malformed).await;
    let user = run.participant().await;
    let function = run.function().await;
    refuses!(function, TestRequest::scheduled(), 503, "service_unavailable");
    let line = function.wait_for_log("participants not notified").await;
    assert_eq!(line["course"], "alchemy");
    assert_eq!(run.subjects_to(&user).await.len(), 1);
}

#[tokio::test]
async fn after_any_fault_nobody_is_told_twice() {
    let prepare = async |_: &Stack| {
        let run = Run::new(&[session(1, 45)]).await;
        let user = run.participant().await;
        (run.stack.clone(), TestRequest::scheduled(), (run, user))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (run, user)| {
        let told = run.subjects_to(user).await.len();
        expect!(case.retry(), 200);
        let after = run.subjects_to(user).await.len();
        assert!(after <= 1 && told <= after, "{told}, then {after}");
        let items = run.stack.scan_items("placeRequests").await;
        assert_eq!(items[0]["told"].as_object().map(serde_json::Map::len), Some(1));
    })
    .await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&TestRequest::scheduled()),);
