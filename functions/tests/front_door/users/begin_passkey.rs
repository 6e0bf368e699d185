//! Front-door tests of `POST /users/me/passkeys/options`.
//!
//! Protected here: an access token alone adds no way to sign in.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use serde_json::{Value, json};
use testing::{Function, Stack, TestRequest, TestUser, faults, in_one_window};

const BINARY: &str = "users-begin-passkey";
const NAME: &str = "UsersBeginPasskeyFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn begin(token: &str, body: &Value) -> TestRequest {
    TestRequest::post("/users/me/passkeys/options").bearer(token).json(body)
}

#[tokio::test]
async fn requires_an_authenticator_that_stores_the_passkey_and_verifies_the_user() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let begun = user.begin_passkey(&stack, &token).await;
    let options = &begun["options"];
    assert_eq!(
        options["authenticatorSelection"],
        json!({"residentKey": "required", "requireResidentKey": true, "userVerification": "required"})
    );
    assert_eq!(options["rp"]["id"], "localhost");
    assert_eq!(options["attestation"], "none");
    assert_eq!(options["excludeCredentials"], json!([]));
    let handle = options["user"]["id"].as_str().expect("text");
    assert!(!handle.contains('@') && handle.len() == 22, "{handle}");
}

#[tokio::test]
async fn excludes_the_passkeys_that_the_user_has() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let (passkey, _) = user.add_passkey(&stack, &token).await;
    let begun = user.begin_passkey(&stack, &token).await;
    let id = passkey.sign(&begun["options"])["id"].clone();
    let known = json!([{"type": "public-key", "id": id}]);
    assert_eq!(begun["options"]["excludeCredentials"], known);
}

#[tokio::test]
async fn requires_the_password_and_limits_wrong_ones() {
    in_one_window(std::time::Duration::from_mins(15), async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let token = user.access_token(&stack).await;
        let overrides = [("RATE_LIMITS", "FailedLoginsPerEmail:2")];
        let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
        for body in [json!({}), json!({"password": ""})] {
            let response = function.send(&begin(&token, &body)).await;
            assert_eq!(response.status_and_code(), (400, "missing_password"));
            assert_eq!(response.body["errors"], json!({"password": "missing_password"}));
        }
        let malformed = function.send(&begin(&token, &json!({"password": 1}))).await;
        assert_eq!(malformed.status_and_code(), (400, "malformed_request"));
        for _ in 0..2 {
            let wrong = function
                .send(&begin(&token, &json!({"password": "Wrong horse 1"})))
                .await;
            assert_eq!(wrong.status_and_code(), (403, "incorrect_password"));
        }
        let limited = function.send(&user.begin_passkey_request(&token)).await;
        assert_eq!(limited.status_and_code(), (429, "too_many_attempts"));
    })
    .await;
}

#[tokio::test]
async fn a_user_adds_few_passkeys_in_a_day() {
    in_one_window(std::time::Duration::from_hours(24), async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "SecurityMailsPerUser:2")];
        let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
        let user = TestUser::verified(&stack).await;
        let token = user.access_token(&stack).await;
        for _ in 0..2 {
            assert_eq!(function.send(&user.begin_passkey_request(&token)).await.status, 200);
        }
        let refused = function.send(&user.begin_passkey_request(&token)).await;
        assert_eq!(refused.status_and_code(), (429, "too_many_requests"));
    })
    .await;
}

#[tokio::test]
async fn refuses_a_sixth_passkey_before_the_authenticator_makes_one() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let (_, id) = user.add_passkey(&stack, &token).await;
    let passkey = user.record(&stack).await["passkeys"][&id].clone();
    let five: serde_json::Map<_, _> = (1..=5).map(|n| (format!("{n:032x}"), passkey.clone())).collect();
    user.set_attribute(&stack, "passkeys", five.into()).await;
    let refused = stack.send(&user.begin_passkey_request(&token)).await;
    assert_eq!(refused.status_and_code(), (409, "passkey_limit_reached"));
}

#[tokio::test]
async fn returns_401_without_a_valid_token_and_413_for_a_large_body() {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        let response = stack.send(&begin(token, &json!({"password": "any"}))).await;
        assert_eq!(response.status_and_code(), (401, "unauthorized"));
    }
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let large = json!({"password": "x".repeat(100_000)});
    let response = stack.send(&begin(&token, &large)).await;
    assert_eq!(response.status_and_code(), (413, "request_too_large"));
}

async fn prepare(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::verified(stack).await;
    let token = user.access_token(stack).await;
    (user.begin_passkey_request(&token), user)
}

#[tokio::test]
async fn every_variable_is_required() {
    let request = begin("any", &json!({"password": "any"}));
    faults::check_each_variable_is_required(BINARY, NAME, &request).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_begins() {
    faults::check_every_fault(DEPLOYED, prepare, async |case, _| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
