//! Front-door tests of `POST /users/stop-reminders`. A test of `operator/notify-participants` sends it with the token of an email.
//!
//! Protected here: the token of a reminder turns reminders off, permits nothing else, and reveals nothing about the user.

use domain::UserId;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-stop-reminders");

fn stop(token: &str) -> TestRequest {
    TestRequest::post("/users/stop-reminders").query("token", token)
}

#[tokio::test]
async fn turns_reminders_off_without_a_session_and_can_be_repeated() {
    let (stack, user) = Stack::with_user().await;
    let mut expected = user.record(&stack).await;
    let token = reminder_token(&stack, &user.id).await;
    let response = stack.send(&stop(&token).query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Nous ne vous rappellerons plus vos séances.",
        "success": true
      }
    }
    "#);
    expected["reminders"] = false.into();
    assert_eq!(user.record(&stack).await, expected);
    expect!(stack.send(&stop(&token)), 200, "a repetition");
    assert_eq!(user.record(&stack).await, expected);
}

#[tokio::test]
async fn a_deleted_user_gets_the_same_response_and_does_not_come_back() {
    let stack = Stack::running();
    let (user, gone) = (TestUser::verified(&stack).await, UserId::random());
    let of_user = stack.send(&stop(&reminder_token(&stack, &user.id).await)).await;
    let of_gone = stack.send(&stop(&reminder_token(&stack, gone.as_str()).await)).await;
    assert_eq!((of_gone.status, of_gone.body), (of_user.status, of_user.body));
    let key = format!("user#{gone}");
    assert_eq!(stack.get_item("users", ("pk", &key)).await, Value::Null);
}

#[tokio::test]
async fn refuses_any_other_token() {
    let (stack, user) = Stack::with_user().await;
    let mac = reminder_token(&stack, UserId::random().as_str()).await;
    let (_, mac) = mac.split_once('.').expect("a MAC");
    let session = user.access_token(&stack).await;
    for other in ["", &user.id, &session, &format!("{}.{mac}", user.id)] {
        refuses!(stack, stop(other), 400, "reminder_link_invalid");
    }
    assert_eq!(user.record(&stack).await.get("reminders"), None);
}

#[tokio::test]
async fn after_any_fault_a_repetition_turns_reminders_off() {
    let template = TestUser::verified(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let user = template.duplicate(stack).await;
        (stop(&reminder_token(stack, &user.id).await), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        expect!(case.retry(), 200);
        assert_eq!(user.record(&Stack::running()).await["reminders"], false);
    })
    .await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&stop("any")),);
