//! Front-door tests of `PUT /users/me/passkeys/{id}`.
//!
//! Protected here: a user renames only passkeys of their own, and a name changes nothing else.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-rename-passkey");

const NO_PASSKEY: &str = "0123456789abcdef0123456789abcdef";

fn rename(id: &str, token: &str, body: &Value) -> TestRequest {
    TestRequest::put(&format!("/users/me/passkeys/{id}"))
        .bearer(token)
        .json(body)
}

#[tokio::test]
async fn gives_the_passkey_its_name_and_keeps_it_working() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let (passkey, id) = user.add_passkey(&stack, &token).await;
    let response = expect!(
        stack.send(&rename(&id, &token, &json!({"name": " Téléphone "})).query("lang", "fr")),
        200
    );
    assert_eq!(response.body["message"], "La clé d’accès a été renommée.");
    assert_eq!(user.record(&stack).await["passkeys"][&id]["name"], "Téléphone");
    expect!(stack.send(&passkey.login_request(&stack).await), 200);
}

#[tokio::test]
async fn returns_404_for_a_passkey_of_another_user_and_for_none() {
    let (stack, user) = Stack::with_user().await;
    let (_, id) = user.add_passkey(&stack, &user.access_token(&stack).await).await;
    let other = TestUser::verified(&stack).await.access_token(&stack).await;
    for id in [&id, NO_PASSKEY, "a.b", "7"] {
        expect!(
            stack.send(&rename(id, &other, &json!({"name": "Mine"}))),
            (404, "passkey_not_found")
        );
    }
    assert_eq!(user.record(&stack).await["passkeys"][&id]["name"], "");
}

#[tokio::test]
async fn returns_400_for_an_invalid_name_and_401_without_a_valid_token() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let (_, id) = user.add_passkey(&stack, &token).await;
    let long = "x".repeat(51);
    for (name, code) in [
        ("", "passkey_name_required"),
        (" ", "passkey_name_required"),
        (&long, "field_too_long"),
    ] {
        let response = refuses!(stack, rename(&id, &token, &json!({"name": name})), 400, code);
        assert_eq!(response.body["errors"], json!({"name": code}));
    }
    expect!(
        stack.send(&rename(&id, &token, &json!({"name": 1}))),
        (400, "malformed_request")
    );
    expect!(
        stack.send(&rename(&id, &token, &json!({"name": "x".repeat(100_000)}))),
        (413, "request_too_large")
    );
    expect!(
        stack.send(&rename(&id, "a.b.c", &json!({"name": "Mine"}))),
        (401, "unauthorized")
    );
}

async fn prepare(stack: &Stack) -> (TestRequest, (TestUser, String)) {
    let (user, token) = TestUser::signed_in(stack).await;
    let (_, id) = user.add_passkey(stack, &token).await;
    (rename(&id, &token, &json!({"name": "Phone"})), (user, id))
}

#[tokio::test]
async fn after_any_fault_a_repetition_renames_it() {
    faults::check_every_fault(FUNCTION, prepare, async |case, (user, id)| {
        expect!(case.retry(), 200);
        assert_eq!(user.record(&Stack::running()).await["passkeys"][id]["name"], "Phone");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&rename(NO_PASSKEY, "any", &json!({"name": "Phone"}))),
);
