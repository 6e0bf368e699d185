//! `ops places`, by running the real binary for new users of the running stack.
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
    Function, SentEmail, Stack, TestFile, TestRequest, TestUser,
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

    async fn item(&self) -> Value {
        let items = self.stack.scan_items(&self.stack.tables["courseDetails"]).await;
        let part = format!("run#{}", self.id);
        let item = items.into_iter().find(|item| item["part"] == part.as_str());
        item.expect("the run")
    }

    async fn taken(&self) -> u64 {
        self.item().await["taken"].as_u64().unwrap_or_default()
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

    /// The user asks again, as the API writes it.
    async fn ask_again(&self, user: &TestUser) {
        let mut place = self.request_of(user).await;
        place["state"] = "pending".into();
        place["queue"] = "pending".into();
        self.stack.put_item(&self.stack.tables["placeRequests"], place).await;
    }

    async fn request_of(&self, user: &TestUser) -> Value {
        let mut items = self.stack.scan_items(&self.stack.tables["placeRequests"]).await;
        items.retain(|item| item["userId"] == user.id.as_str());
        items.pop().unwrap_or_default()
    }

    /// The user has sent a proof of payment.
    async fn send_proof(&self, user: &TestUser) -> TestFile {
        let (file, proof) = TestFile::sent_as_proof(&self.stack, user).await;
        let mut place = self.request_of(user).await;
        let mut proofs = place["proofs"].as_array().cloned().unwrap_or_default();
        proofs.push(proof);
        place["proofs"] = proofs.into();
        self.stack.put_item(&self.stack.tables["placeRequests"], place).await;
        file
    }

    async fn payments_of(&self, user: &TestUser) -> Vec<Value> {
        let mut items = self.stack.scan_items(&self.stack.tables["payments"]).await;
        items.retain(|item| item["payer"] == format!("user#{}", user.id));
        items
    }

    /// A command about the place of a user, such as `offer`.
    fn place(&self, command: &str, user: &TestUser, arguments: &[&str]) -> CommandResult {
        ops(
            &self.stack,
            &[&["places", command, &user.id, COURSE], arguments].concat(),
        )
    }

    fn grant(&self, user: &TestUser) -> CommandResult {
        self.place("grant", user, &["--reason", "A guest", "--json"])
    }

    /// Offers the place for 11,900 dinars. Returns the reference.
    fn offer(&self, user: &TestUser) -> String {
        let offered = self.place(
            "offer",
            user,
            &["--amount", "11900", "--currency", "DZD", "--reason", "A test", "--json"],
        );
        let reference = &offered.json()["request"]["offer"]["reference"];
        reference.as_str().expect("a reference").to_owned()
    }

    fn pay(&self, user: &TestUser, amount: &str, id: &str, arguments: &[&str]) -> CommandResult {
        self.transfer("pay", user, amount, id, arguments)
    }

    fn transfer(&self, command: &str, user: &TestUser, amount: &str, id: &str, arguments: &[&str]) -> CommandResult {
        let transfer = [
            "--amount",
            amount,
            "--method",
            "ccp",
            "--received",
            "2026-01-05",
            "--id",
            id,
            "--json",
        ];
        self.place(command, user, &[&transfer[..], arguments].concat())
    }

    async fn receipt(&self, number: &str) -> Value {
        let items = self.stack.scan_items(&self.stack.tables["payments"]).await;
        let receipt = items.into_iter().find(|item| item["paymentId"] == number);
        receipt.unwrap_or_default()
    }

    async fn state_of(&self, user: &TestUser) -> Value {
        self.request_of(user).await["state"].clone()
    }

    /// What `places show` says of the money of a user's place.
    fn money_of(&self, user: &TestUser) -> [Value; 3] {
        let shown = ops(&self.stack, &["places", "show", &user.id, "--json"]).json();
        ["due", "held", "refundDue"].map(|name| shown["requests"][0]["money"][name]["amount"].clone())
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
        let lines = text.split_inclusive("\r\n");
        // The time of the decision.
        let text: String = lines.filter(|line| !line.starts_with("DTSTAMP:")).collect();
        let text = text
            .replace("\r\n ", "")
            .replace(&self.id, "[run]")
            .replace(site, "[site]");
        text.replace(host, "[host]").replace("\r\n", "\n")
    }

    fn decline(&self, user: &TestUser, reason: &str) -> CommandResult {
        self.place("decline", user, &["--reason", reason, "--json"])
    }
}

#[tokio::test]
async fn an_offer_keeps_a_seat_and_its_payment_confirms_the_place() {
    let run = Run::with_places(9).await;
    for language in testing::languages() {
        let user = run.asked_by_new_user().await;
        user.set_attribute(&run.stack, "language", json!(language)).await;
        let taken = run.taken().await;
        let price = ["--amount", "11900", "--currency", "DZD", "--reason", "A test"];

        let output = run
            .place("offer", &user, &[&price[..], &["--dry-run"]].concat())
            .success();
        assert!(
            output.starts_with("Dry run: the place in creative-journaling, test-"),
            "{output}"
        );
        assert_eq!(
            (run.taken().await, run.state_of(&user).await),
            (taken, json!("pending"))
        );

        let reference = run.offer(&user);
        assert_eq!(
            (run.taken().await, run.state_of(&user).await),
            (taken + 1, json!("offered"))
        );
        let request = run.request_of(&user).await;
        assert_eq!((&request["queue"], request.get("mail")), (&json!("offered"), None));
        assert_eq!(request["start"], "2999-03-30", "the run was moved");
        assert_eq!(run.payments_of(&user).await.len(), 0, "nobody has paid");
        let page = format!("/my-courses/{COURSE}?lang={language}");
        let snapshot = |email: &SentEmail, pay_by: &str| {
            let mut lines = email.body_text.lines();
            let link = lines.find(|line| line.ends_with(&page)).expect("a link").to_owned();
            let text = email
                .snapshot_text()
                .replace(&link, "[my course]")
                .replace(&reference, "[reference]");
            let days = text
                .lines()
                .map(|line| if line.contains(pay_by) { "[pay by]" } else { line });
            (days.collect::<Vec<_>>().join("\n"), link)
        };
        let pay_by = request["offer"]["payBy"].as_str().expect("a day");
        let year = pay_by.get(..4).expect("a year");
        let (text, _) = snapshot(&user.last_email(&run.stack).await, year);
        assert_snapshot!(format!("offered_{language}"), text);

        run.pay(&user, "11900", "T-1", &["--currency", "DZD"]).success();
        assert_eq!(
            (run.taken().await, run.state_of(&user).await),
            (taken + 1, json!("accepted"))
        );
        let request = run.request_of(&user).await;
        assert_eq!((request.get("queue"), request.get("mail")), (None, None));
        let payments = run.payments_of(&user).await;
        let amounts: Vec<_> = payments
            .iter()
            .filter_map(|payment| payment["amount"].as_str())
            .collect();
        assert_eq!(
            (payments.len(), amounts),
            (2, vec!["11900.00"]),
            "the enrolment, and the payment"
        );
        let number = payments.iter().find_map(|payment| payment["receipt"].as_str());
        let receipt = run.receipt(number.expect("a number")).await;
        assert_eq!(
            (&receipt["userId"], &receipt["amount"]),
            (&json!(user.id), &json!("11900.00"))
        );
        let details = &receipt["details"];
        assert_eq!(
            (&details["language"], &details["learner"]),
            (&json!(language), &json!("Amina Benali"))
        );
        assert_eq!(
            (&details["reference"], &details["receivedOn"]),
            (&json!(reference), &json!("2026-01-05"))
        );
        let email = user.last_email(&run.stack).await;
        let (text, link) = snapshot(&email, "2999-never");
        assert_snapshot!(format!("accepted_{language}"), text);
        let site = link.trim_end_matches(&page);
        assert_snapshot!(format!("calendar_{language}"), run.calendar_file(&email, site));
        let records = audit_records(&run.stack, &user.id).await;
        let mut actions: Vec<_> = records
            .iter()
            .map(|record| record["action"].as_str().expect("a name"))
            .collect();
        actions.sort_unstable();
        assert_eq!(actions, ["payment_record", "place_change"]);
        assert!(
            !Value::from(records).to_string().contains("11900"),
            "the amount is in the ledger only"
        );
    }
}

#[tokio::test]
async fn partial_double_foreign_and_reversed_payments_are_entries_and_the_balance_decides() {
    let run = Run::with_places(2).await;
    let user = run.asked_by_new_user().await;
    let dinars = ["--currency", "DZD"];
    run.offer(&user);
    run.pay(&user, "5000", "T-1", &dinars).success();
    assert_eq!(run.state_of(&user).await, "offered");
    assert_eq!(run.money_of(&user), [json!("6900.00"), json!("5000.00"), Value::Null]);
    assert!(run.pay(&user, "5000", "T-1", &dinars).has_failed_with("repeated_entry"));
    assert!(
        run.pay(&user, "11.900", "T-2", &dinars)
            .has_failed_with("amount_invalid")
    );
    let euros = ["--currency", "EUR"];
    assert!(run.pay(&user, "10", "T-2", &euros).has_failed_with("foreign_currency"));
    // An offer that is partly paid is not taken back.
    let retracted = run.place("retract", &user, &["--reason", "An error", "--json"]);
    assert!(retracted.has_failed_with("money_held"), "{retracted:?}");

    run.pay(&user, "50", "T-2", &["--currency", "EUR", "--credited", "6900"])
        .success();
    assert_eq!(run.state_of(&user).await, "accepted");
    assert_eq!(run.money_of(&user), [Value::Null, json!("11900.00"), Value::Null]);
    // The bank takes a payment back: the place stays, with a balance due.
    run.place("reverse", &user, &["--id", "T-2", "--note", "Taken back", "--json"])
        .success();
    assert_eq!(run.state_of(&user).await, "accepted");
    assert_eq!(run.money_of(&user), [json!("6900.00"), json!("5000.00"), Value::Null]);
    let twice = run.place("reverse", &user, &["--id", "T-2", "--note", "Again", "--json"]);
    assert!(twice.has_failed_with("repeated_entry"), "{twice:?}");
    run.pay(&user, "10000", "T-3", &dinars).success();
    assert_eq!(run.money_of(&user), [Value::Null, json!("15000.00"), json!("3100.00")]);
    run.transfer("refund", &user, "3100", "R-1", &dinars).success();
    assert_eq!(run.money_of(&user), [Value::Null, json!("11900.00"), Value::Null]);

    // Without the account, amounts, currencies and dates remain, and the numbers of receipts.
    let payments = run.payments_of(&user).await;
    let numbers: Vec<_> = payments
        .iter()
        .filter_map(|payment| payment["receipt"].as_str())
        .collect();
    assert_eq!(numbers.len(), 5, "a document about each entry: {payments:?}");
    ops(&run.stack, &["users", "delete", &user.id, "--yes"]).success();
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (0, 0));
    let kept = run.stack.scan_items(&run.stack.tables["payments"]).await;
    let of_user = kept.iter().filter(|item| item.to_string().contains(&user.id)).count();
    assert_eq!(of_user, 0, "neither an entry nor a reference names the user");
    for number in numbers {
        let receipt = run.receipt(number).await;
        assert_eq!(
            (receipt.get("details"), receipt["number"].as_str()),
            (None, Some(number))
        );
    }
    let anonymous = |amount: &str, currency: &str| {
        let mut items = kept.iter();
        items.any(|item| (&item["amount"], &item["currency"]) == (&json!(amount), &json!(currency)))
    };
    for (amount, currency) in [
        ("5000.00", "DZD"),
        ("50.00", "EUR"),
        ("-50.00", "EUR"),
        ("-3100.00", "DZD"),
    ] {
        assert!(anonymous(amount, currency), "{amount} {currency}");
    }
}

#[tokio::test]
async fn a_proof_of_payment_is_refused_or_accepted_with_the_payment() {
    let run = Run::with_places(9).await;
    let refuse = |user: &TestUser| {
        run.place(
            "refuse-proof",
            user,
            &["--reason", "The photo shows no amount.", "--json"],
        )
    };
    for language in testing::languages() {
        let user = run.asked_by_new_user().await;
        user.set_attribute(&run.stack, "language", json!(language)).await;
        let reference = run.offer(&user);
        assert!(refuse(&user).has_failed_with("no_proof"));
        let file = run.send_proof(&user).await;
        let mut place = run.request_of(&user).await;
        place["offer"]["payBy"] = "2026-01-01".into();
        run.stack.put_item(&run.stack.tables["placeRequests"], place).await;

        let shown = ops(&run.stack, &["places", "show", &user.id, "--json"]).json();
        let url = shown["requests"][0]["proofFiles"][0]["url"]
            .as_str()
            .expect("a URL")
            .to_owned();
        assert!(url.contains("X-Amz-Expires=60&") && url.contains("attachment"), "{url}");
        let retracted = run.place("retract", &user, &["--reason", "An error", "--json"]);
        assert!(retracted.has_failed_with("proof_undecided"), "{retracted:?}");

        refuse(&user).success();
        let place = run.request_of(&user).await;
        assert_eq!(
            (&place["state"], &place["proofs"][0]["state"]),
            (&json!("offered"), &json!("refused"))
        );
        let pay_by = place["offer"]["payBy"].as_str().expect("a day").to_owned();
        let in_two_days = platform::clock::now() + jiff::SignedDuration::from_hours(48);
        assert!(in_two_days.to_string().starts_with(&pay_by), "{pay_by}");
        let until = file.record(&run.stack).await["expiresAt"].as_i64().expect("a time");
        let year = until - platform::clock::now().as_second();
        assert!((364 * 86_400..=365 * 86_400).contains(&year), "{year}");
        let email = user.last_email(&run.stack).await.snapshot_text();
        let link = email
            .lines()
            .find(|line| line.contains("/my-courses/"))
            .expect("a link")
            .to_owned();
        let text = email.replace(&link, "[my course]").replace(&reference, "[reference]");
        let days = text
            .lines()
            .map(|line| if line.contains(&pay_by[..4]) { "[pay by]" } else { line });
        assert_snapshot!(format!("proof_refused_{language}"), days.collect::<Vec<_>>().join("\n"));
        assert!(refuse(&user).has_failed_with("no_proof"), "once");

        // A part of the price accepts what was sent, and so does the confirmation.
        let second = run.send_proof(&user).await;
        run.pay(&user, "5000", "T-1", &["--currency", "DZD"]).success();
        assert_eq!(run.request_of(&user).await["proofs"][1]["state"], "accepted");
        let third = run.send_proof(&user).await;
        run.pay(&user, "6900", "T-2", &["--currency", "DZD"]).success();
        let place = run.request_of(&user).await;
        assert_eq!(
            (&place["state"], &place["proofs"][2]["state"]),
            (&json!("accepted"), &json!("accepted"))
        );
        for file in [second, third] {
            assert!(
                file.record(&run.stack).await["expiresAt"].is_number(),
                "its year begins"
            );
        }
    }
}

#[tokio::test]
async fn where_files_are_scanned_only_a_cleared_pdf_has_a_url() {
    let run = Run::with_places(2).await;
    let user = run.asked_by_new_user().await;
    run.offer(&user);
    run.send_proof(&user).await;
    let pdf = TestFile::upload_document(&run.stack, None).await;
    let proof = pdf.claim_as_proof(&run.stack, &user).await;
    let mut place = run.request_of(&user).await;
    place["proofs"].as_array_mut().expect("a list").push(proof);
    run.stack.put_item(&run.stack.tables["placeRequests"], place).await;
    let scanned = async |verdict: &str| {
        let scan = json!({"verdict": verdict, "version": "v1", "at": "2026-01-05T00:00:00Z"});
        pdf.clone().with_attribute(&run.stack, "scan", scan).await;
    };
    let shown = || {
        let shown = ops(&run.stack, &["places", "show", &user.id, "--only-scanned", "--json"]).json();
        let files = &shown["requests"][0]["proofFiles"];
        assert!(files[0]["url"].is_string(), "a photo is encoded anew: {files}");
        files[1].clone()
    };
    assert_eq!(shown()["withheld"], "waiting");
    for verdict in ["failed", "infected"] {
        scanned(verdict).await;
        assert_eq!(shown()["withheld"], verdict);
    }
    scanned("clean").await;
    let url = shown()["url"].as_str().expect("a URL").to_owned();
    assert!(url.contains("versionId=v1&"), "{url}");

    // A year after the decision.
    let mut place = run.request_of(&user).await;
    place["proofs"][1]["decidedAt"] = "2025-01-01T00:00:00Z".into();
    run.stack.put_item(&run.stack.tables["placeRequests"], place).await;
    assert_eq!(shown()["withheld"], "gone");
}

#[tokio::test]
async fn receipts_have_numbers_without_gaps_when_many_payments_are_recorded_at_once() {
    let run = Run::with_places(8).await;
    let mut users = Vec::new();
    for _ in 0..6 {
        let user = run.asked_by_new_user().await;
        run.offer(&user);
        users.push(user);
    }
    let pay = |user| run.pay(user, "11900", "T-1", &["--currency", "DZD"]);
    let results: Vec<_> = std::thread::scope(|scope| {
        let payments: Vec<_> = users.iter().map(|user| scope.spawn(move || pay(user))).collect();
        payments
            .into_iter()
            .map(|payment| payment.join().expect("it ran"))
            .collect()
    });
    for (user, result) in users.iter().zip(results) {
        // One that met another transaction at every attempt has written nothing.
        if !result.succeeded {
            pay(user).success();
        }
        assert_eq!(run.state_of(user).await, "accepted");
    }
    let items = run.stack.scan_items(&run.stack.tables["payments"]).await;
    let payments = run.payments_of(&users[0]).await;
    let number = payments.iter().find_map(|payment| payment["receipt"].as_str());
    let (year, _) = number.expect("a number").split_once('-').expect("a year");
    let of_year = items.iter().filter(|item| item["payer"] == format!("receipts#{year}"));
    let (counters, receipts): (Vec<_>, Vec<_>) = of_year.partition(|item| item["paymentId"] == "counter");
    let mut numbers: Vec<_> = receipts
        .iter()
        .map(|receipt| receipt["number"].as_str().expect("a number"))
        .collect();
    numbers.sort_unstable();
    let all: Vec<_> = (1..=numbers.len())
        .map(|number| format!("{year}-{number:06}"))
        .collect();
    assert_eq!(numbers, all);
    assert_eq!(counters[0]["last"], numbers.len());
    let table = ops(&run.stack, &["places", "export", year]).success();
    let mut lines = table.lines();
    assert!(
        lines
            .next()
            .is_some_and(|header| header.starts_with("\u{feff}number;issued on;kind;amount;"))
    );
    // Other tests record payments, too.
    assert!(lines.clone().count() >= numbers.len());
    let line = lines
        .find(|line| line.starts_with(number.expect("a number")))
        .expect("the receipt");
    assert!(line.contains(";payment;11900,00;DZD;\"ccp\";\"2026-01-05\";"), "{line}");
}

#[tokio::test]
async fn a_payment_is_found_by_its_reference_as_people_write_it() {
    let run = Run::with_places(2).await;
    let user = run.asked_by_new_user().await;
    let reference = run.offer(&user);
    let written = reference.to_lowercase().replace('-', " ");
    let found = ops(&run.stack, &["places", "find", &written, "--json"]).json();
    assert_eq!(found["requests"][0]["userId"], user.id.as_str());
    let unknown = ops(&run.stack, &["places", "find", "MS-2222-2222", "--json"]);
    assert!(unknown.has_failed_with("reference_unknown"), "{unknown:?}");

    // The next offer has the same one: the user may have paid with it.
    run.place("retract", &user, &["--reason", "An error"]).success();
    assert_eq!((run.taken().await, run.state_of(&user).await), (0, json!("pending")));
    assert_eq!(run.offer(&user), reference);

    // A place that is given after an offer costs nothing.
    run.place("retract", &user, &["--reason", "An error"]).success();
    run.grant(&user).success();
    assert_eq!(run.money_of(&user), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(run.request_of(&user).await["offer"]["reference"], reference.as_str());
}

#[tokio::test]
async fn a_cancelled_place_is_free_again_and_what_was_paid_is_due() {
    let run = Run::with_places(1).await;
    let (user, next) = (run.asked_by_new_user().await, run.asked_by_new_user().await);
    run.offer(&user);
    run.pay(&user, "11900", "T-1", &["--currency", "DZD"]).success();
    let full = run.place(
        "offer",
        &next,
        &["--amount", "1", "--currency", "DZD", "--reason", "A test", "--json"],
    );
    assert!(full.has_failed_with("run_full"), "{full:?}");
    run.place("wait", &next, &[]).success();
    assert_eq!(run.request_of(&next).await["queue"], "waiting");

    run.place("cancel", &user, &["--reason", "Moved away"]).success();
    assert_eq!((run.taken().await, run.state_of(&user).await), (0, json!("cancelled")));
    assert_eq!(run.money_of(&user), [Value::Null, json!("11900.00"), json!("11900.00")]);
    assert_eq!(run.request_of(&user).await["queue"], "refund");
    let email = user.last_email(&run.stack).await;
    assert!(email.body_text.contains("11,900"), "{}", email.body_text);
    let calendar = email.attachments[0].text();
    assert_eq!(calendar.matches("STATUS:CANCELLED").count(), 12, "{calendar}");

    // Undone while nobody has the seat, and not after the refund.
    run.place("reopen", &user, &[]).success();
    assert_eq!((run.taken().await, run.state_of(&user).await), (1, json!("accepted")));
    run.place("cancel", &user, &["--reason", "Moved away"]).success();
    run.transfer("refund", &user, "11900", "R-1", &["--currency", "DZD"])
        .success();
    assert_eq!(run.money_of(&user), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(run.request_of(&user).await.get("queue"), None);
    let reopened = run.place("reopen", &user, &["--json"]);
    assert!(reopened.has_failed_with("money_refunded"), "{reopened:?}");
    run.grant(&next).success();
    assert_eq!((run.taken().await, run.state_of(&next).await), (1, json!("accepted")));
}

#[tokio::test]
async fn a_place_moves_to_another_run_with_its_state_and_its_money() {
    let (run, other) = (Run::with_places(3).await, Run::with_places(3).await);
    for language in testing::languages() {
        let user = run.asked_by_new_user().await;
        user.set_attribute(&run.stack, "language", json!(language)).await;
        run.offer(&user);
        run.pay(&user, "11900", "T-1", &["--currency", "DZD"]).success();
        let mut told = run.request_of(&user).await;
        told["told"] = json!({"1#1#day": "2026-01-02T03:04:05Z"});
        run.stack.put_item(&run.stack.tables["placeRequests"], told).await;
        let (before, taken) = (run.payments_of(&user).await, (run.taken().await, other.taken().await));

        let output = run.place("move", &user, &[&other.id, "--dry-run"]).success();
        assert!(output.contains(&other.id), "{output}");
        assert_eq!((run.taken().await, other.taken().await), taken);
        run.place("move", &user, &[&other.id]).success();
        assert_eq!((run.taken().await, other.taken().await), (taken.0 - 1, taken.1 + 1));
        let place = run.request_of(&user).await;
        assert_eq!(
            (&place["state"], &place["runId"], place.get("told"), place.get("mail")),
            (&json!("accepted"), &json!(other.id), None, None)
        );
        assert_eq!(run.payments_of(&user).await, before);
        assert_eq!(run.money_of(&user), [Value::Null, json!("11900.00"), Value::Null]);
        let email = user.last_email(&run.stack).await;
        let link = format!("/my-courses/{COURSE}?lang={language}");
        let (site, _) = email.body_text.split_once(&link).expect("a link");
        let site = site.rsplit('\n').next().expect("a URL");
        assert_snapshot!(
            format!("moved_{language}"),
            email.snapshot_text().replace(site, "[site]")
        );
        let calendar = email.attachments[0].text().replace("\r\n ", "");
        let events: Vec<_> = calendar.split("BEGIN:VEVENT").skip(1).collect();
        assert_eq!(events.len(), 24, "{calendar}");
        for event in events {
            let is_held = event.contains("STATUS:CONFIRMED");
            assert_eq!(event.contains(&format!("{COURSE}.{}", other.id)), is_held, "{event}");
            assert_eq!(event.contains(&format!("{COURSE}.{}", run.id)), !is_held, "{event}");
        }
        let records = audit_records(&run.stack, &user.id).await;
        let moved = records.iter().find(|record| record["action"] == "place_move");
        let moved = moved.expect("a record");
        assert_eq!((&moved["run"], &moved["to"]), (&json!(run.id), &json!(other.id)));
    }
}

#[tokio::test]
async fn only_an_open_place_moves_and_only_where_it_can_be() {
    let (run, full) = (Run::with_places(3).await, Run::with_places(1).await);
    let user = run.asked_by_new_user().await;
    let refused = |to: &str, code: &str| {
        let refused = run.place("move", &user, &[to, "--json"]);
        assert!(refused.has_failed_with(code), "{refused:?}");
    };
    refused(&run.id, "same_run");
    refused("alchemy", "run_not_found");
    // A request needs no seat.
    run.place("move", &user, &[&full.id]).success();
    assert_eq!((run.state_of(&user).await, full.taken().await), (json!("pending"), 0));
    run.place("move", &user, &[&run.id]).success();
    run.offer(&user);
    let other = full.asked_by_new_user().await;
    full.grant(&other).success();
    refused(&full.id, "run_full");
    assert_eq!((run.taken().await, full.taken().await), (1, 1));

    // The payment is due before the other run starts.
    let soon = Run::with_places(1).await;
    let today = platform::clock::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let start = today + jiff::Span::new().days(3);
    let mut item = soon.item().await;
    item["run"]["start"] = json!(start.to_string());
    soon.stack
        .put_item(&soon.stack.tables["courseDetails"], item.clone())
        .await;
    run.place("move", &user, &[&soon.id]).success();
    let place = run.request_of(&user).await;
    assert_eq!(
        (&place["offer"]["payBy"], &place["start"], &place["queue"]),
        (&json!(start.to_string()), &json!(start.to_string()), &json!("offered"))
    );
    run.place("move", &user, &[&run.id]).success();
    item["run"]["start"] = "2001-03-30".into();
    item["taken"] = 0.into();
    soon.stack
        .put_item(&soon.stack.tables["courseDetails"], item.clone())
        .await;
    refused(&soon.id, "run_started");
    item["cancelled"] = json!({"at": "2026-01-02T03:04:05Z", "reason": "No teacher"});
    soon.stack.put_item(&soon.stack.tables["courseDetails"], item).await;
    refused(&soon.id, "run_not_found");
    run.place("retract", &user, &["--reason", "A test"]).success();
    run.decline(&user, "A test").success();
    refused(&full.id, "already_decided");
}

#[tokio::test]
async fn many_moves_at_once_take_no_more_seats_than_there_are() {
    let (run, other) = (Run::with_places(5).await, Run::with_places(2).await);
    let mut users = Vec::new();
    for _ in 0..5 {
        let user = run.asked_by_new_user().await;
        run.grant(&user).success();
        users.push(user);
    }
    std::thread::scope(|scope| {
        for user in &users {
            scope.spawn(|| run.place("move", user, &[&other.id, "--json"]));
        }
    });
    let mut moved = 0;
    for user in &users {
        let place = run.request_of(user).await;
        assert_eq!(place["state"], "accepted");
        moved += u64::from(place["runId"] == other.id.as_str());
    }
    assert!(moved <= 2, "{moved}");
    assert_eq!((run.taken().await, other.taken().await), (5 - moved, moved));
}

#[tokio::test]
async fn what_was_paid_before_counts_for_the_next_offer_and_is_never_lost() {
    let run = Run::with_places(5).await;
    let user = TestUser::verified(&run.stack).await;
    run.ask(&user).await;
    let reference = run.offer(&user);
    let withdraw = async || {
        let token = user.access_token(&run.stack).await;
        let request = TestRequest::delete(&format!("/courses/{COURSE}/requests")).bearer(&token);
        assert_eq!(run.stack.send(&request).await.status, 200);
    };
    run.place("retract", &user, &["--reason", "An error"]).success();
    // The reference was mailed: a transfer with it may still arrive.
    withdraw().await;
    assert_eq!(run.state_of(&user).await, "withdrawn");
    run.pay(&user, "5000", "T-1", &["--currency", "DZD"]).success();
    assert_eq!(run.money_of(&user), [Value::Null, json!("5000.00"), json!("5000.00")]);

    assert_eq!(run.request_of(&user).await["queue"], "refund");

    // The user asks again: the credit counts.
    run.ask_again(&user).await;
    let euros = ["--amount", "80", "--currency", "EUR", "--reason", "A test", "--json"];
    let refused = run.place("offer", &user, &euros);
    assert!(refused.has_failed_with("other_currency"), "{refused:?}");
    assert_eq!(run.offer(&user), reference);
    assert_eq!(run.money_of(&user), [json!("6900.00"), json!("5000.00"), Value::Null]);
    let email = user.last_email(&run.stack).await;
    assert!(email.body_text.contains("6,900"), "{}", email.body_text);
    run.pay(&user, "6900", "T-2", &["--currency", "DZD"]).success();
    run.place("cancel", &user, &["--reason", "Moved away"]).success();

    // It covers the whole price of the next place, which is confirmed at once.
    run.ask_again(&user).await;
    run.offer(&user);
    assert_eq!(run.state_of(&user).await, "accepted");
    assert_eq!(run.money_of(&user), [Value::Null, json!("11900.00"), Value::Null]);
}

#[tokio::test]
async fn refuses_days_that_cannot_be() {
    let run = Run::with_places(5).await;
    let user = run.asked_by_new_user().await;
    for day in ["2026-01-01", "2999-05-01"] {
        let offer = [
            "--amount",
            "80",
            "--currency",
            "EUR",
            "--reason",
            "A test",
            "--pay-by",
            day,
            "--json",
        ];
        let refused = run.place("offer", &user, &offer);
        assert!(refused.has_failed_with("pay_by_invalid"), "{refused:?}");
    }
    run.offer(&user);
    let future = [
        "--amount",
        "1",
        "--currency",
        "DZD",
        "--method",
        "cash",
        "--received",
        "2999-01-01",
        "--id",
        "T-1",
        "--json",
    ];
    assert!(run.place("pay", &user, &future).has_failed_with("not_received"));
}

/// As versions up to 1.2 recorded a payment: with the enrolment.
#[tokio::test]
async fn a_place_of_an_earlier_version_keeps_its_payment_when_it_is_cancelled() {
    let run = Run::with_places(2).await;
    let user = run.asked_by_new_user().await;
    run.grant(&user).success();
    let mut enrolment = run.payments_of(&user).await.remove(0);
    enrolment["amount"] = "120.00".into();
    enrolment["currency"] = "EUR".into();
    run.stack.put_item(&run.stack.tables["payments"], enrolment).await;
    let mut place = run.request_of(&user).await;
    place.as_object_mut().expect("an item").remove("version");
    run.stack.put_item(&run.stack.tables["placeRequests"], place).await;
    assert_eq!(run.money_of(&user), [Value::Null, json!("120.00"), Value::Null]);
    run.place("cancel", &user, &["--reason", "No teacher"]).success();
    assert_eq!(run.money_of(&user), [Value::Null, json!("120.00"), json!("120.00")]);
}

#[tokio::test]
async fn concurrent_acceptances_take_no_more_places_than_there_are() {
    let run = Run::with_places(3).await;
    let mut users = Vec::new();
    for _ in 0..8 {
        users.push(run.asked_by_new_user().await);
    }
    let accept = |user| run.grant(user);
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
    let refused = run.grant(&late).failure();
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
        let accepts: Vec<_> = (0..4).map(|_| scope.spawn(|| run.grant(&user))).collect();
        accepts
            .into_iter()
            .map(|accept| accept.join().expect("it ran"))
            .collect()
    });
    assert_eq!(
        results.iter().filter(|result| result.succeeded).count(),
        1,
        "{results:?}"
    );
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (1, 1));
    assert_eq!(audit_records(&run.stack, &user.id).await.len(), 1);
}

#[tokio::test]
async fn a_message_that_arrives_during_the_decision_is_not_overwritten() {
    let run = Run::with_places(5).await;
    let user = run.asked_by_new_user().await;
    let grant = (
        "dynamodb TransactWriteItems users placeRequests payments courseDetails courses audit",
        vec!["grant", &user.id, COURSE, "--reason", "A guest", "--json"],
    );
    let decline = (
        "dynamodb TransactWriteItems users placeRequests audit",
        vec![
            "decline",
            &user.id,
            COURSE,
            "--reason",
            "The group is complete.",
            "--json",
        ],
    );
    for (request, arguments) in [grant, decline] {
        run.ask(&user).await;
        let proxy = Proxy::start(&run.stack).await;
        let target = NthRequest::first(request);
        proxy.hold_and_fail(target.clone(), Fault::ServerError);
        let through_proxy = proxy.in_front_of(&run.stack);
        let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let command = tokio::task::spawn_blocking(move || {
            let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
            ops(&through_proxy, &[&["places"], &arguments[..]].concat())
        });
        proxy.wait_for_request(&target).await;
        let mut changed = run.request_of(&user).await;
        changed["message"] = "In English?".into();
        changed["version"] = 1.into();
        run.stack
            .put_item(&run.stack.tables["placeRequests"], changed.clone())
            .await;
        proxy.release();
        let result = command.await.expect("it ran");
        assert!(result.has_failed_with("concurrent_change"), "{result:?}");
        assert_eq!(run.request_of(&user).await, changed);
    }
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (0, 0));
    assert_eq!(audit_records(&run.stack, &user.id).await.len(), 0);
}

#[tokio::test]
async fn an_enrolment_with_a_place_is_not_removed_without_it_and_a_deleted_user_gives_back_the_place() {
    let run = Run::with_places(1).await;
    let user = run.asked_by_new_user().await;
    run.grant(&user).success();
    let refused = ops(&run.stack, &["unenrol", &user.id, COURSE, "--json"]);
    assert!(refused.has_failed_with("has_place"), "{refused:?}");
    assert_eq!(run.taken().await, 1);
    ops(&run.stack, &["users", "delete", &user.id, "--yes"]).success();
    assert_eq!((run.taken().await, run.request_of(&user).await), (0, Value::Null));
}

#[tokio::test]
async fn places_of_a_run_that_has_left_the_catalogue_are_given_back() {
    let run = Run::with_places(3).await;
    let (user, other) = (run.asked_by_new_user().await, run.asked_by_new_user().await);
    for user in [&user, &other] {
        run.grant(user).success();
    }
    // As an import leaves it.
    let count = json!({"courseId": COURSE, "part": format!("run#{}", run.id), "taken": 2});
    run.stack.put_item(&run.stack.tables["courseDetails"], count).await;
    let page = Function::start_deployed("courses-get", &run.stack, "CoursesGetFunction", &[]).await;
    let page = page.send(&TestRequest::get(&format!("/courses/{COURSE}"))).await;
    assert_eq!(page.status, 200, "the page of the course does not read the count");
    run.place("cancel", &user, &["--reason", "No teacher"]).success();
    assert_eq!(run.taken().await, 1);
    ops(&run.stack, &["users", "delete", &other.id, "--yes"]).success();
    assert_eq!(run.taken().await, 0);

    let late = run.asked_by_new_user().await;
    let refused = run.grant(&late).failure();
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

        let again = run.decline(&user, "Another reason.").failure();
        assert!(again.contains("already_decided"), "{again}");
        let granted = run.grant(&user).failure();
        assert!(granted.contains("already_decided"), "{granted}");
        let records = audit_records(&run.stack, &user.id).await;
        assert_eq!((records.len(), &records[0]["action"]), (1, &json!("place_change")));
        assert!(
            !Value::from(records).to_string().contains("complet"),
            "a reason is free text"
        );
        run.place("reopen", &user, &[]).success();
        assert_eq!(run.request_of(&user).await["queue"], "pending");
    }
    assert_eq!(run.taken().await, 0);
}

#[tokio::test]
async fn lists_and_shows_requests() {
    let run = Run::with_places(4).await;
    let user = run.asked_by_new_user().await;
    let listed = |arguments: &[&str]| {
        let listed = ops(&run.stack, &[&["places", "list", "--json"], arguments].concat()).json();
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
    assert!(listed(&["--state", "confirmed"]).is_none());
    let shown = ops(&run.stack, &["places", "show", &user.email]).success();
    let expected = format!(
        "2026-01-02T03:04:05Z  {COURSE}, {}, requested, 0 of 4 places taken\n  {}  Amina Benali <{}>, student, not verified\n  \
         dates     2999-03-27 to 2999-06-12\n  message   In French?",
        run.id, user.id, user.email
    );
    assert_eq!(shown, expected);

    run.grant(&user).success();
    assert!(listed(&[]).is_none());
    assert!(listed(&["--state", "confirmed"]).is_some());
    let nobody = TestUser::registered(&run.stack).await;
    let shown = ops(&run.stack, &["places", "show", &nobody.id]).success();
    assert_eq!(shown, "No places found.");
}

#[tokio::test]
async fn refuses_what_cannot_happen() {
    let run = Run::with_places(4).await;
    let user = run.asked_by_new_user().await;
    let nobody = TestUser::registered(&run.stack).await;
    let refused = run.grant(&nobody).failure();
    assert_snapshot!(refused, @r#"{"code":"no_request","message":"The user has not asked for a place in creative-journaling. Nothing was written."}"#);
    let refused = ops(&run.stack, &["enrol", &user.id, COURSE, "--free", "--json"]).failure();
    assert!(refused.contains(r#""code":"has_asked""#), "{refused}");
    let price = ["--amount", "1.005", "--currency", "EUR", "--reason", "A test", "--json"];
    let refused = run.place("offer", &user, &price).failure();
    assert!(refused.contains("amount_invalid"), "{refused}");
    let refused = run.place("cancel", &user, &["--reason", "A test", "--json"]).failure();
    assert!(refused.contains("not_decided"), "{refused}");
    run.put(4, "2001-06-12").await;
    let refused = run.grant(&user).failure();
    assert!(refused.contains("run_ended"), "{refused}");
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (0, 0));
    assert_eq!(run.request_of(&user).await["state"], "pending");
    assert_eq!(audit_records(&run.stack, &user.id).await.len(), 0);
}

#[tokio::test]
async fn nothing_is_written_without_the_transaction_and_an_email_that_was_not_sent_waits() {
    let run = Run::with_places(4).await;
    let user = run.asked_by_new_user().await;
    let grant_with_fault = async |request: &str, fault: Fault| {
        let proxy = Proxy::start(&run.stack).await;
        proxy.inject_fault(NthRequest::first(request), fault, true);
        let through_proxy = proxy.in_front_of(&run.stack);
        let id = user.id.clone();
        let grant = move || {
            ops(
                &through_proxy,
                &["places", "grant", &id, COURSE, "--reason", "A guest", "--json"],
            )
        };
        tokio::task::spawn_blocking(grant).await.expect("it ran")
    };
    let request = "dynamodb TransactWriteItems users placeRequests payments courseDetails courses audit";
    let result = grant_with_fault(request, Fault::ServerError).await;
    assert!(result.has_failed_with("tables_unusable"), "{result:?}");
    assert_eq!(run.state_of(&user).await, "pending");

    let result = grant_with_fault("ses SendEmail", Fault::Throttled).await;
    assert_eq!(result.json()["mail"], "later");
    let place = run.request_of(&user).await;
    assert_eq!(
        (&place["state"], &place["queue"], &place["mail"]),
        (&json!("accepted"), &json!("mail"), &json!("confirmed"))
    );
    assert_eq!((run.taken().await, run.payments_of(&user).await.len()), (1, 1));
}
