//! Front-door tests of `PUT /users/me/reminders`.
//!
//! Protected here: a user turns the reminders of sessions off and on.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Stack, TestRequest, TestUser,
    faults::{self, Fault, NthRequest},
};

const BINARY: &str = "users-set-reminders";
const NAME: &str = "UsersSetRemindersFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
const PATH: &str = "/users/me/reminders";

fn choose(token: &str, reminders: bool) -> TestRequest {
    TestRequest::put(PATH)
        .bearer(token)
        .json(&json!({"reminders": reminders}))
}

#[tokio::test]
async fn turns_reminders_off_and_on_and_changes_nothing_else() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let me = async || stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    let before = user.record(&stack).await;
    assert_eq!(me().await.data().get("reminders"), None);

    let response = stack.send(&choose(&token, false)).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "reminders": false
        },
        "success": true
      }
    }
    "#);
    let mut expected = before.clone();
    expected["reminders"] = false.into();
    assert_eq!(user.record(&stack).await, expected);
    assert_eq!(me().await.data()["reminders"], false);
    assert_eq!(stack.send(&choose(&token, false)).await.status, 200, "a repetition");

    assert_eq!(stack.send(&choose(&token, true)).await.data()["reminders"], true);
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn refuses_what_is_neither_on_nor_off() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    for malformed in [
        json!({}),
        json!({"reminders": null}),
        json!({"reminders": "false"}),
        json!(false),
    ] {
        let response = stack
            .send(&TestRequest::put(PATH).bearer(&token).json(&malformed))
            .await;
        assert_eq!(response.status_and_code(), (400, "malformed_request"), "{malformed}");
    }
    assert_eq!(user.record(&stack).await.get("reminders"), None);
}

#[tokio::test]
async fn requires_an_access_token_of_a_user_who_is_not_blocked() {
    let stack = Stack::running();
    let response = stack.send(&choose("a.b.c", false)).await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    user.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&choose(&token, false)).await;
    assert_eq!(response.status_and_code(), (403, "account_blocked"));
    assert_eq!(user.record(&stack).await.get("reminders"), None);
}

#[tokio::test]
async fn does_not_bring_back_a_user_who_is_deleted_meanwhile() {
    let stack = Stack::running();
    let (request, user) = choosing(&stack, &TestUser::verified(&stack).await).await;
    let deletion = async {
        user.delete_record(&stack).await;
    };
    let target = NthRequest::first("dynamodb UpdateItem users");
    let (response, ()) = DEPLOYED
        .send_held(target, Fault::TransactionConflict, &request, deletion)
        .await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
    assert_eq!(user.record(&stack).await, Value::Null);
}

async fn choosing(stack: &Stack, template: &TestUser) -> (TestRequest, TestUser) {
    let user = template.duplicate(stack).await;
    let token = user.access_token(stack).await;
    (choose(&token, false), user)
}

#[tokio::test]
async fn after_any_fault_a_repetition_turns_reminders_off() {
    let template = TestUser::verified(&Stack::running()).await;
    faults::check_every_fault(
        DEPLOYED,
        async |stack| choosing(stack, &template).await,
        async |case, user| {
            let stack = Stack::running();
            assert_eq!(case.retry().await.status, 200);
            assert_eq!(user.record(&stack).await["reminders"], false);
        },
    )
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &choose("any", false)).await;
}
