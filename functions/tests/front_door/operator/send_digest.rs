//! Tests of the function that sends the digest, which has no route: they invoke the binary as the schedule does.
//!
//! Protected here: what the email contains and what not, that none is sent when nothing waits, and failures of AWS.

use crate::prelude::*;

const FUNCTION: DeployedFunction =
    DeployedFunction::named("operator-send-digest").with(&[("DIGEST_EMAIL", "operator@example.org")]);

/// A function with tables and an operator of its own.
struct Digest {
    stack: Stack,
    own: Stack,
    operator: String,
}

impl Digest {
    async fn new() -> Self {
        let stack = Stack::running();
        Self {
            own: stack.with_own_tables(&["users", "placeRequests"]).await,
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
        self.own.put_item("placeRequests", item).await;
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
        self.own.put_item("users", item).await;
    }

    /// Sends the digest, with that setting for the approval of teachers.
    async fn send(&self, approval: &str, reader: &str) -> u16 {
        let variables = [
            ("TEACHER_APPROVAL", approval),
            ("DIGEST_EMAIL", reader),
            ("METRICS_NAMESPACE", "masar-test"),
        ];
        let function = FUNCTION.start(&self.own, &variables).await;
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
        digest.own.put_item("placeRequests", offered).await;
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
    let variables = FUNCTION.variables().into_iter();
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
async fn prepare(stack: &Stack) -> TestRequest {
    let user = TestUser::registered(stack).await;
    let item = json!({
        "userId": user.id, "courseId": "creative-journaling", "runId": "2027-spring", "start": "2027-03-27",
        "end": "2027-06-12", "state": "pending", "queue": "pending", "requestedAt": "2026-01-02T03:04:05Z",
    });
    stack.put_item("placeRequests", item).await;
    TestRequest::scheduled()
}

#[tokio::test]
async fn fails_when_tables_are_unreachable_or_do_not_respond() {
    let function = FUNCTION.with(&[("DIGEST_EMAIL", "operator@example.org")]);
    checks::fails_when_tables_are_unreachable_or_do_not_respond(function, &TestRequest::scheduled()).await;
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&TestRequest::scheduled()),
    succeeds_after_any_fault(after_any_fault_the_next_attempt_succeeds, prepare),
);
