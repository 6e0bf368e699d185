//! `ops requests`, by running the real binary for new users of the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test panics when it fails"
)]

use calcard::{Entry, Parser, common::timezone::Tz};
use insta::assert_snapshot;
use serde_json::{Value, json};
use testing::{
    Function, SentEmail, Stack, TestRequest, TestUser,
    faults::{Fault, NthRequest, Proxy},
};

use crate::tool::{CommandResult, audit_records, ops};

/// A course of the repository's catalogue.
const COURSE: &str = "creative-journaling";

/// A run of the course, for one test alone.
struct Run {
    stack: Stack,
    id: String,
}

impl Run {
    async fn with_places(places: u32) -> Self {
        let stack = Stack::running();
        // The id of a new user is as random as the run's must be.
        let id = format!("test-{}", TestUser::registered(&stack).await.id);
        let run = Self { stack, id };
        run.put(places, "2999-06-15").await;
        run
    }

    async fn put(&self, places: u32, end: &str) {
        let first = jiff::civil::date(2999, 3, 30);
        let sessions = (0..12).map(|week| {
            let day = first + jiff::Span::new().weeks(week);
            json!({"number": week + 1, "start": format!("{day}T10:00:00"), "startsAt": format!("{day}T09:00:00Z"), "minutes": 120,
                "version": 1, "changedAt": "2026-11-01T08:00:00Z"})
        });
        let item = json!({
            "courseId": COURSE, "part": format!("run#{}", self.id), "sessions": sessions.collect::<Vec<_>>(),
            "run": {
                "id": self.id, "start": "2999-03-30", "end": end, "weekdays": ["saturday"], "time": "10:00",
                "timeZone": "Africa/Algiers", "places": places,
            },
        });
        self.stack.put_item(&self.stack.tables["courseDetails"], item).await;
    }

    async fn taken(&self) -> u64 {
        let items = self.stack.scan_items(&self.stack.tables["courseDetails"]).await;
        let part = format!("run#{}", self.id);
        let item = items.iter().find(|item| item["part"] == part.as_str());
        item.expect("the run")["taken"].as_u64().unwrap_or_default()
    }

    /// A new user who has asked for a place.
    async fn asked_by_new_user(&self) -> TestUser {
        let user = TestUser::registered(&self.stack).await;
        self.ask(&user).await;
        user
    }

    async fn ask(&self, user: &TestUser) {
        let request = json!({
            "userId": user.id, "courseId": COURSE, "runId": self.id, "start": "2999-03-27", "end": "2999-06-12",
            "state": "pending", "queue": "pending", "requestedAt": "2026-01-02T03:04:05Z", "message": "In French?",
        });
        self.stack.put_item(&self.stack.tables["placeRequests"], request).await;
    }

    async fn request_of(&self, user: &TestUser) -> Value {
        let mut items = self.stack.scan_items(&self.stack.tables["placeRequests"]).await;
        items.retain(|item| item["userId"] == user.id.as_str());
        items.pop().unwrap_or_default()
    }

    async fn payments_of(&self, user: &TestUser) -> Vec<Value> {
        let mut items = self.stack.scan_items(&self.stack.tables["payments"]).await;
        items.retain(|item| item["payer"] == format!("user#{}", user.id));
        items
    }

    fn accept(&self, user: &TestUser, arguments: &[&str]) -> CommandResult {
        let command = ["requests", "accept", &user.id, COURSE];
        ops(&self.stack, &[&command[..], arguments].concat())
    }

    /// The calendar file of an email, with unfolded lines, and with placeholders for what differs from one stack and test to another.
    fn calendar_file(&self, email: &SentEmail, site: &str) -> String {
        let [file] = &email.attachments[..] else {
            panic!("one file: {:?}", email.attachments);
        };
        assert_eq!(file.content_type, "text/calendar");
        assert_eq!(file.file_name, format!("{COURSE}-{}.ics", self.id));
        let text = file.text();
        let Entry::ICalendar(calendar) = Parser::new(&text).entry() else {
            panic!("no calendar: {text}");
        };
        let expanded = calendar.expand_dates(Tz::Floating, 100);
        assert_eq!((expanded.events.len(), expanded.errors.len()), (12, 0), "{text}");
        let (_, host) = site.split_once("://").expect("a URL");
        let host = host.split(':').next().unwrap_or_default();
        let text = text
            .replace("\r\n ", "")
            .replace(&self.id, "[run]")
            .replace(site, "[site]");
        text.replace(host, "[host]").replace("\r\n", "\n")
    }

    fn decline(&self, user: &TestUser, reason: &str) -> CommandResult {
        ops(
            &self.stack,
            &["requests", "decline", &user.id, COURSE, "--reason", reason, "--json"],
        )
    }
}

#[tokio::test]
async fn an_acceptance_enrols_takes_a_place_and_is_emailed() {
    let run = Run::with_places(5).await;
    for language in testing::languages() {
        let user = run.asked_by_new_user().await;
        user.set_attribute(&run.stack, "language", json!(language)).await;
        let taken = run.taken().await;
        let paid = ["--amount", "19900", "--currency", "DZD"];

        let output = run.accept(&user, &[&paid[..], &["--dry-run"]].concat()).success();
        assert!(
            output.starts_with("Dry run: this would set the request for creative-journaling, test-"),
            "{output}"
        );
        assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (taken, 0));

        run.accept(&user, &paid).success();
        assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (taken + 1, 1));
        let request = run.request_of(&user).await;
        assert_eq!((&request["state"], request.get("queue")), (&json!("accepted"), None));
        assert_eq!(request["start"], "2999-03-30", "the run was moved");
        let email = user.last_email(&run.stack).await;
        let mut lines = email.body_text.lines();
        let page = format!("/profile?lang={language}#my-courses");
        let link = lines.find(|line| line.ends_with(&page)).expect("a link");
        let text = email.snapshot_text().replace(link, "[my courses]");
        assert_snapshot!(format!("accepted_{language}"), &text);
        let site = link.trim_end_matches(&page);
        assert_snapshot!(format!("calendar_{language}"), run.calendar_file(&email, site));

        let mails = run.stack.emails_to(&user.email).await.len();
        let again = run.accept(&user, &["--free"]).success();
        assert!(
            again.starts_with("Sent the email again, as the request for ") && again.contains(" was already accepted: "),
            "{again}"
        );
        assert_eq!(user.last_email(&run.stack).await.attachments.len(), 1);
        assert_eq!(
            user.last_email(&run.stack)
                .await
                .snapshot_text()
                .replace(link, "[my courses]"),
            text
        );
        assert_eq!(run.stack.emails_to(&user.email).await.len(), mails + 1);
        assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (taken + 1, 1));
        let records = audit_records(&run.stack, &user.id).await;
        assert_eq!((records.len(), &records[0]["action"]), (1, &json!("request_accept")));
        assert_eq!((&records[0]["run"], records[0].get("amount")), (&json!(run.id), None));
    }
}

#[tokio::test]
async fn concurrent_acceptances_take_no_more_places_than_there_are() {
    let run = Run::with_places(3).await;
    let mut users = Vec::new();
    for _ in 0..8 {
        users.push(run.asked_by_new_user().await);
    }
    let accept = |user| run.accept(user, &["--free", "--json"]);
    let mut results: Vec<_> = std::thread::scope(|scope| {
        let accepts: Vec<_> = users.iter().map(|user| scope.spawn(move || accept(user))).collect();
        accepts
            .into_iter()
            .map(|accept| accept.join().expect("it ran"))
            .collect()
    });
    check_acceptances(&run, &users, &results).await;
    // A transaction that met another one at every attempt has written nothing, and can be repeated. No other one runs now.
    for (user, result) in users.iter().zip(&mut results) {
        if result.has_failed_with("tables_unusable") {
            *result = accept(user);
        }
    }
    check_acceptances(&run, &users, &results).await;
    let accepted = results.iter().filter(|result| result.succeeded).count();
    let refused = results
        .iter()
        .filter(|result| result.has_failed_with("run_full"))
        .count();
    assert_eq!((accepted, refused), (3, 5), "{results:?}");
    assert_eq!(run.taken().await, 3);
    let late = run.asked_by_new_user().await;
    let refused = run.accept(&late, &["--free", "--json"]).failure();
    assert!(refused.contains(r#""code":"run_full""#), "{refused}");
}

/// What is written must agree with the results: one place, request and payment for each user who was accepted, and nothing for the others.
async fn check_acceptances(run: &Run, users: &[TestUser], results: &[CommandResult]) {
    let mut accepted = 0;
    for (user, result) in users.iter().zip(results) {
        let state = if result.succeeded { "accepted" } else { "pending" };
        assert_eq!(run.request_of(user).await["state"], state, "{result:?}");
        assert_eq!(run.payments_of(user).await.len(), usize::from(result.succeeded));
        accepted += u64::from(result.succeeded);
    }
    assert_eq!(run.taken().await, accepted);
    assert!(accepted <= 3, "{results:?}");
}

#[tokio::test]
async fn concurrent_acceptances_of_one_request_enrol_once() {
    let run = Run::with_places(5).await;
    let user = run.asked_by_new_user().await;
    let results: Vec<_> = std::thread::scope(|scope| {
        let accepts: Vec<_> = (0..4).map(|_| scope.spawn(|| run.accept(&user, &["--free"]))).collect();
        accepts
            .into_iter()
            .map(|accept| accept.join().expect("it ran"))
            .collect()
    });
    // One that begins later sends the email again.
    assert!(results.iter().any(|result| result.succeeded), "{results:?}");
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (1, 1));
    assert_eq!(audit_records(&run.stack, &user.id).await.len(), 1);
}

#[tokio::test]
async fn a_message_that_arrives_during_the_decision_is_not_overwritten() {
    let run = Run::with_places(5).await;
    let user = run.asked_by_new_user().await;
    let accept = (
        "dynamodb TransactWriteItems users courses payments audit placeRequests courseDetails",
        vec!["accept", &user.id, COURSE, "--free", "--json"],
    );
    let decline = (
        "dynamodb TransactWriteItems placeRequests audit",
        vec![
            "decline",
            &user.id,
            COURSE,
            "--reason",
            "The group is complete.",
            "--json",
        ],
    );
    // One message after another, and a message after none.
    let messages = [Some("In Arabic?"), None, Some("In English?")];
    for (request, arguments) in [accept, decline] {
        run.ask(&user).await;
        for message in messages {
            let proxy = Proxy::start(&run.stack).await;
            let target = NthRequest::first(request);
            proxy.hold_and_fail(target.clone(), Fault::ServerError);
            let through_proxy = proxy.in_front_of(&run.stack);
            let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
            let command = tokio::task::spawn_blocking(move || {
                let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
                ops(&through_proxy, &[&["requests"], &arguments[..]].concat())
            });
            proxy.wait_for_request(&target).await;
            let mut changed = run.request_of(&user).await;
            changed["message"] = json!(message);
            if message.is_none() {
                changed.as_object_mut().expect("an item").remove("message");
            }
            run.stack
                .put_item(&run.stack.tables["placeRequests"], changed.clone())
                .await;
            proxy.release();
            let result = command.await.expect("it ran");
            assert!(result.has_failed_with("concurrent_change"), "{message:?}: {result:?}");
            assert_eq!(run.request_of(&user).await, changed);
        }
    }
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (0, 0));
    assert_eq!(audit_records(&run.stack, &user.id).await.len(), 0);
}

#[tokio::test]
async fn an_enrolment_that_is_removed_gives_back_its_place() {
    let run = Run::with_places(1).await;
    let (user, other) = (run.asked_by_new_user().await, run.asked_by_new_user().await);
    run.accept(&user, &["--free"]).success();
    run.accept(&other, &["--free"]).failure();
    ops(&run.stack, &["unenrol", &user.id, COURSE]).success();
    assert_eq!((run.taken().await, run.request_of(&user).await), (0, Value::Null));
    run.accept(&other, &["--free"]).success();
    assert_eq!(run.taken().await, 1);

    // A deleted user gives back the place, too.
    ops(&run.stack, &["users", "delete", &other.id, "--yes"]).success();
    assert_eq!((run.taken().await, run.request_of(&other).await), (0, Value::Null));
}

#[tokio::test]
async fn places_of_a_run_that_has_left_the_catalogue_are_given_back() {
    let run = Run::with_places(3).await;
    let (user, other) = (run.asked_by_new_user().await, run.asked_by_new_user().await);
    for user in [&user, &other] {
        run.accept(user, &["--free"]).success();
    }
    // As an import leaves it.
    let count = json!({"courseId": COURSE, "part": format!("run#{}", run.id), "taken": 2});
    run.stack.put_item(&run.stack.tables["courseDetails"], count).await;
    let page = Function::start_deployed("courses-get", &run.stack, "CoursesGetFunction", &[]).await;
    let page = page.send(&TestRequest::get(&format!("/courses/{COURSE}"))).await;
    assert_eq!(page.status, 200, "the page of the course does not read the count");
    ops(&run.stack, &["unenrol", &user.id, COURSE]).success();
    assert_eq!(run.taken().await, 1);
    ops(&run.stack, &["users", "delete", &other.id, "--yes"]).success();
    assert_eq!(run.taken().await, 0);

    let late = run.asked_by_new_user().await;
    let refused = run.accept(&late, &["--free", "--json"]).failure();
    assert!(refused.contains("run_not_found"), "{refused}");
}

#[tokio::test]
async fn a_refusal_is_emailed_with_its_reason() {
    let run = Run::with_places(1).await;
    for language in testing::languages() {
        let user = run.asked_by_new_user().await;
        user.set_attribute(&run.stack, "language", json!(language)).await;
        let reason = "Le groupe est complet.\n<b>Merci</b> & à bientôt";
        run.decline(&user, reason).success();
        let request = run.request_of(&user).await;
        assert_eq!(
            (&request["state"], &request["reason"]),
            (&json!("declined"), &json!(reason))
        );
        assert_eq!(request.get("queue"), None);
        assert_snapshot!(
            format!("declined_{language}"),
            user.last_email(&run.stack).await.snapshot_text()
        );

        let mails = run.stack.emails_to(&user.email).await.len();
        let again = run.decline(&user, reason).json();
        assert_eq!(
            (&again["again"], run.stack.emails_to(&user.email).await.len()),
            (&json!(true), mails + 1)
        );
        let other_reason = run.decline(&user, "Another reason.").failure();
        assert!(other_reason.contains("already_decided"), "{other_reason}");
        let accepted = run.accept(&user, &["--free", "--json"]).failure();
        assert!(accepted.contains("already_decided"), "{accepted}");
        let records = audit_records(&run.stack, &user.id).await;
        assert_eq!((records.len(), &records[0]["action"]), (1, &json!("request_decline")));
        assert!(
            !Value::from(records).to_string().contains("complet"),
            "a reason is free text"
        );
    }
    assert_eq!(run.taken().await, 0);
}

#[tokio::test]
async fn lists_and_shows_requests() {
    let run = Run::with_places(4).await;
    let user = run.asked_by_new_user().await;
    let listed = |arguments: &[&str]| {
        let listed = ops(&run.stack, &[&["requests", "list", "--json"], arguments].concat()).json();
        let requests = listed["requests"].as_array().expect("a list").clone();
        requests
            .into_iter()
            .find(|request| request["userId"] == user.id.as_str())
    };
    let request = listed(&[]).expect("it waits");
    assert_eq!(
        (&request["places"]["places"], &request["places"]["taken"]),
        (&json!(4), &json!(0))
    );
    assert_eq!(request["account"]["email"], user.email.as_str());
    assert!(listed(&["--course", COURSE]).is_some());
    assert!(listed(&["--course", "virtual-assistant"]).is_none());
    assert!(listed(&["--state", "accepted"]).is_none());
    let shown = ops(&run.stack, &["requests", "show", &user.email]).success();
    let expected = format!(
        "2026-01-02T03:04:05Z  {COURSE}, {}, pending, 0 of 4 places taken\n  {}  Amina Benali <{}>, student, not verified\n  \
         dates     2999-03-27 to 2999-06-12\n  message   In French?",
        run.id, user.id, user.email
    );
    assert_eq!(shown, expected);

    run.accept(&user, &["--free"]).success();
    assert!(listed(&[]).is_none());
    assert!(listed(&["--state", "accepted"]).is_some());
    let nobody = TestUser::registered(&run.stack).await;
    let shown = ops(&run.stack, &["requests", "show", &nobody.id]).success();
    assert_eq!(shown, "No requests found.");
}

#[tokio::test]
async fn refuses_what_cannot_be_accepted() {
    let run = Run::with_places(4).await;
    let user = run.asked_by_new_user().await;
    let nobody = TestUser::registered(&run.stack).await;
    let refused = run.accept(&nobody, &["--free", "--json"]).failure();
    assert_snapshot!(refused, @r#"{"code":"no_request","message":"The user has not asked for a place in creative-journaling. Nothing was written."}"#);
    let refused = ops(&run.stack, &["enrol", &user.id, COURSE, "--free", "--json"]).failure();
    assert!(refused.contains(r#""code":"has_asked""#), "{refused}");
    let refused = run
        .accept(&user, &["--amount", "1.005", "--currency", "EUR", "--json"])
        .failure();
    assert!(refused.contains("amount_invalid"), "{refused}");
    run.put(4, "2001-06-12").await;
    let refused = run.accept(&user, &["--free", "--json"]).failure();
    assert!(refused.contains("run_ended"), "{refused}");
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (0, 0));
    assert_eq!(run.request_of(&user).await["state"], "pending");
    assert_eq!(audit_records(&run.stack, &user.id).await.len(), 0);
}

#[tokio::test]
async fn reports_a_decision_without_its_transaction_or_email() {
    let run = Run::with_places(4).await;
    let user = run.asked_by_new_user().await;
    for (request, code, state) in [
        (
            "dynamodb TransactWriteItems users courses payments audit placeRequests courseDetails",
            "tables_unusable",
            "pending",
        ),
        ("ses SendEmail", "mail_not_sent", "accepted"),
    ] {
        let proxy = Proxy::start(&run.stack).await;
        let target = NthRequest::first(request);
        proxy.inject_fault(target, Fault::ServerError, true);
        let through_proxy = proxy.in_front_of(&run.stack);
        let id = user.id.clone();
        let accept = move || ops(&through_proxy, &["requests", "accept", &id, COURSE, "--free", "--json"]);
        let result = tokio::task::spawn_blocking(accept).await.expect("it ran");
        let output: Value = serde_json::from_str(&result.failure()).expect("JSON");
        assert_eq!(output["code"], code, "{output}");
        assert_eq!(run.request_of(&user).await["state"], state);
    }
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (1, 1));
}
