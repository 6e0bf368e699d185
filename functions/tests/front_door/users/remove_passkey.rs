//! Front-door tests of `DELETE /users/me/passkeys/{id}`.
//!
//! Protected here: a removed passkey does not sign in, the password still does, and a user removes only passkeys of their own.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-remove-passkey");

const NO_PASSKEY: &str = "0123456789abcdef0123456789abcdef";

fn remove(id: &str, token: &str) -> TestRequest {
    TestRequest::delete(&format!("/users/me/passkeys/{id}")).bearer(token)
}

#[tokio::test]
async fn removes_the_last_passkey_and_sends_an_email() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let (passkey, id) = user.add_passkey(&stack, &token).await;
    let begun = passkey.login_request(&stack).await;
    let response = expect!(stack.send(&remove(&id, &token).query("lang", "ar")), 200);
    assert_eq!(response.body["message"], "أُزيل مفتاح المرور.");
    refuses!(stack, begun, 401, "passkey_refused");
    let email = user.last_email(&stack).await;
    assert!(email.subject.starts_with("A passkey was removed"), "{}", email.subject);
    expect!(stack.send(&user.login_request()), 200, "the password is left");
    refuses!(stack, remove(&id, &token), 404, "passkey_not_found");
    user.add_passkey(&stack, &token).await;
}

#[tokio::test]
async fn ends_the_sessions_that_the_passkey_began_and_no_others() {
    let (stack, user) = Stack::with_user().await;
    let by_password = user.sign_in(&stack).await;
    let (passkey, id) = user.add_passkey(&stack, &by_password.token).await;
    let (other, _) = user.add_passkey(&stack, &by_password.token).await;
    let sign_in = async |passkey: &TestPasskey| {
        let response = stack.send(&passkey.login_request(&stack).await).await;
        TestSession::of_token(response.body["token"].as_str().expect("a token"))
    };
    let (first, own, of_other) = (sign_in(&passkey).await, sign_in(&passkey).await, sign_in(&other).await);
    expect!(stack.send(&remove(&id, &own.token)), 200);
    assert!(!first.is_live(&stack).await);
    for session in [own, of_other, by_password] {
        assert!(session.is_live(&stack).await);
    }
}

/// Both requests read the user before one of them removes the passkey.
#[tokio::test]
async fn of_two_requests_at_once_one_sends_an_email() {
    let stack = Stack::running();
    let (request, (user, _)) = prepare(&stack).await;
    let before = stack.emails_to(&user.email).await.len();
    let other = async { stack.send(&request).await };
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &request, other);
    let (held, other) = held.await;
    assert_eq!((held.status, other.status), (200, 200));
    assert_eq!(stack.emails_to(&user.email).await.len(), before + 1);
}

#[tokio::test]
async fn returns_404_for_a_passkey_of_another_user_and_for_none() {
    let (stack, user) = Stack::with_user().await;
    let (passkey, id) = user.add_passkey(&stack, &user.access_token(&stack).await).await;
    let other = TestUser::verified(&stack).await.access_token(&stack).await;
    for id in [&id, NO_PASSKEY, "a.b", "7"] {
        refuses!(stack, remove(id, &other), 404, "passkey_not_found");
    }
    expect!(stack.send(&passkey.login_request(&stack).await), 200);
}

#[tokio::test]
async fn succeeds_and_logs_no_personal_data_when_emails_cannot_be_sent() {
    let stack = Stack::running();
    let (request, (user, _)) = prepare(&stack).await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    expect!(function.send(&request), 200);
    function.wait_for_log("mail not sent").await;
    assert!(!function.log().contains(&user.email), "{}", function.log());
}

async fn prepare(stack: &Stack) -> (TestRequest, (TestUser, String)) {
    let (user, token) = TestUser::signed_in(stack).await;
    let (_, id) = user.add_passkey(stack, &token).await;
    (remove(&id, &token), (user, id))
}

#[tokio::test]
async fn after_any_fault_a_repetition_removes_it() {
    faults::check_every_fault(FUNCTION, prepare, async |case, (user, _)| {
        // It may be removed although the function did not learn of it.
        assert!([200, 404].contains(&case.retry().await.status));
        assert_eq!(user.record(&Stack::running()).await["passkeys"], json!({}));
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(|token| remove(NO_PASSKEY, token)),
    every_variable_is_required(&remove(NO_PASSKEY, "any")),
);
