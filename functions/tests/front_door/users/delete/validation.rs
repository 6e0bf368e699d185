//! Refused deletions: wrong or missing passwords, blocked users, and malformed bodies.

use std::time::Duration;

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{Stack, TestRequest, in_one_window};

use super::SignedInUser;

#[tokio::test]
async fn deletes_nothing_without_the_right_password() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let before = signed_in.user.record(&stack).await;

    let missing = TestRequest::post("/users/delete")
        .bearer(&signed_in.token)
        .query("lang", "fr");
    let response = stack.send(&missing.clone().json(&json!({}))).await;
    assert_json_snapshot!(response);
    let null = stack.send(&missing.json(&json!({"password": null}))).await;
    assert_eq!(null.status_and_code(), (400, "missing_password"));
    assert_eq!(
        stack.send(&signed_in.delete_with("")).await.status_and_code(),
        (400, "missing_password")
    );
    let wrong = stack
        .send(&signed_in.delete_with("Wrong horse 1").query("lang", "fr"))
        .await;
    assert_json_snapshot!(wrong);
    let right = json!({"password": signed_in.user.password});
    let without_token = TestRequest::post("/users/delete").json(&right);
    assert_eq!(
        stack.send(&without_token).await.status_and_code(),
        (401, "unauthorized")
    );
    assert_eq!(signed_in.user.record(&stack).await, before);
}

#[tokio::test]
async fn limits_wrong_passwords_together_with_other_confirmations() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let signed_in = SignedInUser::create(&stack).await;
        let wrong = json!({"currentPassword": "Wrong horse 1", "newPassword": "Another horse 2"});
        let change = TestRequest::put("/users/me/password")
            .bearer(&signed_in.token)
            .json(&wrong);
        for _ in 0..5 {
            for request in [&signed_in.delete_with("Wrong horse 1"), &change] {
                let response = stack.send(request).await;
                assert_eq!(response.status_and_code(), (403, "incorrect_password"));
            }
        }
        assert_eq!(
            stack.send(&signed_in.delete()).await.status_and_code(),
            (429, "too_many_attempts")
        );
        assert_eq!(stack.send(&signed_in.user.login_request()).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn does_not_delete_a_blocked_user() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    signed_in.user.set_attribute(&stack, "blocked", json!(true)).await;
    assert_eq!(
        stack.send(&signed_in.delete()).await.status_and_code(),
        (403, "account_blocked")
    );
    assert_ne!(signed_in.user.record(&stack).await, Value::Null);
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let request = TestRequest::post("/users/delete").bearer(&signed_in.token);
    for body in [&b""[..], b"password=x", b"null", b"{\"password\": 1}"] {
        let response = stack.send(&request.clone().body(body)).await;
        assert_eq!(
            response.status_and_code(),
            (400, "malformed_request"),
            "{}",
            body.escape_ascii()
        );
    }
    let response = stack
        .send(&request.json(&json!({"password": "x".repeat(100_000)})))
        .await;
    assert_eq!(response.status_and_code(), (413, "request_too_large"));
}
