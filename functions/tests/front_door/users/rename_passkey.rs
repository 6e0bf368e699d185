//! Front-door tests of `PUT /users/me/passkeys/{id}`.
//!
//! Protected here: a user renames only passkeys of their own, and a name changes nothing else.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use serde_json::{Value, json};
use testing::{Stack, TestRequest, TestUser, faults};

const BINARY: &str = "users-rename-passkey";
const NAME: &str = "UsersRenamePasskeyFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

const NO_PASSKEY: &str = "0123456789abcdef0123456789abcdef";

fn rename(id: &str, token: &str, body: &Value) -> TestRequest {
    TestRequest::put(&format!("/users/me/passkeys/{id}"))
        .bearer(token)
        .json(body)
}

#[tokio::test]
async fn gives_the_passkey_its_name_and_keeps_it_working() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let (passkey, id) = user.add_passkey(&stack, &token).await;
    let response = stack
        .send(&rename(&id, &token, &json!({"name": " Téléphone "})).query("lang", "fr"))
        .await;
    assert_eq!(response.status, 200);
    assert_eq!(response.body["message"], "La clé d’accès a été renommée.");
    assert_eq!(user.record(&stack).await["passkeys"][&id]["name"], "Téléphone");
    assert_eq!(stack.send(&passkey.login_request(&stack).await).await.status, 200);
}

#[tokio::test]
async fn returns_404_for_a_passkey_of_another_user_and_for_none() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let (_, id) = user.add_passkey(&stack, &user.access_token(&stack).await).await;
    let other = TestUser::verified(&stack).await.access_token(&stack).await;
    for id in [&id, NO_PASSKEY, "a.b", "7"] {
        let response = stack.send(&rename(id, &other, &json!({"name": "Mine"}))).await;
        assert_eq!(response.status_and_code(), (404, "passkey_not_found"), "{id}");
    }
    assert_eq!(user.record(&stack).await["passkeys"][&id]["name"], "");
}

#[tokio::test]
async fn returns_400_for_an_invalid_name_and_401_without_a_valid_token() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let (_, id) = user.add_passkey(&stack, &token).await;
    let long = "x".repeat(51);
    for (name, code) in [
        ("", "passkey_name_required"),
        (" ", "passkey_name_required"),
        (&long, "field_too_long"),
    ] {
        let response = stack.send(&rename(&id, &token, &json!({"name": name}))).await;
        assert_eq!(response.status_and_code(), (400, code));
        assert_eq!(response.body["errors"], json!({"name": code}));
    }
    let malformed = stack.send(&rename(&id, &token, &json!({"name": 1}))).await;
    assert_eq!(malformed.status_and_code(), (400, "malformed_request"));
    let large = stack
        .send(&rename(&id, &token, &json!({"name": "x".repeat(100_000)})))
        .await;
    assert_eq!(large.status_and_code(), (413, "request_too_large"));
    let response = stack.send(&rename(&id, "a.b.c", &json!({"name": "Mine"}))).await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
}

async fn prepare(stack: &Stack) -> (TestRequest, (TestUser, String)) {
    let user = TestUser::verified(stack).await;
    let token = user.access_token(stack).await;
    let (_, id) = user.add_passkey(stack, &token).await;
    (rename(&id, &token, &json!({"name": "Phone"})), (user, id))
}

#[tokio::test]
async fn every_variable_is_required() {
    let request = rename(NO_PASSKEY, "any", &json!({"name": "Phone"}));
    faults::check_each_variable_is_required(BINARY, NAME, &request).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_renames_it() {
    faults::check_every_fault(DEPLOYED, prepare, async |case, (user, id)| {
        assert_eq!(case.retry().await.status, 200);
        assert_eq!(user.record(&Stack::running()).await["passkeys"][id]["name"], "Phone");
    })
    .await;
}
