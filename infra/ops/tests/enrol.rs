//! `ops enrol` and `ops unenrol`, by running the real binary on tables of the test.

use crate::prelude::*;

const COURSE: &str = "project-management";
const WITHDRAWN: &str = "evening-classes";

/// A user and two courses, in the tables of a test.
struct School {
    on: Stack,
    name: String,
    user: TestUser,
}

impl School {
    async fn new() -> Self {
        let running = Stack::running();
        let item = TestUser::registered(&running).await.record(&running).await;
        let name = running.create_empty_tables().await;
        let user = TestUser {
            email: item["email"].as_str().expect("text").to_owned(),
            password: String::new(),
            id: item["userId"].as_str().expect("text").to_owned(),
        };
        let school = Self {
            on: running,
            name,
            user,
        };
        let claim = json!({"pk": format!("email#{}", school.user.email), "userId": school.user.id});
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

    async fn count(&self, course: &str) -> Value {
        let courses = self.items("courses").await;
        let course = courses.into_iter().find(|item| item["courseId"] == course);
        course.expect("the course is there")["enrollmentCount"].clone()
    }

    fn enrol(&self, arguments: &[&str]) -> CommandResult {
        ops_on(
            &self.on,
            &self.name,
            &[&["enrol", &self.user.email], arguments].concat(),
        )
    }

    fn unenrol(&self, arguments: &[&str]) -> CommandResult {
        ops_on(
            &self.on,
            &self.name,
            &[&["unenrol", &self.user.email], arguments].concat(),
        )
    }

    /// Whether there is no enrolment, record or changed count.
    async fn is_untouched(&self) -> bool {
        let nothing = self.items("payments").await.is_empty() && self.items("audit").await.is_empty();
        nothing && self.count(COURSE).await == 41 && self.count(WITHDRAWN).await == 7
    }
}

#[tokio::test]
async fn an_enrolment_writes_a_payment_a_count_and_an_audit_record() {
    let school = School::new().await;
    let paid = [COURSE, "--amount", "120", "--currency", "TND"];
    let output = school.enrol(&[&paid[..], &["--dry-run"]].concat()).success();
    let line = format!(
        "{}  Amina Benali <{}>, student, not verified",
        school.user.id, school.user.email
    );
    assert_eq!(
        output,
        format!("Dry run: this would enrol in {COURSE}, 120.000 TND: {line}")
    );
    assert!(school.is_untouched().await);

    let output = school.enrol(&paid).success();
    assert_eq!(output, format!("Enrolled in {COURSE}, 120.000 TND: {line}"));
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
    assert_eq!((records.len(), &records[0]["subject"]), (1, &json!(school.user.id)));
    assert_eq!(records[0]["action"], "enrol");
    assert_eq!(
        records[0].get("paid"),
        None,
        "it would link an anonymized payment to the user"
    );
    let listed = ops_on(&school.on, &school.name, &["audit", "list", "--user", &school.user.id]).success();
    assert!(listed.contains("  enrol in project-management  user "), "{listed}");
}

#[tokio::test]
async fn concurrent_commands_enrol_a_user_once() {
    let school = School::new().await;
    let free = [COURSE, "--free"];
    let results: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| school.enrol(&free))).collect();
        runs.into_iter().map(|run| run.join().expect("it ran")).collect()
    });
    assert_eq!(
        results.iter().filter(|result| result.succeeded).count(),
        1,
        "{results:?}"
    );
    assert_eq!(school.count(COURSE).await, 42);
    let again = school.enrol(&[COURSE, "--amount", "1", "--currency", "EUR", "--json"]);
    assert_snapshot!(again.failure(), @r#"{"code":"already_enrolled","message":"The user is already enrolled in project-management. Nothing was written."}"#);
    assert_eq!(
        (school.items("payments").await.len(), school.items("audit").await.len()),
        (1, 1)
    );
    assert_eq!(school.items("payments").await[0].get("amount"), None);
}

#[tokio::test]
async fn refuses_invalid_enrolments_and_writes_nothing() {
    let school = School::new().await;
    for (arguments, message) in [
        (
            &["no-such-course", "--free"][..],
            "The catalogue has no course no-such-course, or the course is withdrawn.",
        ),
        (
            &[WITHDRAWN, "--free"],
            "The catalogue has no course evening-classes, or the course is withdrawn.",
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
        let output = school.enrol(arguments).failure();
        assert_eq!(output, format!("{message} Nothing was written."));
    }
    for (arguments, message) in [
        (&[COURSE][..], "--amount"),
        (&[COURSE, "--amount", "1"], "--currency"),
        (
            &[COURSE, "--free", "--amount", "1", "--currency", "EUR"],
            "cannot be used with",
        ),
        (&["No Id", "--free"], "is not a course id"),
    ] {
        let output = school.enrol(arguments).failure();
        assert!(output.contains(message), "{output}");
    }
    let nobody = ["enrol", "nobody@example.org", COURSE, "--free"];
    let output = ops_on(&school.on, &school.name, &nobody).failure();
    assert_eq!(output, "There is no user nobody@example.org.");
    assert!(school.is_untouched().await);
}

#[tokio::test]
async fn refuses_a_user_whose_deletion_has_begun() {
    let school = School::new().await;
    let users = school.items("users").await;
    let mut user = users
        .into_iter()
        .find(|item| item["userId"].is_string() && item["email"].is_string())
        .expect("a user");
    user["rejected"] = true.into();
    school.put("users", user).await;
    let output = school.enrol(&[COURSE, "--free"]).failure();
    assert!(output.starts_with("There is no user"), "{output}");
    assert!(school.is_untouched().await);
}

#[tokio::test]
async fn unenrol_removes_the_payment_and_decreases_the_count() {
    let school = School::new().await;
    school
        .enrol(&[COURSE, "--amount", "120", "--currency", "TND"])
        .success();
    let line = format!(
        "{}  Amina Benali <{}>, student, not verified",
        school.user.id, school.user.email
    );
    let output = school.unenrol(&[COURSE, "--dry-run"]).success();
    assert_eq!(
        output,
        format!("Dry run: this would unenrol from {COURSE}, 120.000 TND: {line}")
    );
    assert_eq!(
        (school.count(COURSE).await, school.items("payments").await.len()),
        (json!(42), 1)
    );

    // The course may have been withdrawn since.
    let withdrawn = json!({"courseId": COURSE, "enrollmentCount": 42, "withdrawn": true});
    school.put("courses", withdrawn).await;
    let output = school.unenrol(&[COURSE]).success();
    assert_eq!(output, format!("Unenrolled from {COURSE}, 120.000 TND: {line}"));
    assert_eq!(school.count(COURSE).await, 41);
    let kept = school.items("payments").await.remove(0);
    assert_eq!(
        (&kept["kind"], &kept["amount"], &kept["currency"]),
        (&json!("payment"), &json!("120.000"), &json!("TND")),
        "what was paid stays in the ledger"
    );
    let listed = ops_on(&school.on, &school.name, &["audit", "list", "--user", &school.user.id]).success();
    assert!(listed.contains("  unenrol from project-management  user "), "{listed}");

    school
        .put("courses", json!({"courseId": COURSE, "enrollmentCount": 41}))
        .await;
    school.enrol(&[COURSE, "--free"]).success();
    assert_eq!(school.count(COURSE).await, 42, "the user can be enrolled again");
}

#[tokio::test]
async fn concurrent_commands_remove_an_enrolment_once() {
    let school = School::new().await;
    let never = school.unenrol(&[COURSE, "--json"]).failure();
    assert_snapshot!(never, @r#"{"code":"not_enrolled","message":"The user is not enrolled in project-management. Nothing was written."}"#);

    school.enrol(&[COURSE, "--free"]).success();
    let results: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| school.unenrol(&[COURSE]))).collect();
        runs.into_iter().map(|run| run.join().expect("it ran")).collect()
    });
    assert_eq!(
        results.iter().filter(|result| result.succeeded).count(),
        1,
        "{results:?}"
    );
    assert_eq!(
        (school.count(COURSE).await, school.items("audit").await.len()),
        (json!(41), 2)
    );

    school.enrol(&[COURSE, "--free"]).success();
    school
        .put("courses", json!({"courseId": COURSE, "enrollmentCount": 0}))
        .await;
    let output = school.unenrol(&[COURSE, "--json"]).failure();
    assert!(
        output.starts_with(r#"{"code":"not_counted","message":"The enrolment count of project-management is 0"#),
        "{output}"
    );
    assert_eq!(school.items("payments").await.len(), 1, "it can be removed later");
}

/// Staff decide about places in runs.
#[tokio::test]
async fn leaves_a_user_alone_who_has_asked_for_a_place_or_has_one() {
    let school = School::new().await;
    let place = |state: &str| {
        json!({"userId": school.user.id, "courseId": COURSE, "runId": "2027-spring", "start": "2027-03-27", "end": "2027-06-12",
            "state": state, "requestedAt": "2026-01-02T03:04:05Z"})
    };
    school.put("place-requests", place("pending")).await;
    let refused = school.enrol(&[COURSE, "--free", "--json"]);
    assert!(refused.has_failed_with("has_asked"), "{refused:?}");
    assert!(school.is_untouched().await);

    school.put("place-requests", place("withdrawn")).await;
    school.enrol(&[COURSE, "--free"]).success();
    school.put("place-requests", place("accepted")).await;
    let refused = school.unenrol(&[COURSE, "--json"]);
    assert!(refused.has_failed_with("has_place"), "{refused:?}");
    assert_eq!(school.count(COURSE).await, 42);
}

#[tokio::test]
async fn a_failed_transaction_writes_nothing() {
    let school = School::new().await;
    let stack = with_tables_of(&school.on, &school.name);
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("dynamodb TransactWriteItems users payments courses audit");
    proxy.inject_fault(target.clone(), Fault::ServerError, true);
    let through_proxy = proxy.in_front_of(&stack);
    let (name, email) = (school.name.clone(), school.user.email.clone());
    let enrol = move || ops_on(&through_proxy, &name, &["enrol", &email, COURSE, "--free", "--json"]);
    let output = tokio::task::spawn_blocking(enrol).await.expect("it ran").failure();
    assert!(output.contains("tables_unusable"), "{output}");
    assert!(
        proxy.requests().iter().any(|request| request.name == target.name),
        "it was tried"
    );
    assert!(school.is_untouched().await);
}
