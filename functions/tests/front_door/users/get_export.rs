//! Front-door tests of `GET /users/me/export`.
//!
//! Protected here: only the user gets the URL of the archive, and only while it is ready.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-get-export");
const PATH: &str = "/users/me/export";
/// The beginning of 2026, in seconds.
const PAST: i64 = 1_767_225_600;
/// The beginning of 2100.
const FUTURE: i64 = 4_102_444_800;

async fn user_with(stack: &Stack, state: &str, requested_at: i64, expires_at: i64) -> TestUser {
    let user = TestUser::verified(stack).await;
    let export = json!({
        "exportId": user.id, "state": state, "requestedAt": requested_at, "expiresAt": expires_at,
    });
    user.set_attribute(stack, "dataExport", export).await;
    user
}

async fn get(stack: &Stack, user: &TestUser) -> TestResponse {
    let token = user.access_token(stack).await;
    stack.send(&TestRequest::get(PATH).bearer(&token)).await
}

#[tokio::test]
async fn returns_null_before_the_first_export() {
    let (stack, user) = Stack::with_user().await;
    assert_json_snapshot!(get(&stack, &user).await, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": null,
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn has_a_url_only_while_the_archive_is_ready() {
    let stack = Stack::running();
    let now = Timestamp::now().as_second();
    for (state, requested_at, expires_at, expected) in [
        ("making", now, FUTURE, json!("making")),
        ("making", now, PAST, json!("failed")),
        ("making", PAST, PAST, Value::Null),
        ("failed", now, FUTURE, json!("failed")),
        ("failed", PAST, PAST, Value::Null),
        ("ready", now, FUTURE, json!("ready")),
        ("ready", PAST, PAST, Value::Null),
    ] {
        let user = user_with(&stack, state, requested_at, expires_at).await;
        let response = expect!(get(&stack, &user), 200);
        assert_eq!(response.data()["state"], expected, "{state} until {expires_at}");
        assert_eq!(response.data()["url"].is_string(), expected == "ready", "{response:?}");
    }
}

#[tokio::test]
async fn the_url_downloads_the_archive_of_this_user_for_five_minutes() {
    let stack = Stack::running();
    let user = user_with(&stack, "ready", PAST, FUTURE).await;
    let put = stack.s3().put_object().bucket(&stack.buckets["files"]);
    let put = put.key(format!("export/{}", user.id)).body(b"PK".to_vec().into());
    put.send().await.expect("the object can be written");
    let response = get(&stack, &user).await;
    let url = response.data()["url"].as_str().expect("a URL");
    assert!(url.contains("X-Amz-Expires=300&"), "{url}");
    let download = Download::from_url(url).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, &b"PK"[..]));
    assert_eq!(download.disposition, "attachment; filename=\"masar-data.zip\"");
    assert_eq!(download.content_type, "application/zip");
    assert_eq!(download.cache_control, "no-store");
    let another = TestUser::verified(&stack).await;
    let download = Download::from_url(&url.replace(&user.id, &another.id)).await;
    assert_eq!(download.status, 403);
}

#[tokio::test]
async fn logs_neither_the_url_nor_the_token() {
    let stack = Stack::running();
    let user = user_with(&stack, "ready", PAST, FUTURE).await;
    let token = user.access_token(&stack).await;
    let function = FUNCTION.start(&stack, &[]).await;
    function.send(&TestRequest::get(PATH).bearer(&token)).await;
    function.wait_for_log("answered").await;
    for secret in [token.as_str(), &user.email, "X-Amz-Signature"] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_export() {
    let prepare = async |stack: &Stack| {
        let user = user_with(stack, "ready", PAST, FUTURE).await;
        let token = user.access_token(stack).await;
        TestRequest::get(PATH).bearer(&token)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        let again = case.retry().await;
        assert_eq!(again.data()["state"], "ready", "{again:?}");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    requires_an_access_token_of_a_user_who_is_not_blocked(|token| TestRequest::get(PATH).bearer(token)),
    returns_503_when_tables_are_unreachable_or_do_not_respond(
        &TestRequest::get(PATH).bearer(&TestUser::any_token().await)
    ),
    sends_these_requests_to_aws(async |stack| {
        let user = user_with(stack, "ready", PAST, FUTURE).await;
        let token = user.access_token(stack).await;
        TestRequest::get(PATH).bearer(&token)
    }),
    every_variable_is_required(&TestRequest::get(PATH).bearer("any")),
);
