//! Who may edit a profile, and requests that bypass the CDN.

use insta::assert_json_snapshot;
use serde_json::json;
use testing::{Function, Stack, TestRequest};

use super::{BINARY, NAME, SignedInUser, profile, profile_with, update};

/// Starts the function with the origin check, so that it rejects requests that bypass the CDN.
async fn start_with_origin_check(stack: &Stack, secret: &str) -> Function {
    let overrides = [("REQUIRED_ORIGIN", secret), ("SECRETS_LOOK_AGAIN_SECONDS", "0")];
    Function::start_deployed(BINARY, stack, NAME, &overrides).await
}

#[tokio::test]
async fn accepts_only_requests_with_the_origin_secret_and_both_secrets_after_a_rotation() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", signed_in.user.id);
    let created = client.create_secret().name(&name).secret_string("the first secret");
    created.send().await.expect("a secret");
    let function = start_with_origin_check(&stack, &name).await;
    let update = signed_in.update(&profile());
    let through = |secret: &str| update.clone().through_cdn(secret, "198.51.100.8:50000");
    assert_eq!(function.send(&update).await.status_and_code(), (403, "forbidden"));
    assert_eq!(
        function.send(&through("made up")).await.status_and_code(),
        (403, "forbidden")
    );
    assert_eq!(function.send(&through("the first secret")).await.status, 200);

    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second secret");
    rotated.send().await.expect("a version");
    let new_instance = start_with_origin_check(&stack, &name).await;
    assert_eq!(new_instance.send(&through("the first secret")).await.status, 200);
    for secret in ["the second secret", "the first secret"] {
        assert_eq!(function.send(&through(secret)).await.status, 200, "{secret}");
    }
}

#[tokio::test]
async fn returns_503_instead_of_403_when_the_origin_secret_cannot_be_read() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let function = start_with_origin_check(&stack, "test-no-such-secret").await;
    let update = signed_in.update(&profile()).through_cdn("any", "198.51.100.8:50000");
    assert_eq!(
        function.send(&update).await.status_and_code(),
        (503, "service_unavailable")
    );
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
    let function = Function::start_deployed(BINARY, &stack, NAME, &[]).await;
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
    assert_eq!(stack.send(&in_body).await.status_and_code(), (403, "forbidden"));
    let without_token = TestRequest::put(&format!("/users/{}", other.user.id)).json(&profile());
    assert_eq!(
        stack.send(&without_token).await.status_and_code(),
        (401, "unauthorized")
    );

    assert_eq!(other.user.record(&stack).await, before);
    let own = mine.update(&profile_with("_id", mine.user.id.as_str()));
    assert_eq!(stack.send(&own).await.status, 200);
}

#[tokio::test]
async fn rejects_edits_of_a_blocked_user_and_of_an_ended_session() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    signed_in.user.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&signed_in.update(&profile())).await;
    assert_eq!(response.status_and_code(), (403, "account_blocked"));
    signed_in.user.set_attribute(&stack, "blocked", json!(false)).await;
    signed_in.user.set_attribute(&stack, "tokenVersion", json!(1)).await;
    let response = stack.send(&signed_in.update(&profile())).await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
}
