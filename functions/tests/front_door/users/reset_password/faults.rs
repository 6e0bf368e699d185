//! Failures of AWS, and missing configuration.

use super::{FUNCTION, NEW_PASSWORD, reset, reset_cookie};
use crate::prelude::*;

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let (stack, user) = Stack::with_user().await;
    let request = reset(&user.email, NEW_PASSWORD).cookie(&reset_cookie(&stack, &user).await);
    checks::succeeds_and_logs_when_the_email_cannot_be_sent(
        FUNCTION,
        &request,
        "password_changed",
        &[&user.email, NEW_PASSWORD],
    )
    .await;
}

#[tokio::test]
async fn returns_503_during_an_outage_and_the_reset_token_stays_valid() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    let request = reset(&user.email, NEW_PASSWORD).cookie(&cookie);
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::start(&stack).await;
        let function = FUNCTION.start(&stack, &[(service, outage.endpoint())]).await;
        refuses!(function, request, 503, "service_unavailable", "{service}");
    }
    checks::returns_503_when_tables_are_unreachable_or_do_not_respond(FUNCTION, &request).await;
    expect!(stack.send(&request), 200);
}

#[tokio::test]
async fn after_any_fault_the_old_or_the_new_password_works() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let cookie = reset_cookie(stack, &user).await;
        (reset(&user.email, NEW_PASSWORD).cookie(&cookie), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        let is_new = user.record(&stack).await["tokenVersion"] == 1;
        let password = if is_new { NEW_PASSWORD } else { &user.password };
        expect!(stack.send(&user.login_request_with(password)), 200);
        assert!(is_new || case.response.status == 503);
        // The reset token is valid until it was used.
        expect!(case.retry(), if is_new { 400 } else { 200 });
        assert_eq!(user.record(&stack).await["tokenVersion"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_reset_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        user.sign_in(stack).await;
        let cookie = reset_cookie(stack, &user).await;
        let request = SignInRequest::Reset(Browser::One, Password::Other);
        let scene = SignInScene::observed(stack, request, &user).await;
        (reset(&user.email, NEW_PASSWORD).cookie(&cookie), scene.token())
    })
    .await;
}

/// Sends another request of a signed-in user before the handler reads the token, and before it writes.
async fn check_with_another(meanwhile: SignInRequest, other: impl Fn(&TestUser, &TestSession) -> TestRequest) {
    for step in [
        "dynamodb GetItem passwordResets",
        "dynamodb TransactWriteItems passwordResets users",
    ] {
        traces::check_with_another(FUNCTION, (step, 1), async |stack| {
            let user = TestUser::verified(stack).await;
            let session = user.sign_in(stack).await;
            let cookie = reset_cookie(stack, &user).await;
            let request = SignInRequest::Reset(Browser::One, Password::Other);
            let scene = SignInScene::observed(stack, request, &user).await;
            let scene = scene.token().session(Browser::Two, &session);
            let reset = reset(&user.email, NEW_PASSWORD).cookie(&cookie);
            (reset, scene, other(&user, &session), meanwhile)
        })
        .await;
    }
}

/// A change of the password ends the token.
#[tokio::test]
async fn a_reset_after_a_change_is_a_path_of_the_model() {
    let meanwhile = SignInRequest::ChangePassword(Browser::Two, Password::Old, Password::New);
    check_with_another(meanwhile, |user, session| {
        let change = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
        TestRequest::put("/users/me/password")
            .bearer(&session.token)
            .json(&change)
    })
    .await;
}

/// It does not end the token: otherwise, a stolen access token would be enough to prevent the reset.
#[tokio::test]
async fn a_reset_after_the_sessions_were_ended_is_a_path_of_the_model() {
    check_with_another(SignInRequest::EndOthers(Browser::Two), |_, session| {
        TestRequest::delete("/users/me/sessions").bearer(&session.token)
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        let cookie = reset_cookie(stack, &user).await;
        reset(&user.email, NEW_PASSWORD).cookie(&cookie)
    }),
    every_variable_is_required(&reset("a@example.org", NEW_PASSWORD)),
    a_repetition_sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        user.reset_password_request(stack, NEW_PASSWORD).await
    }),
);
