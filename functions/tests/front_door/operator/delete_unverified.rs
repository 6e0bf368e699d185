//! Tests of the function that deletes users who have not verified their mailbox in time, which has no route: they invoke the binary as the
//! schedule does.
//!
//! Protected here: such a user is deleted with all data, also when a step fails and the function runs again. No other user is deleted, and none
//! who verifies the mailbox during the deletion.

use domain::UNVERIFIED_PERIOD;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-delete-unverified");
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// A stack whose functions have a users table of their own: the function finds all users.
struct Signups {
    stack: Stack,
    own: Stack,
}

impl Signups {
    async fn new() -> Self {
        let stack = Stack::running();
        Self {
            own: stack.with_own_tables(&["users"]).await,
            stack,
        }
    }

    /// Copies a user whose time is over since an hour, with these attributes more.
    async fn insert(&self, user: TestUser, more: Value) -> TestUser {
        let claim = self.stack.get_item("users", ("pk", &claim(&user))).await;
        self.own.put_item("users", claim).await;
        let mut item = user.record(&self.stack).await;
        item["createdAt"] = json!(Timestamp::now() - UNVERIFIED_PERIOD - HOUR);
        let more = more.as_object().expect("attributes").clone();
        item.as_object_mut().expect("an item").extend(more);
        self.own.put_item("users", item).await;
        user
    }

    async fn insert_new(&self, more: Value) -> TestUser {
        self.insert(TestUser::registered(&self.stack).await, more).await
    }

    async fn run(&self) -> TestResponse {
        let function = FUNCTION.start(&self.own, &[]).await;
        function.send(&TestRequest::scheduled()).await
    }

    /// Sends the token of the verification link to a function with this table.
    async fn verify(&self, user: &TestUser) -> TestResponse {
        let token = user.last_email(&self.stack).await.verification_token();
        let request = TestRequest::post("/users/verify-email").json(&json!({"token": token}));
        let function = DeployedFunction::named("users-verify-email");
        let function = function.start(&self.own, &[]).await;
        function.send(&request).await
    }

    async fn record(&self, user: &TestUser) -> Value {
        user.record(&self.own).await
    }

    async fn assert_deleted(&self, user: &TestUser) {
        assert_eq!(self.record(user).await, Value::Null);
        let claim = self.own.get_item("users", ("pk", &claim(user))).await;
        assert_eq!(claim, Value::Null);
    }
}

fn claim(user: &TestUser) -> String {
    format!("email#{}", user.email)
}

#[tokio::test]
async fn deletes_users_who_are_not_verified_in_time_with_claim_and_files() {
    let signups = Signups::new().await;
    let stack = &signups.stack;
    let (cv, video) = (
        TestFile::upload_document(stack, None).await,
        TestFile::insert_video(stack).await,
    );
    let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
    let teacher = TestUser::registered_with(stack, &registration).await;
    let teacher = signups
        .insert(
            teacher,
            json!({"review": {"status": "pending", "at": Timestamp::now()}}),
        )
        .await;
    let student = signups.insert_new(json!({})).await;

    expect!(signups.run(), 200);
    for user in [&teacher, &student] {
        signups.assert_deleted(user).await;
        assert_eq!(stack.emails_to(&user.email).await.len(), 1, "no email about it");
    }
    for file in [&cv, &video] {
        assert!(file.is_removed(stack).await);
    }
    expect!(signups.verify(&student), (400, "verification_invalid"));
}

#[tokio::test]
async fn keeps_all_others() {
    let signups = Signups::new().await;
    let stack = &signups.stack;
    let in_time = json!(Timestamp::now() - UNVERIFIED_PERIOD + HOUR);
    let mut kept = Vec::new();
    for more in [
        json!({"createdAt": in_time}),
        json!({"verified": true}),
        json!({"blocked": true}),
        json!({"review": {"status": "approved", "at": Timestamp::now()}}),
    ] {
        kept.push(signups.insert_new(more).await);
    }
    let enrolled = signups.insert_new(json!({})).await;
    let payment = json!({
        "payer": format!("user#{}", enrolled.id), "paymentId": "course#project-management",
        "courseId": "project-management", "paidAt": "2026-01-02T03:04:05Z",
    });
    stack.put_item("payments", payment).await;
    let placed = signups.insert_new(json!({})).await;
    let place = json!({
        "userId": placed.id, "courseId": "project-management", "runId": "2027-spring", "start": "2027-03-27",
        "end": "2027-06-12", "state": "declined", "requestedAt": "2026-01-02T03:04:05Z",
    });
    stack.put_item("placeRequests", place).await;
    kept.extend([enrolled, placed]);

    let mut before = Vec::new();
    for user in &kept {
        before.push(signups.record(user).await);
    }
    expect!(signups.run(), 200);
    for (user, before) in kept.iter().zip(before) {
        assert_eq!(signups.record(user).await, before);
    }
}

#[tokio::test]
async fn finishes_the_deletion_of_a_rejected_signup_at_any_time() {
    let signups = Signups::new().await;
    let user = signups
        .insert_new(json!({"createdAt": Timestamp::now(), "rejected": true}))
        .await;
    expect!(signups.run(), 200);
    signups.assert_deleted(&user).await;
}

#[tokio::test]
async fn a_user_who_cannot_be_read_keeps_no_other() {
    let signups = Signups::new().await;
    let mut users = Vec::new();
    for _ in 0..3 {
        users.push(signups.insert_new(json!({})).await);
    }
    let broken = signups.insert_new(json!({"language": "xx"})).await;
    expect!(signups.run(), (503, "service_unavailable"));
    for user in &users {
        signups.assert_deleted(user).await;
    }
    assert_ne!(signups.record(&broken).await, Value::Null);
}

#[tokio::test]
async fn whoever_verifies_the_mailbox_before_the_mark_stays() {
    let signups = Signups::new().await;
    let user = signups.insert_new(json!({})).await;
    let verify = async { assert_eq!(signups.verify(&user).await.status, 200) };
    held(&signups, "dynamodb UpdateItem users", verify).await;
    let record = signups.record(&user).await;
    assert_eq!((&record["verified"], &record["rejected"]), (&json!(true), &Value::Null));
}

#[tokio::test]
async fn whoever_is_marked_cannot_verify_the_mailbox() {
    let signups = Signups::new().await;
    let user = signups.insert_new(json!({})).await;
    let verify = async {
        expect!(signups.verify(&user), (400, "verification_invalid"));
    };
    held(&signups, "dynamodb TransactWriteItems users", verify).await;
    signups.assert_deleted(&user).await;
}

/// Runs the function, of which this request to AWS waits for `meanwhile`.
async fn held(signups: &Signups, target: &str, meanwhile: impl Future<Output = ()>) {
    let request = TestRequest::scheduled();
    let sent = FUNCTION.send_until(Fault::ServerError, &signups.own, target, &request, meanwhile);
    let (response, ()) = sent.await;
    assert_eq!(response.status, 200, "{response:?}");
}

#[tokio::test]
async fn after_any_fault_the_next_run_deletes_the_user() {
    let prepare = async |_: &Stack| {
        let signups = Signups::new().await;
        let user = signups.insert_new(json!({})).await;
        (signups.own.clone(), TestRequest::scheduled(), (signups, user))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (signups, user)| {
        // As Lambda does, or the schedule the next day.
        expect!(case.retry(), 200);
        signups.assert_deleted(user).await;
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    fails_when_tables_are_unreachable_or_do_not_respond(&TestRequest::scheduled()),
    every_variable_is_required(&TestRequest::scheduled()),
);
