//! Front-door tests of `PUT /users/me/reminders`.
//!
//! Protected here: a user turns the reminders of sessions off and on.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-set-reminders");
const PATH: &str = "/users/me/reminders";

fn choose(token: &str, reminders: bool) -> TestRequest {
    TestRequest::put(PATH)
        .bearer(token)
        .json(&json!({"reminders": reminders}))
}

#[tokio::test]
async fn turns_reminders_off_and_on_and_changes_nothing_else() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
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
    expect!(stack.send(&choose(&token, false)), 200, "a repetition");

    assert_eq!(stack.send(&choose(&token, true)).await.data()["reminders"], true);
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn refuses_what_is_neither_on_nor_off() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    for malformed in [
        json!({}),
        json!({"reminders": null}),
        json!({"reminders": "false"}),
        json!(false),
    ] {
        expect!(
            stack.send(&TestRequest::put(PATH).bearer(&token).json(&malformed)),
            (400, "malformed_request")
        );
    }
    assert_eq!(user.record(&stack).await.get("reminders"), None);
}

#[tokio::test]
async fn does_not_bring_back_a_user_who_is_deleted_meanwhile() {
    let stack = Stack::running();
    let (request, user) = choosing(&stack, &TestUser::verified(&stack).await).await;
    let deletion = async {
        user.delete_record(&stack).await;
    };
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &request, deletion);
    let (response, ()) = held.await;
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
        FUNCTION,
        async |stack| choosing(stack, &template).await,
        async |case, user| {
            let stack = Stack::running();
            expect!(case.retry(), 200);
            assert_eq!(user.record(&stack).await["reminders"], false);
        },
    )
    .await;
}

endpoint_checks!(
    FUNCTION,
    requires_an_access_token_of_a_user_who_is_not_blocked(|token| choose(token, false)),
    every_variable_is_required(&choose("any", false)),
);
