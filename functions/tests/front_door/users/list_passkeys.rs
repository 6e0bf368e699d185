//! Front-door tests of `GET /users/me/passkeys`.
//!
//! Protected here: the list has the user's own passkeys, and no keys.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use serde_json::json;
use testing::{Stack, TestRequest, TestUser, faults};

const BINARY: &str = "users-list-passkeys";
const NAME: &str = "UsersListPasskeysFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn list(token: &str) -> TestRequest {
    TestRequest::get("/users/me/passkeys").bearer(token)
}

#[tokio::test]
async fn lists_the_passkeys_of_the_user_without_their_keys() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    assert_eq!(stack.send(&list(&token)).await.data(), &json!([]));

    let (passkey, id) = user.add_passkey(&stack, &token).await;
    user.add_passkey(&stack, &token).await;
    let listed = stack.send(&list(&token)).await;
    assert_eq!(listed.data().as_array().map(Vec::len), Some(2));
    assert!(!listed.body.to_string().contains("cred"), "{listed:?}");

    assert_eq!(stack.send(&passkey.login_request(&stack).await).await.status, 200);
    let listed = stack.send(&list(&token)).await;
    for passkey in listed.data().as_array().expect("a list") {
        assert_eq!(passkey["lastUsedAt"].is_string(), passkey["_id"] == id.as_str());
    }
    let other = TestUser::verified(&stack).await.access_token(&stack).await;
    assert_eq!(stack.send(&list(&other)).await.data(), &json!([]));
}

#[tokio::test]
async fn returns_401_without_a_valid_token() {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        assert_eq!(stack.send(&list(token)).await.status_and_code(), (401, "unauthorized"));
    }
}

async fn prepare(stack: &Stack) -> (TestRequest, ()) {
    let user = TestUser::verified(stack).await;
    let token = user.access_token(stack).await;
    user.add_passkey(stack, &token).await;
    (list(&token), ())
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &list("any")).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists_them() {
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        let listed = case.retry().await;
        assert_eq!(listed.data().as_array().map(Vec::len), Some(1));
    })
    .await;
}
