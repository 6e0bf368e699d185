//! Front-door tests of `POST /users/me/passkeys/options`.
//!
//! Protected here: an access token alone adds no way to sign in.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-begin-passkey");

fn begin(token: &str, body: &Value) -> TestRequest {
    TestRequest::post("/users/me/passkeys/options").bearer(token).json(body)
}

#[tokio::test]
async fn requires_an_authenticator_that_stores_the_passkey_and_verifies_the_user() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
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
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let (passkey, _) = user.add_passkey(&stack, &token).await;
    let begun = user.begin_passkey(&stack, &token).await;
    let id = passkey.sign(&begun["options"])["id"].clone();
    let known = json!([{"type": "public-key", "id": id}]);
    assert_eq!(begun["options"]["excludeCredentials"], known);
}

#[tokio::test]
async fn requires_the_password_and_limits_wrong_ones() {
    in_one_window(std::time::Duration::from_mins(15), async || {
        let (stack, user, token) = Stack::with_signed_in_user().await;
        let overrides = [("RATE_LIMITS", "FailedLoginsPerEmail:2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        for body in [json!({}), json!({"password": ""})] {
            let response = refuses!(function, begin(&token, &body), 400, "missing_password");
            assert_eq!(response.body["errors"], json!({"password": "missing_password"}));
        }
        expect!(
            function.send(&begin(&token, &json!({"password": 1}))),
            (400, "malformed_request")
        );
        for _ in 0..2 {
            expect!(
                function.send(&begin(&token, &json!({"password": "Wrong horse 1"}))),
                (403, "incorrect_password")
            );
        }
        refuses!(function, user.begin_passkey_request(&token), 429, "too_many_attempts");
    })
    .await;
}

#[tokio::test]
async fn a_user_adds_few_passkeys_in_a_day() {
    in_one_window(std::time::Duration::from_hours(24), async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "SecurityMailsPerUser:2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let (user, token) = TestUser::signed_in(&stack).await;
        for _ in 0..2 {
            expect!(function.send(&user.begin_passkey_request(&token)), 200);
        }
        refuses!(function, user.begin_passkey_request(&token), 429, "too_many_requests");
    })
    .await;
}

#[tokio::test]
async fn refuses_a_sixth_passkey_before_the_authenticator_makes_one() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let (_, id) = user.add_passkey(&stack, &token).await;
    let passkey = user.record(&stack).await["passkeys"][&id].clone();
    let five: serde_json::Map<_, _> = (1..=5).map(|n| (format!("{n:032x}"), passkey.clone())).collect();
    user.set_attribute(&stack, "passkeys", five.into()).await;
    refuses!(stack, user.begin_passkey_request(&token), 409, "passkey_limit_reached");
}

#[tokio::test]
async fn returns_401_without_a_valid_token_and_413_for_a_large_body() {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        refuses!(stack, begin(token, &json!({"password": "any"})), 401, "unauthorized");
    }
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let large = json!({"password": "x".repeat(100_000)});
    refuses!(stack, begin(&token, &large), 413, "request_too_large");
}

async fn prepare(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, token) = TestUser::signed_in(stack).await;
    (user.begin_passkey_request(&token), user)
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&begin("any", &json!({"password": "any"}))),
    succeeds_after_any_fault(after_any_fault_a_repetition_begins, prepare),
);
