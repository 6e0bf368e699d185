//! Front-door tests of `POST /users/me/email/confirm`.
//!
//! Protected here: the claim moves as a whole or not at all, the old mailbox has the revert link before it is needed, and the old email
//! address cannot be taken while the change can be reverted.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-confirm-email-change");
const DAYS_7: u64 = 7 * 24 * 60 * 60;

fn confirm(token: &str) -> TestRequest {
    TestRequest::confirm_email_change(token)
}

/// Fails the test unless the user claims the current email address, and has reserved each one to which they can revert.
async fn assert_claims_agree(stack: &Stack, user: &TestUser) -> Value {
    let record = user.record(stack).await;
    let claim = stack.email_claim(record["email"].as_str().expect("text")).await;
    assert_eq!((&claim["userId"], &claim["expiresAt"]), (&json!(user.id), &Value::Null));
    for previous in record["previousEmails"].as_array().into_iter().flatten() {
        let claim = stack.email_claim(previous["email"].as_str().expect("text")).await;
        assert_eq!(claim["userId"], json!(user.id), "{previous}");
        assert_eq!(claim["expiresAt"], previous["expiresAt"], "{previous}");
    }
    record
}

#[tokio::test]
async fn moves_the_claim_and_ends_all_sessions() {
    let (stack, user) = Stack::with_user().await;
    let (session, new) = (user.access_token(&stack).await, TestUser::unused_email());
    let link = user.request_email_change(&stack, &new).await;
    let response = expect!(stack.send(&confirm(&link).query("lang", "fr")), 200);
    assert_eq!(
        response.body["message"],
        "Votre adresse e-mail a été modifiée. Utilisez désormais la nouvelle pour vous connecter."
    );
    let me = TestRequest::get("/users/me").bearer(&session);
    refuses!(stack, me, 401, "unauthorized");
    expect!(stack.send(&user.login_request()), 401, "the old email address");
    let moved = TestUser {
        email: new.clone(),
        ..user.clone()
    };
    let token = moved.access_token(&stack).await;
    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_contains(me.data(), &json!({"email": new, "emailChange": null}));
    assert_claims_agree(&stack, &moved).await;
    let until = stack.email_claim(&user.email).await["expiresAt"]
        .as_u64()
        .expect("a time");
    let now = std::time::SystemTime::UNIX_EPOCH
        .elapsed()
        .expect("after 1970")
        .as_secs();
    assert!((now + DAYS_7 - 600..=now + DAYS_7).contains(&until), "{until}");

    let code = TestRequest::post("/users/request-reset").json(&json!({"email": user.email}));
    let emails = stack.emails_to(&user.email).await.len();
    expect!(stack.send(&code), 200);
    assert_eq!(
        stack.emails_to(&user.email).await.len(),
        emails,
        "no reset code for the old mailbox"
    );
}

#[tokio::test]
async fn writes_to_the_old_mailbox_in_the_language_of_the_user() {
    let stack = Stack::running();
    for (language, subject) in [
        ("en", "Your email address was changed · Masar"),
        ("fr", "Votre adresse e-mail a été modifiée · Masar"),
        ("ar", "غُيِّر بريدك الإلكتروني · مسار"),
    ] {
        let user = TestUser::verified(&stack).await;
        user.set_attribute(&stack, "language", json!(language)).await;
        let (_, link) = user.change_email(&stack, &TestUser::unused_email()).await;
        let email = user.last_email(&stack).await;
        assert_eq!(email.subject, subject);
        if language == "en" {
            assert_snapshot!(email.body_text.replace(&link, "[token]").lines().nth(2).expect("a text"), @"Your Masar account now has another email address. If it was not you, take your account back with this link, which also removes all passkeys:");
            assert!(email.body_text.contains("/revert-email?lang=en&token="));
        }
    }
}

#[tokio::test]
async fn a_repeated_confirmation_gets_the_same_response_and_changes_nothing() {
    let (stack, user) = Stack::with_user().await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    expect!(stack.send(&confirm(&link)), 200);
    let (record, emails) = (user.record(&stack).await, stack.emails_to(&user.email).await.len());
    expect!(stack.send(&confirm(&link)), 200);
    assert_eq!(user.record(&stack).await, record);
    assert_eq!(stack.emails_to(&user.email).await.len(), emails);
}

#[tokio::test]
async fn rejects_other_tokens_and_expired_changes() {
    let stack = Stack::running();
    let user = TestUser::verified_with(&stack, &TestUser::registration()).await;
    let verification = stack.last_link_token(&user.email).await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let session = user.access_token(&stack).await;
    let mut forged = link.clone();
    forged.truncate(link.len() - 4);
    forged.push_str("AAAA");
    for token in ["", "no token", &verification, &session, &forged] {
        refuses!(stack, confirm(token), 400, "email_change_invalid");
    }
    // No token of a link authenticates a request.
    let me = TestRequest::get("/users/me").bearer(&link);
    refuses!(stack, me, 401, "unauthorized");

    let mut change = user.record(&stack).await["emailChange"].clone();
    change["expiresAt"] = json!(1);
    user.set_attribute(&stack, "emailChange", change).await;
    refuses!(stack, confirm(&link), 400, "email_change_invalid");
    assert_eq!(user.record(&stack).await["email"], user.email.as_str());
}

#[tokio::test]
async fn a_blocked_or_deleted_user_cannot_confirm() {
    let (stack, user) = Stack::with_user().await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let token = user.access_token(&stack).await;
    user.set_attribute(&stack, "blocked", json!(true)).await;
    refuses!(stack, confirm(&link), 403, "account_blocked");
    user.set_attribute(&stack, "blocked", json!(false)).await;
    let delete = TestRequest::post("/users/delete")
        .bearer(&token)
        .json(&json!({"password": user.password}));
    expect!(stack.send(&delete), 200);
    refuses!(stack, confirm(&link), 400, "email_change_invalid");
}

#[tokio::test]
async fn returns_409_when_somebody_has_registered_with_the_new_email_address() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::registration());
    let new = other["email"].as_str().expect("text");
    let link = user.request_email_change(&stack, new).await;
    let other = TestUser::registered_with(&stack, &other).await;
    let emails = stack.emails_to(&user.email).await.len();
    refuses!(stack, confirm(&link), 409, "user_already_exists");
    assert_claims_agree(&stack, &user).await;
    assert_claims_agree(&stack, &other).await;
    assert_eq!(
        stack.emails_to(&user.email).await.len(),
        emails,
        "no email about a change that is not made"
    );
}

#[tokio::test]
async fn nobody_can_take_the_old_email_address_before_the_revert_link_expires() {
    let stack = Stack::running();
    let (registration, other) = (TestUser::registration(), TestUser::verified(&stack).await);
    let user = TestUser::verified_with(&stack, &registration).await;
    let waiting = other.request_email_change(&stack, &TestUser::unused_email()).await;
    user.change_email(&stack, &TestUser::unused_email()).await;
    let register = TestRequest::post("/users/register").json(&registration);
    refuses!(stack, register, 409, "user_already_exists");
    let mut change = other.record(&stack).await["emailChange"].clone();
    change["email"] = user.email.as_str().into();
    other.set_attribute(&stack, "emailChange", change).await;
    refuses!(stack, confirm(&waiting), 409, "user_already_exists");

    // DynamoDB deletes an expired claim with a delay. Until then it does not count.
    let mut claim = stack.email_claim(&user.email).await;
    claim["expiresAt"] = json!(1);
    stack.put_item("users", claim).await;
    expect!(stack.send(&confirm(&waiting)), 200);
    assert_claims_agree(&stack, &other).await;
}

#[tokio::test]
async fn of_two_confirmations_at_once_one_changes_the_email_address() {
    let (stack, user) = Stack::with_user().await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let (first, second) = (confirm(&link), confirm(&link));
    let (first, second) = tokio::join!(stack.send(&first), stack.send(&second));
    assert_eq!((first.status, second.status), (200, 200));
    let record = assert_claims_agree(&stack, &user).await;
    assert_eq!(record["tokenVersion"], 1);
    assert_eq!(record["previousEmails"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_confirmation_and_a_registration_at_once_give_the_email_address_to_one() {
    let stack = Stack::running();
    for _ in 0..4 {
        let (user, registration) = (TestUser::verified(&stack).await, TestUser::registration());
        let new = registration["email"].as_str().expect("text");
        let link = user.request_email_change(&stack, new).await;
        let (confirm, register) = (confirm(&link), TestRequest::post("/users/register").json(&registration));
        let (confirmed, registered) = tokio::join!(stack.send(&confirm), stack.send(&register));
        let claim = stack.email_claim(new).await;
        match (confirmed.status, registered.status) {
            (200, 409) => assert_eq!(claim["userId"], json!(user.id)),
            (409, 201) => assert_eq!(claim["userId"], registered.data()["_id"]),
            other => panic!("{other:?}"),
        }
        assert_claims_agree(&stack, &user).await;
    }
}

#[tokio::test]
async fn a_confirmation_and_a_deletion_at_once_leave_no_claim() {
    let stack = Stack::running();
    for _ in 0..4 {
        let (user, new) = (TestUser::verified(&stack).await, TestUser::unused_email());
        let link = user.request_email_change(&stack, &new).await;
        let token = user.access_token(&stack).await;
        let delete = TestRequest::post("/users/delete")
            .bearer(&token)
            .json(&json!({"password": user.password}));
        let confirm = confirm(&link);
        let (confirmed, deleted) = tokio::join!(stack.send(&confirm), stack.send(&delete));
        assert!([200, 400].contains(&confirmed.status), "{confirmed:?}");
        // 401: the confirmation has ended the session before the deletion began.
        assert!([200, 401].contains(&deleted.status), "{deleted:?}");
        if deleted.status == 200 {
            assert_eq!(user.record(&stack).await, Value::Null);
            for email in [&user.email, &new] {
                assert_eq!(stack.email_claim(email).await, Value::Null, "{email}");
            }
        } else {
            assert_claims_agree(&stack, &user).await;
        }
    }
}

#[tokio::test]
async fn changes_nothing_when_the_old_mailbox_cannot_be_told() {
    let (stack, user) = Stack::with_user().await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    refuses!(function, confirm(&link), 503, "service_unavailable");
    assert_eq!(user.record(&stack).await["email"], user.email.as_str());
    for secret in [user.email.as_str(), &link] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
    expect!(stack.send(&confirm(&link)), 200);
}

#[tokio::test]
async fn after_any_fault_the_change_is_made_with_a_revert_link_or_can_be_retried() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let link = user.request_email_change(stack, &TestUser::unused_email()).await;
        (confirm(&link), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        let record = assert_claims_agree(&stack, user).await;
        let is_changed = record["email"] != user.email.as_str();
        assert!(is_changed || case.response.status != 200);
        if is_changed {
            assert!(
                user.last_email(&stack)
                    .await
                    .body_text
                    .contains("/revert-email?lang=en&token=")
            );
        }
        expect!(case.retry(), 200);
        let record = assert_claims_agree(&stack, user).await;
        assert_eq!(record["tokenVersion"], 1);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        let link = user.request_email_change(stack, &TestUser::unused_email()).await;
        confirm(&link)
    }),
    every_variable_is_required(&confirm("any")),
);
