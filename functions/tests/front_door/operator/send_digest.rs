//! Tests of the function that sends the digest, which has no route: they invoke the binary as the schedule does.
//!
//! Protected here: what the email contains and what not, that none is sent when nothing waits, and failures of AWS.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use insta::assert_snapshot;
use serde_json::json;
use testing::{
    Function, SentEmail, Stack, TestFile, TestRequest, TestUser,
    faults::{self, DeployedFunction},
};

const BINARY: &str = "operator-send-digest";
const NAME: &str = "OperatorSendDigestFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[("DIGEST_EMAIL", "operator@example.org")],
};

/// A function with tables and an operator of its own.
struct Digest {
    stack: Stack,
    users: String,
    requests: String,
    operator: String,
}

impl Digest {
    async fn new() -> Self {
        let stack = Stack::running();
        Self {
            users: stack.create_empty_table_like("users").await,
            requests: stack.create_empty_table_like("placeRequests").await,
            // As unique as a user's.
            operator: format!("operator-{}", TestUser::registered(&stack).await.email),
            stack,
        }
    }

    async fn insert_request(&self, user: &str, state: &str, run: &str, at: &str) {
        let mut item = json!({
            "userId": user, "courseId": "project-management", "runId": run, "start": "2027-03-27", "end": "2027-06-12",
            "state": state, "requestedAt": at, "message": "My number is 0551234567.",
        });
        if state == "pending" {
            item["queue"] = "pending".into();
        }
        self.stack.put_item(&self.requests, item).await;
    }

    /// Copies a new teacher with that review.
    async fn insert_teacher(&self, review: Option<&str>, verified: bool, at: &str) {
        let cv = TestFile::upload_document(&self.stack, None).await;
        let registration = TestUser::teacher_registration(&self.stack, &cv, None).await;
        let mut item = TestUser::registered_with(&self.stack, &registration)
            .await
            .record(&self.stack)
            .await;
        item["verified"] = verified.into();
        item["createdAt"] = at.into();
        if let Some(status) = review {
            item["review"] = json!({"status": status, "at": at});
            item["application"] = status.into();
        }
        self.stack.put_item(&self.users, item).await;
    }

    /// Sends the digest, with that setting for the approval of teachers.
    async fn send(&self, approval: &str, reader: &str) -> u16 {
        let variables = [
            ("USERS_TABLE", self.users.as_str()),
            ("PLACE_REQUESTS_TABLE", self.requests.as_str()),
            ("TEACHER_APPROVAL", approval),
            ("DIGEST_EMAIL", reader),
            ("METRICS_NAMESPACE", "masar-test"),
        ];
        let function = Function::start_deployed(BINARY, &self.stack, NAME, &variables).await;
        function.send(&TestRequest::scheduled()).await.status
    }

    async fn emails(&self) -> Vec<SentEmail> {
        self.stack.emails_to(&self.operator).await
    }
}

#[tokio::test]
async fn lists_what_waits_without_naming_users() {
    let digest = Digest::new().await;
    for (user, state, run, at) in [
        ("a", "pending", "2027-spring", "2026-11-20T23:59:59Z"),
        ("b", "pending", "2027-autumn", "2026-11-02T08:00:00Z"),
        ("c", "declined", "2027-spring", "2026-11-01T08:00:00Z"),
    ] {
        digest.insert_request(user, state, run, at).await;
    }
    for (user, proof_state) in [("d", "sent"), ("e", "refused")] {
        let file = json!({"fileId": "0123456789abcdef0123456789abcdef", "kind": "image", "name": "a.jpg", "contentType": "image/jpeg"});
        let offered = json!({
            "userId": user.repeat(32), "courseId": "project-management", "runId": "2027-winter", "start": "2027-03-27", "end": "2027-06-12",
            "state": "offered", "queue": "offered", "requestedAt": "2026-01-02T03:04:05Z",
            "proofs": [{"file": file, "state": proof_state, "sentAt": "2026-01-05T03:04:05Z"}],
        });
        digest.stack.put_item(&digest.requests, offered).await;
    }
    for (review, verified, at) in [
        (Some("pending"), true, "2026-11-21T10:00:00Z"),
        (Some("approved"), true, "2026-11-03T10:00:00Z"),
        (Some("pending"), false, "2026-11-04T10:00:00Z"),
        (None, true, "2026-11-05T10:00:00Z"),
    ] {
        digest.insert_teacher(review, verified, at).await;
    }
    assert_eq!(digest.send("required", &digest.operator).await, 200);
    let emails = digest.emails().await;
    assert_eq!(emails.len(), 1);
    let variables = Stack::function_variables(NAME).into_iter();
    let site: String = variables
        .filter(|(name, _)| name == "SITE_ADDRESS")
        .map(|(_, site)| site)
        .collect();
    assert_snapshot!(
        format!("{}\n\n{}", emails[0].subject, emails[0].body_text).replace(&site, "[site]"),
        @r"
    masar-test: 2 requests for places, 1 place with a proof of payment, 2 applications of teachers waiting

    2 requests for places:
      since 2026-11-02  project-management, 2027-autumn
      since 2026-11-20  project-management, 2027-spring

      [site]/staff/places

    1 place with a proof of payment:
      since 2026-01-05  project-management, 2027-winter

      [site]/staff/places?state=offered

    2 applications of teachers:
      since 2026-11-05
      since 2026-11-21

      [site]/staff/applications

    The parameter DigestEmail decides who gets this email.
    "
    );

    // Without approval, only an application that is marked waits.
    assert_eq!(digest.send("off", &digest.operator).await, 200);
    let emails = digest.emails().await;
    let subject =
        "masar-test: 2 requests for places, 1 place with a proof of payment, 1 application of a teacher waiting";
    assert_eq!(emails[1].subject, subject);
}

#[tokio::test]
async fn sends_nothing_when_nothing_waits_or_nobody_is_to_be_told() {
    let digest = Digest::new().await;
    digest
        .insert_request("a", "accepted", "2027-spring", "2026-11-20T08:00:00Z")
        .await;
    digest
        .insert_teacher(Some("declined"), true, "2026-11-21T10:00:00Z")
        .await;
    assert_eq!(digest.send("required", &digest.operator).await, 200);
    digest
        .insert_request("b", "pending", "2027-spring", "2026-11-20T08:00:00Z")
        .await;
    assert_eq!(digest.send("required", "none").await, 200);
    assert_eq!(digest.emails().await.len(), 0);

    assert_eq!(digest.send("required", &digest.operator).await, 200);
    assert_eq!(digest.emails().await.len(), 1);
}

#[tokio::test]
async fn lists_the_first_fifty() {
    let digest = Digest::new().await;
    for number in 0..52 {
        let at = format!("2026-10-01T08:{number:02}:00Z");
        digest
            .insert_request(&format!("user-{number}"), "pending", "2027-spring", &at)
            .await;
    }
    assert_eq!(digest.send("off", &digest.operator).await, 200);
    let emails = digest.emails().await;
    assert!(emails[0].subject.contains("52 requests"), "{}", emails[0].subject);
    assert!(
        emails[0].body_text.contains("\n  and 2 more\n"),
        "{}",
        emails[0].body_text
    );
}

/// A request that waits, in the tables of the stack.
async fn prepare(stack: &Stack) -> (TestRequest, ()) {
    let user = TestUser::registered(stack).await;
    let item = json!({
        "userId": user.id, "courseId": "creative-journaling", "runId": "2027-spring", "start": "2027-03-27",
        "end": "2027-06-12", "state": "pending", "queue": "pending", "requestedAt": "2026-01-02T03:04:05Z",
    });
    stack.put_item(&stack.tables["placeRequests"], item).await;
    (TestRequest::scheduled(), ())
}

#[tokio::test]
async fn fails_when_tables_are_unreachable_or_do_not_respond() {
    let variables = Stack::function_variables(NAME);
    let reader = ("DIGEST_EMAIL".to_owned(), "operator@example.org".to_owned());
    let variables: Vec<_> = variables.into_iter().chain([reader]).collect();
    faults::check_tables_unreachable(BINARY, &variables, &TestRequest::scheduled()).await;
    faults::check_tables_unresponsive(BINARY, &variables, &TestRequest::scheduled()).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &TestRequest::scheduled()).await;
}

#[tokio::test]
async fn after_any_fault_the_next_attempt_succeeds() {
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
