//! Who may edit a profile, and requests that bypass the CDN.

use super::{FUNCTION, SignedInUser, profile, profile_with, update};
use crate::prelude::*;

/// Starts the function with the origin check, so that it rejects requests that bypass the CDN.
async fn start_with_origin_check(stack: &Stack, secret: &str) -> Function {
    let overrides = [("REQUIRED_ORIGIN", secret), ("SECRETS_LOOK_AGAIN_SECONDS", "0")];
    FUNCTION.start(stack, &overrides).await
}

#[tokio::test]
async fn accepts_only_requests_with_the_origin_secret_and_both_secrets_after_a_rotation() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", signed_in.user.id);
    let created = client.create_secret().name(&name).secret_string("the first secret");
    created.send().await.expect("a secret");
    let function = start_with_origin_check(&stack, &name).await;
    let update = signed_in.update(&profile());
    let through = |secret: &str| update.clone().through_cdn(secret, "198.51.100.8:50000");
    refuses!(function, update, 403, "forbidden");
    refuses!(function, through("made up"), 403, "forbidden");
    expect!(function.send(&through("the first secret")), 200);

    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second secret");
    rotated.send().await.expect("a version");
    let new_instance = start_with_origin_check(&stack, &name).await;
    expect!(new_instance.send(&through("the first secret")), 200);
    for secret in ["the second secret", "the first secret"] {
        expect!(function.send(&through(secret)), 200);
    }
}

#[tokio::test]
async fn returns_503_instead_of_403_when_the_origin_secret_cannot_be_read() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let function = start_with_origin_check(&stack, "test-no-such-secret").await;
    let update = signed_in.update(&profile()).through_cdn("any", "198.51.100.8:50000");
    refuses!(function, update, 503, "service_unavailable");
    assert!(
        function.wait_for_log("failed").await["cause"]
            .to_string()
            .contains("test-no-such-secret")
    );
}

#[tokio::test]
async fn logs_a_refused_access() {
    let stack = Stack::running();
    let (mine, other) = (SignedInUser::create(&stack).await, SignedInUser::create(&stack).await);
    let function = FUNCTION.start(&stack, &[]).await;
    function.send(&update(&other.user.id, &mine.token, &profile())).await;
    let line = function.wait_for_log("refused").await;
    assert_eq!(
        (&line["span"]["route"], &line["status"], &line["code"]),
        (&json!("PUT /users/{id}"), &json!(403), &json!("forbidden"))
    );
}

#[tokio::test]
async fn returns_403_for_another_users_profile() {
    let stack = Stack::running();
    let (mine, other) = (SignedInUser::create(&stack).await, SignedInUser::create(&stack).await);
    let before = other.user.record(&stack).await;

    let of_other_user = stack
        .send(&update(&other.user.id, &mine.token, &profile()).query("lang", "fr"))
        .await;
    assert_json_snapshot!(of_other_user);
    let unknown_user = update("00000000000000000000000000000000", &mine.token, &profile()).query("lang", "fr");
    assert_eq!(
        format!("{:?}", stack.send(&unknown_user).await),
        format!("{of_other_user:?}"),
        "the response does not reveal whether the user exists"
    );
    let in_body = mine.update(&profile_with("_id", other.user.id.as_str()));
    refuses!(stack, in_body, 403, "forbidden");
    let without_token = TestRequest::put(&format!("/users/{}", other.user.id)).json(&profile());
    refuses!(stack, without_token, 401, "unauthorized");

    assert_eq!(other.user.record(&stack).await, before);
    let own = mine.update(&profile_with("_id", mine.user.id.as_str()));
    expect!(stack.send(&own), 200);
}

#[tokio::test]
async fn rejects_edits_of_a_blocked_user_and_of_an_ended_session() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    signed_in.user.set_attribute(&stack, "blocked", json!(true)).await;
    refuses!(stack, signed_in.update(&profile()), 403, "account_blocked");
    signed_in.user.set_attribute(&stack, "blocked", json!(false)).await;
    signed_in.user.set_attribute(&stack, "tokenVersion", json!(1)).await;
    refuses!(stack, signed_in.update(&profile()), 401, "unauthorized");
}
