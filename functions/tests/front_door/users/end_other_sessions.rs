//! Front-door tests of `DELETE /users/me/sessions`.
//!
//! Protected here: all sessions but the current one end, with tokens from before there were sessions, and a session that has ended is
//! not brought back.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-end-other-sessions");

fn end_others(token: &str) -> TestRequest {
    TestRequest::delete("/users/me/sessions").bearer(token)
}

#[tokio::test]
async fn ends_all_sessions_but_the_current_one() {
    let (stack, user) = Stack::with_user().await;
    let others = [user.sign_in(&stack).await, user.sign_in(&stack).await];
    let current = user.sign_in(&stack).await;
    let stranger = TestUser::verified(&stack).await.sign_in(&stack).await;

    let response = stack.send(&end_others(&current.token).query("lang", "fr")).await;
    assert!(response.set_cookie("__Host-device").contains("HttpOnly"));
    assert_json_snapshot!(response, {".headers[\"set-cookie\"]" => "[device]"}, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8",
        "set-cookie": "[device]"
      },
      "body": {
        "message": "Tous les autres appareils ont été déconnectés.",
        "success": true
      }
    }
    "#);
    for session in &others {
        assert!(!session.is_live(&stack).await);
    }
    assert!(current.is_live(&stack).await);
    assert!(stranger.is_live(&stack).await);

    expect!(stack.send(&end_others(&current.token)), 200, "it can be repeated");
    assert!(current.is_live(&stack).await);
    assert!(user.sign_in(&stack).await.is_live(&stack).await);
}

#[tokio::test]
async fn only_the_device_of_the_request_stays_known() {
    let (stack, user) = Stack::with_user().await;
    let elsewhere = stack.send(&user.login_request()).await;
    let here = stack.send(&user.login_request()).await;
    let cookie_of = |response: &TestResponse| response.set_cookie("__Host-device").to_owned();
    let token = here.body["token"].as_str().expect("a token");
    let ended = expect!(stack.send(&end_others(token).cookie(&cookie_of(&here))), 200);

    // A sign-in on an unknown device is reported.
    for (device, emails) in [(&ended, 0), (&here, 1), (&elsewhere, 1)] {
        let before = stack.emails_to(&user.email).await.len();
        let login = user.login_request().cookie(&cookie_of(device));
        expect!(stack.send(&login), 200);
        assert_eq!(stack.emails_to(&user.email).await.len(), before + emails);
    }
}

#[tokio::test]
async fn ends_all_sessions_for_a_token_without_one() {
    let (stack, user) = Stack::with_user().await;
    let token = user.token_without_session(&stack).await;
    let function = FUNCTION.start(&stack, &[stack.former_tokens()]).await;
    expect!(function.send(&end_others(&token)), 200, "there are none yet");
    let session = user.sign_in(&stack).await;

    expect!(function.send(&end_others(&token)), 200);
    assert!(!session.is_live(&stack).await);
    assert!(user.sign_in(&stack).await.is_live(&stack).await);
}

#[tokio::test]
async fn does_not_bring_back_a_session_that_ends_meanwhile() {
    let (stack, user) = Stack::with_user().await;
    let (current, other) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    let request = end_others(&current.token);
    let without = user.record_without_session(&stack, &current).await;
    let end_current = async {
        stack.put_item("users", without).await;
    };
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &request, end_current);
    let (response, ()) = held.await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
    assert!(!current.is_live(&stack).await);
    assert!(other.is_live(&stack).await);
}

#[tokio::test]
async fn returns_401_without_a_valid_token() {
    let (stack, user) = Stack::with_user().await;
    let (ended, other) = (user.sign_in(&stack).await, user.sign_in(&stack).await);
    let logout = TestRequest::post("/users/logout").bearer(&ended.token);
    expect!(stack.send(&logout), 200);
    for token in ["", "a.b.c", &ended.token] {
        refuses!(stack, end_others(token), 401, "unauthorized");
    }
    assert!(other.is_live(&stack).await);
}

async fn prepare(stack: &Stack) -> (TestRequest, [TestSession; 2]) {
    let user = TestUser::verified(stack).await;
    let (here, elsewhere) = (user.sign_in(stack).await, user.sign_in(stack).await);
    (end_others(&here.token), [here, elsewhere])
}

#[tokio::test]
async fn ending_the_others_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let (here, _) = (user.sign_in(stack).await, user.sign_in(stack).await);
        let scene = SignInScene::observed(stack, SignInRequest::EndOthers(Browser::One), &user).await;
        (end_others(&here.token), scene.session(Browser::One, &here))
    })
    .await;
}

#[tokio::test]
async fn ending_the_others_after_the_own_session_is_a_path_of_the_model() {
    traces::check_with_another(FUNCTION, ("dynamodb UpdateItem users", 1), async |stack| {
        let user = TestUser::verified(stack).await;
        let (here, elsewhere) = (user.sign_in(stack).await, user.sign_in(stack).await);
        let scene = SignInScene::observed(stack, SignInRequest::EndOthers(Browser::One), &user).await;
        let scene = scene.session(Browser::One, &here).session(Browser::Two, &elsewhere);
        let other = SignInRequest::EndOthers(Browser::Two);
        (end_others(&here.token), scene, end_others(&elsewhere.token), other)
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_ends_the_others() {
    faults::check_every_fault(FUNCTION, prepare, async |case, [here, elsewhere]| {
        expect!(case.retry(), 200);
        let stack = Stack::running();
        assert!(here.is_live(&stack).await);
        assert!(!elsewhere.is_live(&stack).await);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&end_others(&TestUser::any_token().await)),
    every_variable_is_required(&end_others("any")),
);
