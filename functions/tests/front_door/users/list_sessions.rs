//! Front-door tests of `GET /users/me/sessions`.
//!
//! Protected here: the list has the live sessions of the user and of nobody else, and what it shows of a device cannot be any text.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-list-sessions");

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

fn list(token: &str) -> TestRequest {
    TestRequest::get("/users/me/sessions").bearer(token)
}

async fn listed_ids(stack: &Stack, token: &str) -> Value {
    let response = expect!(stack.send(&list(token)), 200);
    let sessions = response.data().as_array().expect("a list").iter();
    sessions.map(|session| session["_id"].clone()).collect()
}

#[tokio::test]
async fn shows_device_place_and_times_of_a_session() {
    let (stack, user) = Stack::with_user().await;
    let login = user
        .login_request()
        .of_ip(&user.client_ip_and_port())
        .header("cloudfront-viewer-country", "DZ")
        .header("cloudfront-viewer-city", "B%C3%A9ja%C3%AFa")
        .header("user-agent", FIREFOX);
    let response = stack.send(&login).await;
    let token = response.body["token"].as_str().expect("a token");

    let response = stack.send(&list(token)).await;
    assert_eq!(response.data()[0]["createdAt"], response.data()[0]["lastSeenAt"]);
    assert_json_snapshot!(
        response,
        {
            ".body.data[]._id" => "[id]", ".body.data[].createdAt" => "[time]", ".body.data[].lastSeenAt" => "[time]",
            ".body.data[].expiresAt" => "[time]",
        },
        @r#"
        {
          "status": 200,
          "headers": {
            "cache-control": "no-store",
            "content-language": "en",
            "content-type": "application/json; charset=utf-8"
          },
          "body": {
            "data": [
              {
                "_id": "[id]",
                "browser": "Firefox",
                "createdAt": "[time]",
                "expiresAt": "[time]",
                "isCurrent": true,
                "lastSeenAt": "[time]",
                "place": {
                  "city": "Béjaïa",
                  "country": "DZ"
                },
                "system": "Windows"
              }
            ],
            "success": true
          }
        }
        "#
    );
}

#[tokio::test]
async fn shows_neither_an_unknown_device_nor_a_place_that_the_cdn_did_not_name() {
    let (stack, user) = Stack::with_user().await;
    let login = user
        .login_request()
        .header("user-agent", "<b>a bank</b>")
        .header("cloudfront-viewer-country", "DZ");
    let response = stack.send(&login).await;
    let response = stack
        .send(&list(response.body["token"].as_str().expect("a token")))
        .await;
    let session = &response.data()[0];
    for field in ["browser", "system", "place"] {
        assert_eq!(session[field], Value::Null, "{field}");
    }
}

#[tokio::test]
async fn lists_the_current_session_first_and_the_others_by_their_last_use() {
    let (stack, user) = Stack::with_user().await;
    let mut sessions = Vec::new();
    for seconds in [100, 300, 200] {
        let session = user.sign_in(&stack).await;
        let seen = session.claims()["iat"].as_u64().expect("a time") - seconds;
        user.set_session(&stack, &session, "lastSeenAt", seen.into()).await;
        sessions.push(session);
    }
    let [second, third, current] = &sessions[..] else {
        panic!("three sessions");
    };
    let expected = json!([current.id, second.id, third.id]);
    assert_eq!(listed_ids(&stack, &current.token).await, expected);
}

#[tokio::test]
async fn lists_only_live_sessions_of_the_user() {
    let (stack, user) = Stack::with_user().await;
    TestUser::verified(&stack).await.sign_in(&stack).await;
    let (expired, outdated) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    user.set_session(&stack, &expired, "expiresAt", 1.into()).await;
    user.set_session(&stack, &outdated, "tokenVersion", 7.into()).await;
    let current = user.sign_in(&stack).await;
    assert_eq!(listed_ids(&stack, &current.token).await, json!([current.id]));
}

#[tokio::test]
async fn marks_no_session_for_a_token_without_one() {
    let (stack, user) = Stack::with_user().await;
    let token = user.token_without_session(&stack).await;
    let function = FUNCTION.start(&stack, &[stack.former_tokens()]).await;
    assert_eq!(*function.send(&list(&token)).await.data(), json!([]));
    user.sign_in(&stack).await;
    assert_eq!(function.send(&list(&token)).await.data()[0]["isCurrent"], false);
}

#[tokio::test]
async fn returns_401_without_a_valid_token() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.sign_in(&stack).await;
    let logout = TestRequest::post("/users/logout").bearer(&session.token);
    expect!(stack.send(&logout), 200);
    for request in [
        TestRequest::get("/users/me/sessions"),
        list("a.b.c"),
        list(&session.token),
    ] {
        refuses!(stack, request, 401, "unauthorized");
    }
}

async fn prepare(stack: &Stack) -> (TestRequest, TestSession) {
    let session = TestUser::verified(stack).await.sign_in(stack).await;
    (list(&session.token), session)
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists_the_sessions() {
    faults::check_every_fault(FUNCTION, prepare, async |case, session| {
        assert_eq!(case.retry().await.data()[0]["_id"], session.id.as_str());
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&list(&TestUser::any_token().await)),
    every_variable_is_required(&list("any")),
);
