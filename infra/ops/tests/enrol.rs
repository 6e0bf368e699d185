//! `ops enrol` and `ops unenrol`, as an operator runs them: the real binary, with tables of the test's own on the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::{
    Stack, TestUser,
    faults::{Fault, NthRequest, Proxy},
};

use crate::tool::{Ran, ops_on};

const COURSE: &str = "project-management";
const WITHDRAWN: &str = "evening-classes";

/// Somebody, and two courses, in tables of the test's own.
struct School {
    on: Stack,
    name: String,
    person: TestUser,
}

impl School {
    async fn new() -> Self {
        let running = Stack::running();
        let item = TestUser::registered(&running).await.record(&running).await;
        let name = running.create_empty_tables().await;
        let person = TestUser {
            email: item["email"].as_str().expect("text").to_owned(),
            password: String::new(),
            id: item["userId"].as_str().expect("text").to_owned(),
        };
        let school = Self {
            on: running,
            name,
            person,
        };
        let claim = json!({"pk": format!("email#{}", school.person.email), "userId": school.person.id});
        school.put("users", claim).await;
        school.put("users", item).await;
        school
            .put("courses", json!({"courseId": COURSE, "enrollmentCount": 41}))
            .await;
        let withdrawn = json!({"courseId": WITHDRAWN, "enrollmentCount": 7, "withdrawn": true});
        school.put("courses", withdrawn).await;
        school
    }

    async fn put(&self, table: &str, item: Value) {
        self.on.put_item(&format!("{}-{table}", self.name), item).await;
    }

    async fn items(&self, table: &str) -> Vec<Value> {
        self.on.scan_items(&format!("{}-{table}", self.name)).await
    }

    /// How many are enrolled in a course.
    async fn count(&self, course: &str) -> Value {
        let courses = self.items("courses").await;
        let course = courses.into_iter().find(|item| item["courseId"] == course);
        course.expect("the course is there")["enrollmentCount"].clone()
    }

    fn enrol(&self, arguments: &[&str]) -> Ran {
        ops_on(
            &self.on,
            &self.name,
            &[&["enrol", &self.person.email], arguments].concat(),
        )
    }

    fn unenrol(&self, arguments: &[&str]) -> Ran {
        ops_on(
            &self.on,
            &self.name,
            &[&["unenrol", &self.person.email], arguments].concat(),
        )
    }

    /// Nobody is enrolled, and nothing says so.
    async fn is_untouched(&self) -> bool {
        let nothing = self.items("payments").await.is_empty() && self.items("audit").await.is_empty();
        nothing && self.count(COURSE).await == 41 && self.count(WITHDRAWN).await == 7
    }
}

#[tokio::test]
async fn an_enrolment_is_a_payment_a_count_and_a_record() {
    let school = School::new().await;
    let paid = [COURSE, "--amount", "120", "--currency", "TND"];
    let said = school.enrol(&[&paid[..], &["--dry-run"]].concat()).done();
    let line = format!(
        "{}  Amina Benali <{}>, student, not verified",
        school.person.id, school.person.email
    );
    assert_eq!(
        said,
        format!("Nothing was done. This would enrol in {COURSE}, 120.000 TND: {line}")
    );
    assert!(school.is_untouched().await);

    let said = school.enrol(&paid).done();
    assert_eq!(said, format!("Enrolled in {COURSE}, 120.000 TND: {line}"));
    assert_eq!(school.count(COURSE).await, 42);
    assert_json_snapshot!(school.items("payments").await, { "[0].payer" => "user#[id]", "[0].paidAt" => "[time]" }, @r#"
    [
      {
        "amount": "120.000",
        "courseId": "project-management",
        "currency": "TND",
        "paidAt": "[time]",
        "payer": "user#[id]",
        "paymentId": "course#project-management"
      }
    ]
    "#);
    let records = school.items("audit").await;
    assert_eq!((records.len(), &records[0]["subject"]), (1, &json!(school.person.id)));
    assert_eq!(records[0]["action"], "enrol");
    assert_eq!(
        records[0].get("paid"),
        None,
        "it would lead back from an anonymous payment"
    );
    let listed = ops_on(
        &school.on,
        &school.name,
        &["audit", "list", "--account", &school.person.id],
    )
    .done();
    assert!(listed.contains("  enrol in project-management  account "), "{listed}");

    let shown = ops_on(&school.on, &school.name, &["accounts", "show", &school.person.id]).done();
    assert!(
        shown.contains("\n  enrolled  project-management, 120.000 TND, 20"),
        "{shown}"
    );
}

#[tokio::test]
async fn nobody_is_enrolled_twice_however_it_is_tried() {
    let school = School::new().await;
    let free = [COURSE, "--free"];
    let ran: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| school.enrol(&free))).collect();
        runs.into_iter().map(|run| run.join().expect("it ran")).collect()
    });
    assert_eq!(ran.iter().filter(|ran| ran.succeeded).count(), 1, "{ran:?}");
    assert_eq!(school.count(COURSE).await, 42);
    let again = school.enrol(&[COURSE, "--amount", "1", "--currency", "EUR", "--json"]);
    assert_snapshot!(again.refused(), @r#"{"code":"already_enrolled","message":"They are enrolled in project-management already. Nothing was written."}"#);
    assert_eq!(
        (school.items("payments").await.len(), school.items("audit").await.len()),
        (1, 1)
    );
    assert_eq!(school.items("payments").await[0].get("amount"), None);
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_nothing_is_written() {
    let school = School::new().await;
    for (arguments, complaint) in [
        (
            &["no-such-course", "--free"][..],
            "There is no course no-such-course in the catalogue, or it was withdrawn.",
        ),
        (
            &[WITHDRAWN, "--free"],
            "There is no course evening-classes in the catalogue, or it was withdrawn.",
        ),
        (
            &[COURSE, "--amount", "1.005", "--currency", "EUR"],
            "1.005 has more decimals than the 2 of EUR.",
        ),
        (
            &[COURSE, "--amount", "0", "--currency", "EUR"],
            "an amount must be more than 0, and 0 is not.",
        ),
        (
            &[COURSE, "--amount", "1", "--currency", "ATL"],
            "\"ATL\" is not an ISO 4217 currency that people pay with.",
        ),
    ] {
        let said = school.enrol(arguments).refused();
        assert_eq!(said, format!("{complaint} Nothing was written."));
    }
    for (arguments, complaint) in [
        (&[COURSE][..], "--amount"),
        (&[COURSE, "--amount", "1"], "--currency"),
        (
            &[COURSE, "--free", "--amount", "1", "--currency", "EUR"],
            "cannot be used with",
        ),
        (&["No Id", "--free"], "is not a course id"),
    ] {
        let said = school.enrol(arguments).refused();
        assert!(said.contains(complaint), "{said}");
    }
    let nobody = ["enrol", "nobody@example.org", COURSE, "--free"];
    let said = ops_on(&school.on, &school.name, &nobody).refused();
    assert_eq!(said, "There is no account nobody@example.org.");
    assert!(school.is_untouched().await);
}

#[tokio::test]
async fn an_enrolment_is_taken_back_with_its_payment_and_its_count() {
    let school = School::new().await;
    school.enrol(&[COURSE, "--amount", "120", "--currency", "TND"]).done();
    let line = format!(
        "{}  Amina Benali <{}>, student, not verified",
        school.person.id, school.person.email
    );
    let said = school.unenrol(&[COURSE, "--dry-run"]).done();
    assert_eq!(
        said,
        format!("Nothing was done. This would unenrol from {COURSE}, 120.000 TND: {line}")
    );
    assert_eq!(
        (school.count(COURSE).await, school.items("payments").await.len()),
        (json!(42), 1)
    );

    // It may have left the catalogue in between.
    let withdrawn = json!({"courseId": COURSE, "enrollmentCount": 42, "withdrawn": true});
    school.put("courses", withdrawn).await;
    let said = school.unenrol(&[COURSE]).done();
    assert_eq!(said, format!("Unenrolled from {COURSE}, 120.000 TND: {line}"));
    assert_eq!(school.count(COURSE).await, 41);
    assert_eq!(school.items("payments").await, Vec::<Value>::new());
    let listed = ops_on(
        &school.on,
        &school.name,
        &["audit", "list", "--account", &school.person.id],
    )
    .done();
    assert!(
        listed.contains("  unenrol from project-management  account "),
        "{listed}"
    );

    school
        .put("courses", json!({"courseId": COURSE, "enrollmentCount": 41}))
        .await;
    school.enrol(&[COURSE, "--free"]).done();
    assert_eq!(school.count(COURSE).await, 42, "they can be enrolled again");
}

#[tokio::test]
async fn an_enrolment_is_taken_back_once_however_it_is_tried() {
    let school = School::new().await;
    let never = school.unenrol(&[COURSE, "--json"]).refused();
    assert_snapshot!(never, @r#"{"code":"not_enrolled","message":"They are not enrolled in project-management. Nothing was written."}"#);

    school.enrol(&[COURSE, "--free"]).done();
    let ran: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| school.unenrol(&[COURSE]))).collect();
        runs.into_iter().map(|run| run.join().expect("it ran")).collect()
    });
    assert_eq!(ran.iter().filter(|ran| ran.succeeded).count(), 1, "{ran:?}");
    assert_eq!(
        (school.count(COURSE).await, school.items("audit").await.len()),
        (json!(41), 2)
    );

    school.enrol(&[COURSE, "--free"]).done();
    school
        .put("courses", json!({"courseId": COURSE, "enrollmentCount": 0}))
        .await;
    let said = school.unenrol(&[COURSE, "--json"]).refused();
    assert!(
        said.starts_with(r#"{"code":"not_counted","message":"The enrolment count of project-management is 0"#),
        "{said}"
    );
    assert_eq!(school.items("payments").await.len(), 1, "it can be taken back later");
}

#[tokio::test]
async fn what_fails_on_the_way_leaves_nothing() {
    let school = School::new().await;
    let mut stack = school.on.clone();
    for (table, name) in &mut stack.tables {
        *name = name.replacen(&school.on.stack, &school.name, 1);
        assert!(name.starts_with(&school.name), "{table}");
    }
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest {
        name: "dynamodb TransactWriteItems users courses payments audit".to_owned(),
        occurrence: 1,
    };
    proxy.inject_fault(target.clone(), Fault::ServerError, true);
    proxy.endpoint().clone_into(&mut stack.aws);
    let (name, email) = (school.name.clone(), school.person.email.clone());
    let enrol = move || ops_on(&stack, &name, &["enrol", &email, COURSE, "--free", "--json"]);
    let said = tokio::task::spawn_blocking(enrol).await.expect("it ran").refused();
    assert!(said.contains("tables_unusable"), "{said}");
    assert!(
        proxy.requests().iter().any(|request| request.name == target.name),
        "it was tried"
    );
    assert!(school.is_untouched().await);
}
