//! Tests of the function that advances places, which has no route: they invoke the binary as the schedule does.
//!
//! Protected here: what time does to each state and to no other, once; emails that were not sent; that a run that failed or was killed tells
//! nobody twice, and loses no seat.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-advance-places");
const COURSE: &str = "excel";

/// The day that is so many days from now, in UTC.
fn day(from_now: i64) -> String {
    let at = Timestamp::now() + SignedDuration::from_hours(24 * from_now);
    at.to_string()[..10].to_owned()
}

/// A course with a run, in tables of its own.
struct Run {
    stack: Stack,
}

impl Run {
    async fn starting(from_now: i64) -> Self {
        let stack = Stack::running()
            .with_own_tables(&["courses", "courseDetails", "placeRequests", "payments"])
            .await
            .with_variable("SITE_ADDRESS", "https://masar.example");
        let run = Self { stack };
        let texts = json!({"en": "Excel", "fr": "Excel au travail", "ar": "إكسل"});
        let course = json!({
            "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 0, "name": texts, "description": texts,
        });
        run.stack.put_item("courses", course).await;
        let item = json!({"courseId": COURSE, "part": "run#spring", "taken": 4, "run": {
            "id": "spring", "start": day(from_now), "end": "2999-06-12", "weekdays": ["saturday"], "time": "10:30",
            "timeZone": "Africa/Algiers", "places": 5,
        }});
        run.stack.put_item("courseDetails", item).await;
        let instructions = payment_instructions(1, "0012 3");
        run.stack.put_item("payments", instructions).await;
        run
    }

    /// A new user with a place. `queue` is its state, or `mail`.
    async fn place(&self, state: &str, other: Value) -> TestUser {
        let user = TestUser::verified(&self.stack).await;
        let mut place = json!({
            "userId": user.id, "courseId": COURSE, "runId": "spring", "start": day(-2), "end": "2999-06-12", "state": state,
            "version": 3, "requestedAt": "2026-01-02T03:04:05Z", "queue": state,
        });
        place
            .as_object_mut()
            .expect("an item")
            .extend(other.as_object().expect("attributes").clone());
        self.stack.put_item("placeRequests", place).await;
        user
    }

    /// An offer whose last day is so many days from now.
    async fn offer(&self, from_now: i64) -> TestUser {
        let offer = json!({"price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": day(from_now),
            "refunds": [{"days": 0, "percent": 100}], "instructions": 1});
        self.place("offered", json!({"offer": offer})).await
    }

    /// An offer with a proof of payment.
    async fn offer_with_proof(&self, from_now: i64) -> (TestUser, TestFile) {
        let user = self.offer(from_now).await;
        let (file, proof) = TestFile::sent_as_proof(&self.stack, &user).await;
        self.set(&user, "proofs", json!([proof])).await;
        (user, file)
    }

    async fn place_of(&self, user: &TestUser) -> Value {
        let mut items = self.stack.scan_items("placeRequests").await;
        items.retain(|item| item["userId"] == user.id.as_str());
        items.remove(0)
    }

    async fn set(&self, user: &TestUser, attribute: &str, value: Value) {
        let mut place = self.place_of(user).await;
        place[attribute] = value;
        self.stack.put_item("placeRequests", place).await;
    }

    async fn pay(&self, user: &TestUser, amount: &str) {
        let payment = json!({"payer": format!("user#{}", user.id), "paymentId": "entry#excel#T-1", "entryId": "T-1", "courseId": COURSE,
            "kind": "payment", "amount": amount, "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-20",
            "paidAt": "2026-01-20T03:04:05Z"});
        self.stack.put_item("payments", payment).await;
    }

    /// Makes an offer a confirmed place.
    async fn confirm(&self, user: &TestUser) {
        let mut items = self.stack.scan_items("placeRequests").await;
        items.retain(|item| item["userId"] == user.id.as_str());
        let mut place = items.remove(0);
        place["state"] = "accepted".into();
        place.as_object_mut().expect("an item").remove("queue");
        self.stack.put_item("placeRequests", place).await;
        let enrolment = json!({"payer": format!("user#{}", user.id), "paymentId": "course#excel", "courseId": COURSE,
            "paidAt": "2026-01-20T03:04:05Z"});
        self.stack.put_item("payments", enrolment).await;
        let mut course = self.stack.scan_items("courses").await.remove(0);
        course["enrollmentCount"] = 5.into();
        self.stack.put_item("courses", course).await;
    }

    async fn function(&self) -> Function {
        FUNCTION.start(&self.stack, &[]).await
    }

    async fn advance(&self) {
        expect!(self.function().await.send(&TestRequest::scheduled()), 200);
    }

    async fn state_of(&self, user: &TestUser) -> String {
        self.place_of(user).await["state"].as_str().expect("a state").to_owned()
    }

    async fn taken(&self) -> Value {
        self.stack.scan_items("courseDetails").await[0]["taken"].clone()
    }

    async fn subjects_to(&self, user: &TestUser) -> Vec<String> {
        let emails = self.stack.emails_to(&user.email).await;
        emails.into_iter().map(|email| email.subject).collect()
    }
}

#[tokio::test]
async fn an_offer_is_reminded_of_once_and_ends_after_its_days_of_grace() {
    let run = Run::starting(30).await;
    let (early, due, late, over) = (
        run.offer(3).await,
        run.offer(1).await,
        run.offer(-3).await,
        run.offer(-4).await,
    );
    let (partly, paid) = (run.offer(-9).await, run.offer(1).await);
    run.pay(&partly, "5000.00").await;
    run.pay(&paid, "11900.00").await;
    run.advance().await;
    run.advance().await;
    for (user, state, emails) in [
        (&early, "offered", 0),
        (&due, "offered", 1),
        (&late, "offered", 1),
        (&over, "expired", 1),
        // Staff decide about money that is there.
        (&partly, "offered", 0),
        (&paid, "offered", 0),
    ] {
        assert_eq!(
            (run.state_of(user).await.as_str(), run.subjects_to(user).await.len()),
            (state, emails)
        );
    }
    assert_eq!(run.taken().await, 3, "the seat of the offer that ended");
    for language in testing::languages() {
        let (due, over) = (run.offer(2).await, run.offer(-4).await);
        let mut texts = Vec::new();
        for user in [&due, &over] {
            user.set_attribute(&run.stack, "language", json!(language)).await;
        }
        run.advance().await;
        for user in [&due, &over] {
            texts.push(user.last_email(&run.stack).await.snapshot_text());
        }
        let text = texts.join("\n=====\n");
        let days = text
            .lines()
            .map(|line| if line.contains(&day(2)[..4]) { "[pay by]" } else { line });
        assert_snapshot!(
            format!("reminded_and_over_{language}"),
            days.collect::<Vec<_>>().join("\n")
        );
    }
}

#[tokio::test]
async fn an_offer_with_a_proof_of_payment_waits_for_the_decision() {
    let run = Run::starting(30).await;
    let ((due, _), (over, _)) = (run.offer_with_proof(1).await, run.offer_with_proof(-4).await);
    run.advance().await;
    for user in [&due, &over] {
        assert_eq!(
            (run.state_of(user).await.as_str(), run.subjects_to(user).await.len()),
            ("offered", 0)
        );
    }
    // Its refusal was reminder enough, until the last day is over.
    for (user, decided_at) in [
        (&due, Timestamp::now().to_string()),
        (&over, format!("{}T00:00:00Z", day(-6))),
    ] {
        let mut proofs = run.place_of(user).await["proofs"].clone();
        proofs[0]["state"] = "refused".into();
        proofs[0]["decidedAt"] = decided_at.into();
        run.set(user, "proofs", proofs).await;
    }
    run.advance().await;
    assert_eq!(
        (run.state_of(&due).await.as_str(), run.subjects_to(&due).await.len()),
        ("offered", 0)
    );
    assert_eq!(
        (run.state_of(&over).await.as_str(), run.subjects_to(&over).await.len()),
        ("expired", 1)
    );
}

#[tokio::test]
async fn a_run_that_has_started_ends_requests_and_its_waiting_list() {
    let run = Run::starting(-2).await;
    let requested = run.place("pending", json!({})).await;
    let waiting = run.place("waiting", json!({})).await;
    let confirmed = run.place("accepted", json!({"queue": "mail"})).await;
    let offered = run.offer(1).await;
    run.advance().await;
    for (user, state) in [
        (&requested, "declined"),
        (&waiting, "declined"),
        (&confirmed, "accepted"),
        (&offered, "offered"),
    ] {
        assert_eq!(run.state_of(user).await, state);
    }
    let [subject] = &run.subjects_to(&waiting).await[..] else {
        panic!("one email")
    };
    assert!(subject.starts_with("No place on these dates: "), "{subject}");
    assert_eq!(run.taken().await, 4);

    let postponed = Run::starting(20).await;
    let requested = postponed.place("pending", json!({})).await;
    postponed.advance().await;
    assert_eq!(
        postponed.state_of(&requested).await,
        "pending",
        "the catalogue has the new dates"
    );
}

#[tokio::test]
async fn an_email_that_was_not_sent_is_sent_once() {
    let run = Run::starting(20).await;
    let mails = [
        ("accepted", "confirmed"),
        ("cancelled", "cancelled"),
        ("declined", "declined"),
    ];
    let mut users = Vec::new();
    for (state, mail) in mails {
        users.push(
            run.place(state, json!({"mail": mail, "queue": "mail", "reason": "Why"}))
                .await,
        );
    }
    users.push(run.place("pending", json!({"mail": "requested"})).await);
    let blocked = run
        .place("accepted", json!({"mail": "confirmed", "queue": "mail"}))
        .await;
    blocked.set_attribute(&run.stack, "blocked", true.into()).await;
    let functions = [run.function().await, run.function().await];
    let request = TestRequest::scheduled();
    let statuses = tokio::join!(functions[0].send(&request), functions[1].send(&request));
    assert_eq!((statuses.0.status, statuses.1.status), (200, 200));
    for user in &users {
        assert_eq!(run.subjects_to(user).await.len(), 1);
    }
    assert_eq!(run.subjects_to(&blocked).await, [] as [String; 0]);
    let items = run.stack.scan_items("placeRequests").await;
    let unmailed = items.iter().filter(|item| item.get("mail").is_some());
    assert_eq!(unmailed.count(), 0, "also not that of the blocked user, later");
}

#[tokio::test]
async fn the_places_of_a_cancelled_run_end_and_all_that_was_paid_is_due() {
    let run = Run::starting(20).await;
    let requested = run.place("pending", json!({})).await;
    let waiting = run.place("waiting", json!({})).await;
    let (offered, confirmed) = (run.offer(3).await, run.offer(3).await);
    run.pay(&offered, "5000.00").await;
    run.confirm(&confirmed).await;
    let declined = run.place("declined", json!({"queue": "none"})).await;
    let mut item = run.stack.scan_items("courseDetails").await.remove(0);
    item["cancelled"] = json!({"at": "2026-01-02T03:04:05Z", "reason": "No teacher"});
    run.stack.put_item("courseDetails", item).await;
    run.advance().await;
    run.advance().await;
    for (user, state, emails) in [
        (&requested, "declined", 1),
        (&waiting, "declined", 1),
        (&offered, "cancelled", 1),
        (&confirmed, "cancelled", 1),
        (&declined, "declined", 0),
    ] {
        assert_eq!(
            (run.state_of(user).await.as_str(), run.subjects_to(user).await.len()),
            (state, emails)
        );
    }
    assert_eq!(run.taken().await, 2, "two of four seats");
    let email = offered.last_email(&run.stack).await;
    for part in ["No teacher", "5,000"] {
        assert!(email.body_text.contains(part), "{}", email.body_text);
    }
}

#[tokio::test]
async fn after_any_fault_the_places_of_a_cancelled_run_end_once() {
    let prepare = async |_: &Stack| {
        let run = Run::starting(20).await;
        let user = run.offer(3).await;
        run.confirm(&user).await;
        let (offered, file) = run.offer_with_proof(3).await;
        let mut item = run.stack.scan_items("courseDetails").await.remove(0);
        item["cancelled"] = json!({"at": "2026-01-02T03:04:05Z", "reason": "No teacher"});
        run.stack.put_item("courseDetails", item).await;
        (run.stack.clone(), TestRequest::scheduled(), (run, user, offered, file))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (run, user, offered, file)| {
        expect!(case.retry(), 200);
        assert_eq!(
            (run.state_of(user).await.as_str(), run.taken().await),
            ("cancelled", json!(2))
        );
        assert_eq!(run.place_of(offered).await["proofs"][0]["state"], "closed");
        assert!(
            file.record(&run.stack).await["expiresAt"].is_number(),
            "its year begins"
        );
        let subjects = run.subjects_to(user).await;
        assert!(subjects.len() <= 1, "{subjects:?}");
    })
    .await;
}

#[tokio::test]
async fn a_malformed_place_is_reported() {
    let run = Run::starting(30).await;
    run.place("offered", json!({"offer": 7})).await;
    let response = run.function().await.send(&TestRequest::scheduled()).await;
    assert!(response.status >= 500, "{response:?}");
}

#[tokio::test]
async fn after_any_fault_the_next_run_goes_on() {
    let prepare = async |_: &Stack| {
        let run = Run::starting(20).await;
        let (over, due) = (run.offer(-4).await, run.offer(1).await);
        (run.stack.clone(), TestRequest::scheduled(), (run, over, due))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (run, over, due)| {
        expect!(case.retry(), 200);
        assert_eq!(
            (run.state_of(over).await.as_str(), run.taken().await),
            ("expired", json!(3))
        );
        for user in [over, due] {
            let subjects = run.subjects_to(user).await;
            assert!(subjects.len() <= 1, "{subjects:?}");
        }
    })
    .await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&TestRequest::scheduled()),);
