//! Front-door tests of `DELETE /users/me/sessions/{id}`.
//!
//! Protected here: the session is refused at its next request, and a user cannot end, or learn of, sessions of others.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-end-session");

const NO_SESSION: &str = "0123456789abcdef0123456789abcdef";

fn end(id: &str, token: &str) -> TestRequest {
    TestRequest::delete(&format!("/users/me/sessions/{id}")).bearer(token)
}

#[tokio::test]
async fn ends_the_session_at_its_next_request() {
    let (stack, user) = Stack::with_user().await;
    let (here, elsewhere) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    assert!(elsewhere.is_live(&stack).await);

    let response = stack.send(&end(&elsewhere.id, &here.token).query("lang", "ar")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "سُجِّل خروج الجهاز.",
        "success": true
      }
    }
    "#);
    assert!(!elsewhere.is_live(&stack).await);
    assert!(here.is_live(&stack).await);

    refuses!(stack, end(&elsewhere.id, &here.token), 404, "session_not_found");
}

#[tokio::test]
async fn ends_the_current_session() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.sign_in(&stack).await;
    expect!(stack.send(&end(&session.id, &session.token)), 200);
    assert!(!session.is_live(&stack).await);
}

#[tokio::test]
async fn a_session_of_another_user_is_as_unknown_as_none() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.sign_in(&stack).await;
    let other = TestUser::verified(&stack).await.sign_in(&stack).await;

    let refused = stack.send(&end(&session.id, &other.token)).await;
    assert_json_snapshot!(refused, @r#"
    {
      "status": 404,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "session_not_found",
        "message": "This device is not logged in any more.",
        "success": false
      }
    }
    "#);
    let unknown = stack.send(&end(NO_SESSION, &other.token)).await;
    assert_eq!(format!("{unknown:?}"), format!("{refused:?}"));
    assert!(session.is_live(&stack).await);
}

#[tokio::test]
async fn an_id_of_another_form_is_unknown() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.sign_in(&stack).await;
    let (uppercase, longer) = (session.id.to_uppercase(), format!("{}0", session.id));
    for id in ["7", "a.b", "%23id", &uppercase, &longer] {
        refuses!(stack, end(id, &session.token), 404, "session_not_found");
    }
    assert!(session.is_live(&stack).await);
}

#[tokio::test]
async fn of_two_sessions_that_end_each_other_at_once_one_ends_at_least() {
    let (stack, user) = Stack::with_user().await;
    let (first, second) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    let (of_second, of_first) = (end(&second.id, &first.token), end(&first.id, &second.token));
    let responses = tokio::join!(stack.send(&of_second), stack.send(&of_first));
    for response in [responses.0, responses.1] {
        assert!([200, 401].contains(&response.status), "{response:?}");
    }
    assert!(!(first.is_live(&stack).await && second.is_live(&stack).await));
}

#[tokio::test]
async fn returns_401_without_a_valid_token() {
    let (stack, user) = Stack::with_user().await;
    let (ended, other) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    expect!(stack.send(&end(&ended.id, &ended.token)), 200);
    for token in ["", "a.b.c", &ended.token] {
        refuses!(stack, end(&other.id, token), 401, "unauthorized");
    }
    assert!(other.is_live(&stack).await);
}

async fn prepare(stack: &Stack) -> (TestRequest, TestSession) {
    let user = TestUser::verified(stack).await;
    let (here, elsewhere) = (user.sign_in(stack).await, user.sign_in(stack).await);
    (end(&elsewhere.id, &here.token), elsewhere)
}

#[tokio::test]
async fn after_any_fault_a_repetition_ends_the_session() {
    faults::check_every_fault(FUNCTION, prepare, async |case, session| {
        // The session may have ended although the function did not learn of it.
        let response = case.retry().await;
        assert!([200, 404].contains(&response.status), "{response:?}");
        assert!(!session.is_live(&Stack::running()).await);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&end(NO_SESSION, &TestUser::any_token().await)),
    every_variable_is_required(&end(NO_SESSION, "any")),
);
