//! Failures of AWS, and missing configuration.

use serde_json::json;
use testing::{
    Function, Stack, TestRequest, TestSession, TestUser, faults,
    traces::{self, Browser, Password, SignInRequest, SignInScene},
};

use super::{BINARY, DEPLOYED, NAME, NEW_PASSWORD, reset, reset_cookie};

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let outage = faults::Outage::start(&stack).await;
    let function =
        Function::start_deployed(BINARY, &stack, NAME, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())]).await;
    assert_eq!(
        function
            .send(&reset(&user.email, NEW_PASSWORD).cookie(&cookie))
            .await
            .status,
        200
    );
    assert_eq!(function.wait_for_log("mail not sent").await["mail"], "password_changed");
    for secret in [user.email.as_str(), NEW_PASSWORD] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

#[tokio::test]
async fn returns_503_during_an_outage_and_the_reset_token_stays_valid() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let request = reset(&user.email, NEW_PASSWORD).cookie(&cookie);
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::start(&stack).await;
        let function = Function::start_deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let response = function.send(&request).await;
        assert_eq!(response.status_and_code(), (503, "service_unavailable"), "{service}");
    }
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &request).await;
    faults::check_tables_unresponsive(BINARY, &variables, &request).await;
    assert_eq!(stack.send(&request).await.status, 200);
}

#[tokio::test]
async fn after_any_fault_the_old_or_the_new_password_works() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let cookie = reset_cookie(stack, &user).await;
        (reset(&user.email, NEW_PASSWORD).cookie(&cookie), user)
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        let stack = Stack::running();
        let is_new = user.record(&stack).await["tokenVersion"] == 1;
        let password = if is_new { NEW_PASSWORD } else { &user.password };
        assert_eq!(stack.send(&user.login_request_with(password)).await.status, 200);
        assert!(is_new || case.response.status == 503);
        // The reset token is valid until it was used.
        assert_eq!(case.retry().await.status, if is_new { 400 } else { 200 });
        assert_eq!(user.record(&stack).await["tokenVersion"], 1);
    })
    .await;
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let cookie = reset_cookie(stack, &user).await;
        (reset(&user.email, NEW_PASSWORD).cookie(&cookie), ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn a_reset_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
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
        traces::check_with_another(DEPLOYED, (step, 1), async |stack| {
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

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &reset("a@example.org", NEW_PASSWORD)).await;
}

/// It is answered before anything else is read.
#[tokio::test]
async fn a_repetition_sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let request = user.reset_password_request(stack, NEW_PASSWORD).await;
        let request = request.header("idempotency-key", &user.id);
        assert!(stack.send(&request).await.status < 300);
        (request, ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}
