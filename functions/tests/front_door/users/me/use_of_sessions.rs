//! That the use of a session is recorded, and what it changes.

use super::{FUNCTION, me};
use crate::prelude::*;

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

/// The time in seconds since the epoch.
fn now() -> u64 {
    Timestamp::now().as_second().unsigned_abs()
}

/// A session that was used that long ago, and ends at `ends_at`.
async fn session_used_before(stack: &Stack, user: &TestUser, seconds: u64, ends_at: u64) -> TestSession {
    let session = user.sign_in(stack).await;
    let seen = now() - seconds;
    for (attribute, value) in [
        ("lastSeenAt", seen),
        ("expiresAt", seen + DAY),
        ("endsAt", ends_at),
        ("idleSeconds", DAY),
    ] {
        user.set_session(stack, &session, attribute, value.into()).await;
    }
    session
}

async fn stored(stack: &Stack, user: &TestUser, session: &TestSession) -> Value {
    user.record(stack).await["sessions"][&session.id].clone()
}

#[tokio::test]
async fn a_use_prolongs_the_session_up_to_its_end() {
    let (stack, user) = Stack::with_user().await;
    let now = now();
    for (ends_at, expected) in [(now + 7 * DAY, now + DAY), (now + 60, now + 60)] {
        let session = session_used_before(&stack, &user, 11 * MINUTE, ends_at).await;
        assert!(session.is_live(&stack).await);
        let stored = stored(&stack, &user, &session).await;
        let time = |name: &str| stored[name].as_u64().expect("a time");
        assert!(time("lastSeenAt") >= now, "{stored}");
        // The test takes some seconds.
        assert!((expected..expected + 60).contains(&time("expiresAt")), "{stored}");
        assert!(time("expiresAt") <= ends_at);
    }
}

#[tokio::test]
async fn a_use_within_minutes_of_the_last_one_is_not_written() {
    let requests = faults::aws_requests(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let ends_at = now() + 7 * DAY;
        let session = session_used_before(stack, &user, 5 * MINUTE, ends_at).await;
        me(&session.token)
    });
    assert_eq!(requests.await, ["dynamodb GetItem users"]);
}

async fn me_after_a_while(stack: &Stack) -> (TestRequest, (TestUser, TestSession)) {
    let user = TestUser::verified(stack).await;
    let ends_at = now() + 7 * DAY;
    let session = session_used_before(stack, &user, 11 * MINUTE, ends_at).await;
    (me(&session.token), (user, session))
}

#[tokio::test]
async fn a_use_that_cannot_be_written_fails_no_request() {
    let is_write = |request: &str| request == "dynamodb UpdateItem users";
    faults::check_faults_of(FUNCTION, is_write, me_after_a_while, async |case, (user, session)| {
        assert_eq!(case.response.data()["_id"], user.id.as_str());
        expect!(case.retry(), 200);
        assert!(session.is_live(&Stack::running()).await);
    })
    .await;
}

#[tokio::test]
async fn a_use_does_not_bring_back_a_session_that_ends_meanwhile() {
    let stack = Stack::running();
    let (request, (user, session)) = me_after_a_while(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("dynamodb UpdateItem users");
    proxy.inject_fault(target.clone(), Fault::TransactionConflict, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    let without = user.record_without_session(&stack, &session).await;
    let end = async {
        proxy.wait_for_request(&target).await;
        stack.put_item("users", without).await;
        proxy.clear_fault();
    };
    let (response, ()) = tokio::join!(function.send(&request), end);
    assert_eq!(response.status, 200, "it was read before the session ended");
    assert_eq!(user.record(&stack).await["sessions"], json!({}));
    assert!(!session.is_live(&stack).await);
}

#[tokio::test]
async fn a_session_is_refused_when_it_has_expired_or_is_of_another_version() {
    let stack = Stack::running();
    for (attribute, value) in [("expiresAt", now() - 1), ("tokenVersion", 1)] {
        let user = TestUser::verified(&stack).await;
        let session = user.sign_in(&stack).await;
        user.set_session(&stack, &session, attribute, value.into()).await;
        assert!(!session.is_live(&stack).await, "{attribute}");
    }
}

#[tokio::test]
async fn a_session_of_another_user_is_refused() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let session = user.sign_in(&stack).await;
    let sessions = user.record(&stack).await["sessions"].clone();
    other.set_attribute(&stack, "sessions", sessions).await;
    user.set_attribute(&stack, "sessions", json!({})).await;
    assert!(!session.is_live(&stack).await);
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(sends_these_requests_to_aws_after_a_while, me_after_a_while),
);
