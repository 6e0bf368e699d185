//! Front-door tests of `POST /users/me/email/revert`.
//!
//! Protected here: the owner of the old mailbox can revert the change, whatever a thief did with the user meanwhile, and only while
//! the revert link is valid.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-revert-email-change");

fn revert(token: &str) -> TestRequest {
    TestRequest::revert_email_change(token)
}

/// Fails the test unless the user has that email address, claims it, and has reserved exactly these.
async fn assert_emails(stack: &Stack, user: &TestUser, email: &str, reserved: &[&str], released: &[&str]) {
    let record = user.record(stack).await;
    assert_eq!(record["email"], email);
    let claim = stack.email_claim(email).await;
    assert_eq!((&claim["userId"], &claim["expiresAt"]), (&json!(user.id), &Value::Null));
    for email in reserved {
        let claim = stack.email_claim(email).await;
        assert_eq!(claim["userId"], json!(user.id), "{email}");
        assert!(claim["expiresAt"].is_u64(), "{email}: {claim}");
    }
    for email in released {
        assert_eq!(stack.email_claim(email).await, Value::Null, "{email}");
    }
}

#[tokio::test]
async fn the_old_mailbox_reverts_the_change() {
    let (stack, user) = Stack::with_user().await;
    let new = TestUser::unused_email();
    let (thief, link) = user.change_email(&stack, &new).await;
    let session = thief.access_token(&stack).await;

    let response = expect!(stack.send(&revert(&link).query("lang", "fr")), 200);
    assert_eq!(
        response.body["message"],
        "Votre ancienne adresse e-mail est rétablie et toutes les clés d’accès ont été supprimées. Choisissez maintenant un nouveau mot de passe."
    );
    assert_emails(&stack, &user, &user.email, &[], &[&new]).await;
    let me = TestRequest::get("/users/me").bearer(&session);
    refuses!(stack, me, 401, "unauthorized");
    for known in [&user, &thief] {
        expect!(
            stack.send(&known.login_request()),
            (401, "incorrect_credentials"),
            "whoever changed the email address knows the password"
        );
    }
    let email = stack.emails_to(&new).await.pop().expect("an email");
    assert!(
        email.subject.starts_with("The change of your email address was undone"),
        "{}",
        email.subject
    );
    assert!(!email.body_text.contains("Amina"), "{}", email.body_text);
    assert!(
        email.body_text.contains("All passkeys were removed"),
        "{}",
        email.body_text
    );
}

#[tokio::test]
async fn the_revert_removes_every_passkey() {
    let (stack, user) = Stack::with_user().await;
    let (of_owner, _) = user.add_passkey(&stack, &user.access_token(&stack).await).await;
    let (thief, link) = user.change_email(&stack, &TestUser::unused_email()).await;
    let (of_thief, _) = thief.add_passkey(&stack, &thief.access_token(&stack).await).await;
    expect!(stack.send(&of_thief.login_request(&stack).await), 200);
    expect!(stack.send(&revert(&link)), 200);
    for passkey in [of_thief, of_owner] {
        refuses!(stack, passkey.login_request(&stack).await, 401, "passkey_refused");
    }
    assert_eq!(user.record(&stack).await["passkeys"], Value::Null);
    // The owner adds passkeys again, after a password reset.
    let reset = user.reset_password_request(&stack, "another horse").await;
    expect!(stack.send(&reset), 200);
    let owner = TestUser {
        password: "another horse".to_owned(),
        ..user
    };
    let (again, _) = owner.add_passkey(&stack, &owner.access_token(&stack).await).await;
    expect!(stack.send(&again.login_request(&stack).await), 200);
}

#[tokio::test]
async fn a_change_after_the_stolen_one_does_not_end_the_revert_link() {
    let (stack, user) = Stack::with_user().await;
    let (second, third) = (TestUser::unused_email(), TestUser::unused_email());
    let (thief, first_link) = user.change_email(&stack, &second).await;
    let (_, second_link) = thief.change_email(&stack, &third).await;
    assert_emails(&stack, &user, &third, &[&user.email, &second], &[]).await;
    expect!(stack.send(&revert(&first_link)), 200);
    assert_emails(&stack, &user, &user.email, &[], &[&second, &third]).await;
    expect!(
        stack.send(&revert(&second_link)),
        (400, "email_change_invalid"),
        "it leads to the thief's mailbox"
    );
    assert_emails(&stack, &user, &user.email, &[], &[&second, &third]).await;
}

#[tokio::test]
async fn an_earlier_revert_link_stays_valid_after_a_later_one_was_used() {
    let (stack, user) = Stack::with_user().await;
    let (second, third) = (TestUser::unused_email(), TestUser::unused_email());
    let (moved, first_link) = user.change_email(&stack, &second).await;
    let (_, second_link) = moved.change_email(&stack, &third).await;
    expect!(stack.send(&revert(&second_link)), 200);
    assert_emails(&stack, &user, &second, &[&user.email], &[&third]).await;
    expect!(stack.send(&revert(&first_link)), 200);
    assert_emails(&stack, &user, &user.email, &[], &[&second, &third]).await;
}

#[tokio::test]
async fn an_email_address_that_the_user_had_before_stays_reserved_for_its_revert_link() {
    let (stack, user) = Stack::with_user().await;
    let second = TestUser::unused_email();
    let (moved, first_link) = user.change_email(&stack, &second).await;
    // Back to the first one by an ordinary change: its claim is no longer a reservation.
    let (_, second_link) = moved.change_email(&stack, &user.email).await;
    assert_emails(&stack, &user, &user.email, &[&second], &[]).await;
    expect!(stack.send(&revert(&second_link)), 200);
    assert_emails(&stack, &user, &second, &[&user.email], &[]).await;
    expect!(stack.send(&revert(&first_link)), 200);
    assert_emails(&stack, &user, &user.email, &[], &[&second]).await;
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_response_until_the_next_change() {
    let (stack, user) = Stack::with_user().await;
    let new = TestUser::unused_email();
    let (_, link) = user.change_email(&stack, &new).await;
    expect!(stack.send(&revert(&link)), 200);
    let record = user.record(&stack).await;
    expect!(stack.send(&revert(&link)), 200);
    assert_eq!(user.record(&stack).await, record);
    assert_eq!(stack.emails_to(&new).await.len(), 2, "the link, and one notice");
}

#[tokio::test]
async fn the_revert_link_expires_after_its_period() {
    let (stack, user) = Stack::with_user().await;
    let new = TestUser::unused_email();
    let (_, link) = user.change_email(&stack, &new).await;
    let mut previous = user.record(&stack).await["previousEmails"].clone();
    previous[0]["expiresAt"] = json!(1);
    user.set_attribute(&stack, "previousEmails", previous).await;
    refuses!(stack, revert(&link), 400, "email_change_invalid");
    assert_eq!(user.record(&stack).await["email"], new);
}

#[tokio::test]
async fn rejects_other_tokens() {
    let (stack, user) = Stack::with_user().await;
    let new = TestUser::unused_email();
    let confirmation = user.request_email_change(&stack, &new).await;
    expect!(stack.send(&TestRequest::confirm_email_change(&confirmation)), 200);
    let session = TestUser {
        email: new.clone(),
        ..user.clone()
    }
    .access_token(&stack)
    .await;
    for token in ["", "no token", &confirmation, &session] {
        refuses!(stack, revert(token), 400, "email_change_invalid");
    }
    let link = stack.last_link_token(&user.email).await;
    let me = TestRequest::get("/users/me").bearer(&link);
    refuses!(stack, me, 401, "unauthorized");
    expect!(
        stack.send(&TestRequest::confirm_email_change(&link)),
        (400, "email_change_invalid")
    );
}

#[tokio::test]
async fn a_blocked_user_goes_back_and_stays_blocked() {
    let (stack, user) = Stack::with_user().await;
    let (_, link) = user.change_email(&stack, &TestUser::unused_email()).await;
    user.set_attribute(&stack, "blocked", json!(true)).await;
    expect!(stack.send(&revert(&link)), 200);
    let record = user.record(&stack).await;
    assert_contains(&record, &json!({"email": user.email, "blocked": true}));
}

#[tokio::test]
async fn a_revert_cancels_a_pending_change() {
    let (stack, user) = Stack::with_user().await;
    let (thief, link) = user.change_email(&stack, &TestUser::unused_email()).await;
    let pending = thief.request_email_change(&stack, &TestUser::unused_email()).await;
    expect!(stack.send(&revert(&link)), 200);
    expect!(
        stack.send(&TestRequest::confirm_email_change(&pending)),
        (400, "email_change_invalid")
    );
}

#[tokio::test]
async fn a_confirmation_and_a_revert_at_once_end_with_the_old_mailbox() {
    let stack = Stack::running();
    for _ in 0..4 {
        let user = TestUser::verified(&stack).await;
        let (second, third) = (TestUser::unused_email(), TestUser::unused_email());
        let (thief, link) = user.change_email(&stack, &second).await;
        let pending = thief.request_email_change(&stack, &third).await;
        let (back, confirm) = (revert(&link), TestRequest::confirm_email_change(&pending));
        let (reverted, confirmed) = tokio::join!(stack.send(&back), stack.send(&confirm));
        assert_eq!(reverted.status, 200, "{reverted:?}");
        assert!([200, 400].contains(&confirmed.status), "{confirmed:?}");
        assert_emails(&stack, &user, &user.email, &[], &[&second, &third]).await;
    }
}

#[tokio::test]
async fn deletion_releases_every_email_address() {
    let (stack, user) = Stack::with_user().await;
    let (second, third) = (TestUser::unused_email(), TestUser::unused_email());
    let (moved, link) = user.change_email(&stack, &second).await;
    let (moved, _) = moved.change_email(&stack, &third).await;
    let token = moved.access_token(&stack).await;
    let delete = TestRequest::post("/users/delete")
        .bearer(&token)
        .json(&json!({"password": user.password}));
    expect!(stack.send(&delete), 200);
    for email in [&user.email, &second, &third] {
        assert_eq!(stack.email_claim(email).await, Value::Null, "{email}");
    }
    refuses!(stack, revert(&link), 400, "email_change_invalid");
}

#[tokio::test]
async fn succeeds_and_logs_no_secret_when_the_email_cannot_be_sent() {
    let (stack, user) = Stack::with_user().await;
    let new = TestUser::unused_email();
    let (_, link) = user.change_email(&stack, &new).await;
    let secrets = [user.email.as_str(), &new, &link];
    checks::succeeds_and_logs_when_the_email_cannot_be_sent(
        FUNCTION,
        &revert(&link),
        "email_change_reverted",
        &secrets,
    )
    .await;
}

#[tokio::test]
async fn after_any_fault_a_retry_goes_back() {
    let prepare = async |stack: &Stack| {
        let (user, new) = (TestUser::verified(stack).await, TestUser::unused_email());
        let (_, link) = user.change_email(stack, &new).await;
        (revert(&link), (user, new))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (user, new)| {
        let stack = Stack::running();
        expect!(case.retry(), 200);
        assert_emails(&stack, user, &user.email, &[], &[new]).await;
        assert_eq!(user.record(&stack).await["tokenVersion"], 2);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        let (_, link) = user.change_email(stack, &TestUser::unused_email()).await;
        revert(&link)
    }),
    every_variable_is_required(&revert("any")),
);
