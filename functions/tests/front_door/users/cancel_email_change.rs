//! Front-door tests of `DELETE /users/me/email`.
//!
//! Protected here: the link of a cancelled change does nothing.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use serde_json::Value;
use testing::{Stack, TestRequest, TestUser, faults};

const BINARY: &str = "users-cancel-email-change";
const NAME: &str = "UsersCancelEmailChangeFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn cancel(token: &str) -> TestRequest {
    TestRequest::delete("/users/me/email").bearer(token)
}

#[tokio::test]
async fn the_link_of_a_cancelled_change_does_nothing() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let token = user.access_token(&stack).await;
    let response = stack.send(&cancel(&token).query("lang", "fr")).await;
    assert_eq!(response.status, 200);
    assert_eq!(
        response.body["message"],
        "La modification de votre adresse e-mail a été annulée."
    );
    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_eq!(me.data()["emailChange"], Value::Null);
    let confirmation = stack.send(&TestRequest::confirm_email_change(&link)).await;
    assert_eq!(confirmation.status_and_code(), (400, "email_change_invalid"));
    assert_eq!(user.record(&stack).await["email"], user.email.as_str());
    assert_eq!(stack.send(&cancel(&token)).await.status, 200, "repeated, the same");
}

#[tokio::test]
async fn requires_an_access_token() {
    let stack = Stack::running();
    let response = stack.send(&TestRequest::delete("/users/me/email")).await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
}

/// A request of a user who has a pending change.
async fn cancel_pending_change(stack: &Stack, user: TestUser) -> (TestRequest, TestUser) {
    let token = user.access_token(stack).await;
    let change = serde_json::json!({
        "changeId": "0123456789abcdef0123456789abcdef",
        "email": TestUser::unused_email(),
        "expiresAt": 4_000_000_000_u64,
    });
    user.set_attribute(stack, "emailChange", change).await;
    (cancel(&token), user)
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| cancel_pending_change(stack, TestUser::verified(stack).await).await;
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn after_any_fault_a_retry_cancels_the_change() {
    let prepare = async |stack: &Stack| cancel_pending_change(stack, TestUser::verified(stack).await).await;
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        assert_eq!(case.retry().await.status, 200);
        assert_eq!(user.record(&Stack::running()).await["emailChange"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &cancel("any")).await;
}
