//! Front-door tests of `POST /users/logout`.
//!
//! Protected here: the token of the session is refused afterwards, other sessions stay, and a logout can be repeated.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-logout");

fn logout(token: &str) -> TestRequest {
    TestRequest::post("/users/logout").bearer(token)
}

#[tokio::test]
async fn ends_the_session_of_the_token_and_no_other() {
    let (stack, user) = Stack::with_user().await;
    let (here, elsewhere) = (user.sign_in(&stack).await, user.sign_in(&stack).await);

    let response = stack.send(&logout(&here.token).query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Votre session est fermée.",
        "success": true
      }
    }
    "#);
    assert!(!here.is_live(&stack).await);
    assert!(elsewhere.is_live(&stack).await);
}

#[tokio::test]
async fn can_be_repeated() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.sign_in(&stack).await;
    for _ in 0..2 {
        expect!(stack.send(&logout(&session.token)), 200);
        assert!(!session.is_live(&stack).await);
    }
}

#[tokio::test]
async fn concurrent_logouts_of_two_sessions_end_both() {
    let (stack, user) = Stack::with_user().await;
    let sessions = [user.sign_in(&stack).await, user.sign_in(&stack).await];
    let requests = sessions.clone().map(|session| logout(&session.token));
    let (first, second) = tokio::join!(stack.send(&requests[0]), stack.send(&requests[1]));
    assert_eq!((first.status, second.status), (200, 200));
    for session in sessions {
        assert!(!session.is_live(&stack).await);
    }
}

#[tokio::test]
async fn accepts_a_token_without_a_session_and_leaves_the_sessions() {
    let (stack, user) = Stack::with_user().await;
    let session = user.sign_in(&stack).await;
    let token = user.token_without_session(&stack).await;
    let function = FUNCTION.start(&stack, &[stack.former_tokens()]).await;
    expect!(function.send(&logout(&token)), 200);
    assert!(session.is_live(&stack).await);
}

#[tokio::test]
async fn ends_the_session_of_a_blocked_user_and_does_not_bring_back_a_deleted_one() {
    let (stack, user) = Stack::with_user().await;
    let session = user.sign_in(&stack).await;
    user.set_attribute(&stack, "blocked", true.into()).await;
    expect!(stack.send(&logout(&session.token)), 200);
    assert_eq!(user.record(&stack).await["sessions"], json!({}));

    user.delete_record(&stack).await;
    expect!(stack.send(&logout(&session.token)), 200);
    assert!(user.record(&stack).await.is_null());
}

#[tokio::test]
async fn returns_401_without_a_token_of_ours() {
    let stack = Stack::running();
    for request in [TestRequest::post("/users/logout"), logout("a.b.c"), logout("null")] {
        refuses!(stack, request, 401, "unauthorized");
    }
}

#[tokio::test]
async fn a_logout_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let (here, _) = (user.sign_in(stack).await, user.sign_in(stack).await);
        let scene = SignInScene::observed(stack, SignInRequest::Logout(Browser::One), &user).await;
        (logout(&here.token), scene.session(Browser::One, &here))
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_ends_the_session() {
    let prepare = async |stack: &Stack| {
        let session = TestUser::verified(stack).await.sign_in(stack).await;
        (logout(&session.token), session)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, session| {
        expect!(case.retry(), 200);
        assert!(!session.is_live(&Stack::running()).await);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&logout(&TestUser::any_token().await)),
    every_variable_is_required(&logout("any")),
);
