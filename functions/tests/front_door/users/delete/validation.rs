//! Refused deletions: wrong or missing passwords, blocked users, and malformed bodies.

use super::{FUNCTION, SignedInUser};
use crate::prelude::*;

#[tokio::test]
async fn deletes_nothing_without_the_right_password() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let before = signed_in.user.record(&stack).await;

    let missing = TestRequest::post("/users/delete")
        .bearer(&signed_in.token)
        .query("lang", "fr");
    let response = stack.send(&missing.clone().json(&json!({}))).await;
    assert_json_snapshot!(response);
    refuses!(stack, missing.json(&json!({"password": null})), 400, "missing_password");
    refuses!(stack, signed_in.delete_with(""), 400, "missing_password");
    let wrong = stack
        .send(&signed_in.delete_with("Wrong horse 1").query("lang", "fr"))
        .await;
    assert_json_snapshot!(wrong);
    let right = json!({"password": signed_in.user.password});
    let without_token = TestRequest::post("/users/delete").json(&right);
    refuses!(stack, without_token, 401, "unauthorized");
    assert_eq!(signed_in.user.record(&stack).await, before);
}

#[tokio::test]
async fn limits_wrong_passwords_together_with_other_confirmations() {
    in_one_window(Duration::from_mins(15), async || {
        let (stack, signed_in) = SignedInUser::with_stack().await;
        let wrong = json!({"currentPassword": "Wrong horse 1", "newPassword": "Another horse 2"});
        let change = TestRequest::put("/users/me/password")
            .bearer(&signed_in.token)
            .json(&wrong);
        for _ in 0..5 {
            for request in [&signed_in.delete_with("Wrong horse 1"), &change] {
                expect!(stack.send(request), (403, "incorrect_password"));
            }
        }
        refuses!(stack, signed_in.delete(), 429, "too_many_attempts");
        expect!(stack.send(&signed_in.user.login_request()), 200);
    })
    .await;
}

#[tokio::test]
async fn does_not_delete_a_blocked_user() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    signed_in.user.set_attribute(&stack, "blocked", json!(true)).await;
    refuses!(stack, signed_in.delete(), 403, "account_blocked");
    assert_ne!(signed_in.user.record(&stack).await, Value::Null);
}

endpoint_checks!(
    FUNCTION,
    returns_400_for_a_malformed_body(
        &TestRequest::post("/users/delete").bearer(&TestUser::any_token().await),
        &["{\"password\": 1}"]
    ),
);
