//! Failures of AWS, and missing configuration.

use super::{FUNCTION, WINDOW, login, outdated_hash};
use crate::prelude::*;

#[tokio::test]
async fn a_login_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let request = SignInRequest::Login(Browser::One, Password::Old);
        (user.login_request(), SignInScene::observed(stack, request, &user).await)
    })
    .await;
    // There is a session, and a wrong password.
    traces::check_without_faults(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        user.sign_in(stack).await;
        let request = SignInRequest::Login(Browser::One, Password::Old);
        (user.login_request(), SignInScene::observed(stack, request, &user).await)
    })
    .await;
    traces::check_without_faults(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let request = SignInRequest::Login(Browser::One, Password::New);
        let scene = SignInScene::observed(stack, request, &user).await;
        (user.login_request_with("Wrong horse 1"), scene)
    })
    .await;
}

/// No session begins with a password that was valid when it was checked.
#[tokio::test]
async fn a_login_while_the_password_is_changed_is_a_path_of_the_model() {
    traces::check_with_another(FUNCTION, ("dynamodb UpdateItem users", 1), async |stack| {
        let user = TestUser::verified(stack).await;
        let session = user.sign_in(stack).await;
        let request = SignInRequest::Login(Browser::One, Password::Old);
        let scene = SignInScene::observed(stack, request, &user)
            .await
            .session(Browser::Two, &session);
        let change = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
        let change = TestRequest::put("/users/me/password")
            .bearer(&session.token)
            .json(&change);
        let meanwhile = SignInRequest::ChangePassword(Browser::Two, Password::Old, Password::New);
        (user.login_request(), scene, change, meanwhile)
    })
    .await;
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let first = stack.send(&user.login_request()).await;
        user.login_request().cookie(first.set_cookie("__Host-device"))
    };
    // Some of them run concurrently, so their order varies.
    faults::check_aws_requests(FUNCTION, prepare).await;
}

/// A login that needs every request to AWS: on a new device, through the CDN, with an outdated password hash.
async fn login_with_every_aws_request(stack: &Stack, template: &TestUser) -> (TestRequest, TestUser) {
    let user = template.duplicate(stack).await;
    let login = user.login_request();
    (login.of_ip(&user.client_ip_and_port()), user)
}

#[tokio::test]
async fn after_any_fault_the_next_login_succeeds() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let template = TestUser::verified(&stack).await;
        template
            .set_attribute(&stack, "passwordHash", json!(outdated_hash(&template.password)))
            .await;
        let prepare = async |stack: &Stack| login_with_every_aws_request(stack, &template).await;
        faults::check_every_fault(FUNCTION, prepare, async |case, user| {
            // With a lost response, an attempt may have been counted or refunded twice.
            for (limit, counted) in case.counted_attempts().await {
                let most = if case.fault().is_carried_out() { 2 } else { 1 };
                assert!((1 - most..=most).contains(&counted), "{limit}: {counted}");
            }
            let token = case.retry().await.body["token"].clone();
            let me = TestRequest::get("/users/me").bearer(token.as_str().expect("a token"));
            assert_eq!(stack.send(&me).await.data()["_id"], user.id.as_str());
            let item = user.record(&stack).await;
            let hash = item["passwordHash"].to_string();
            assert!(hash.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn succeeds_before_lambda_stops_it_when_aws_is_slow() {
    let template = TestUser::verified(&Stack::running()).await;
    template
        .set_attribute(
            &Stack::running(),
            "passwordHash",
            json!(outdated_hash(&template.password)),
        )
        .await;
    let prepare = async |stack: &Stack| login_with_every_aws_request(stack, &template).await;
    expect!(faults::response_while_aws_is_slow(FUNCTION, prepare), 200);
}

#[tokio::test]
async fn after_any_fault_of_the_email_the_next_login_sends_a_link() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let template = TestUser::registered(&stack).await;
        let prepare = async |stack: &Stack| {
            let user = template.duplicate(stack).await;
            (user.login_request(), user)
        };
        let is_of_the_email = |request: &str| request.starts_with("ses ") || request.contains("signingKey");
        faults::check_faults_of(FUNCTION, is_of_the_email, prepare, async |case, user| {
            assert_eq!(case.response.status_and_code(), (403, "account_not_verified"));
            let emails = stack.emails_to(&user.email).await.len();
            expect!(case.retry(), (403, "account_not_verified"));
            assert_eq!(stack.emails_to(&user.email).await.len(), emails + 1);
        })
        .await;
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_during_an_outage_and_succeeds_after_it(&Stack::with_user().await.1.login_request(), 200),
    returns_503_when_tables_are_unreachable_or_do_not_respond(&login(
        &json!({"email": "a@example.org", "password": "Correct horse 1"})
    )),
    every_variable_is_required(&login(
        &json!({"email": "a@example.org", "password": "Correct horse 1"})
    )),
);
