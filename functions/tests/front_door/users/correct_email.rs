//! Front-door tests of `POST /users/correct-email`.
//!
//! Protected here: only the browser that signed a user up can change the email address, only until it is verified; no mailbox is verified
//! by a link or a code for another one.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-correct-email");

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

fn correct(email: &str) -> TestRequest {
    TestRequest::post("/users/correct-email").json(&json!({"email": email}))
}

fn verify(token: &str) -> TestRequest {
    TestRequest::post("/users/verify-email").json(&json!({"token": token}))
}

fn corrected(user: &TestUser) -> TestUser {
    TestUser {
        email: format!("correct-{}", user.email),
        ..user.clone()
    }
}

async fn owner_of(stack: &Stack, email: &str) -> Value {
    let key = format!("email#{email}");
    stack.get_item("users", ("pk", &key)).await["userId"].clone()
}

fn assert_refused(response: &TestResponse, expected: (u16, &str), what: &str) {
    assert_eq!(response.status_and_code(), expected, "{what}");
}

#[tokio::test]
async fn changes_the_email_and_sends_a_link_to_the_new_mailbox() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    let new = corrected(&user);
    let mut expected = user.record(&stack).await;
    let first = user.last_email(&stack).await.verification_token();
    let request = correct(&format!(" {}\n", new.email.to_uppercase()));
    let response = stack.send(&request.cookie(&proof).query("lang", "ar")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "غُيِّر بريدك الإلكتروني، وأرسلنا إليه رابط تأكيد.",
        "success": true
      }
    }
    "#);
    expected["email"] = new.email.as_str().into();
    expected["tokenVersion"] = 1.into();
    assert_eq!(user.record(&stack).await, expected);
    assert_eq!(owner_of(&stack, &new.email).await, user.id.as_str());
    assert_eq!(owner_of(&stack, &user.email).await, Value::Null);
    assert_eq!(stack.emails_to(&user.email).await.len(), 1);

    // The link to the former mailbox does not verify the new one.
    assert_refused(&stack.send(&verify(&first)).await, (400, "verification_invalid"), "");
    assert_eq!(user.record(&stack).await["verified"], false);
    let token = new.last_email(&stack).await.verification_token();
    expect!(stack.send(&verify(&token)), 200);
    expect!(stack.send(&new.login_request()), 200);
}

#[tokio::test]
async fn can_be_repeated_and_changed_again_with_the_same_proof() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    let (second, third) = (corrected(&user), corrected(&corrected(&user)));
    for email in [&second.email, &second.email, &third.email] {
        expect!(stack.send(&correct(email).cookie(&proof)), 200);
    }
    assert_eq!(stack.emails_to(&second.email).await.len(), 2, "a link for each request");
    assert_eq!(owner_of(&stack, &second.email).await, Value::Null);
    assert_eq!(owner_of(&stack, &third.email).await, user.id.as_str());
}

#[tokio::test]
async fn refuses_every_other_browser_and_every_verified_user() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    let request = correct(&corrected(&user).email);
    let token = user.last_email(&stack).await.verification_token();
    let session = TestUser::verified(&stack).await.access_token(&stack).await;
    let not_found = (400, "signup_not_found");
    for request in [
        request.clone(),
        request.clone().bearer(&session),
        request.clone().cookie("__Host-signup=;"),
        request.clone().cookie(&format!("__Host-signup={token};")),
        request.clone().cookie(&format!("__Host-signup={session};")),
    ] {
        assert_refused(&stack.send(&request).await, not_found, "a wrong proof");
    }
    for state in ["blocked", "rejected"] {
        user.set_attribute(&stack, state, json!(true)).await;
        assert_refused(&stack.send(&request.clone().cookie(&proof)).await, not_found, state);
        user.set_attribute(&stack, state, json!(false)).await;
    }
    user.set_attribute(&stack, "verified", json!(true)).await;
    let response = stack.send(&request.cookie(&proof)).await;
    assert_refused(&response, (409, "already_verified"), "a verified user");
    assert_eq!(user.record(&stack).await["email"], user.email.as_str());
}

#[tokio::test]
async fn returns_400_for_an_invalid_email_or_body() {
    let stack = Stack::running();
    let (_, proof) = TestUser::registered_with_proof(&stack).await;
    for email in ["", "no address"] {
        let response = stack.send(&correct(email).cookie(&proof)).await;
        assert_refused(&response, (400, "email_invalid"), email);
    }
    let malformed = TestRequest::post("/users/correct-email").body(&b"[]"[..]);
    assert_refused(&stack.send(&malformed).await, (400, "malformed_request"), "");
}

#[tokio::test]
async fn an_email_of_another_user_is_refused_and_counts_as_a_registration() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        let (user, proof) = TestUser::registered_with_proof(&stack).await;
        let taken = TestUser::registered(&stack).await;
        let overrides = [("RATE_LIMITS", "RegistrationsPerIp:1,VerificationMailsPerEmail:10")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let register = DeployedFunction::named("users-register")
            .start(&stack, &overrides)
            .await;
        let client_ip = user.client_ip_and_port();
        let change_to = |email: &str| correct(email).cookie(&proof).of_ip(&client_ip);

        let register = async || {
            let registration = TestRequest::post("/users/register").json(&TestUser::registration());
            register.send(&registration.of_ip(&client_ip)).await
        };

        // A change that succeeds does not count.
        for email in [&corrected(&user).email, &user.email] {
            expect!(function.send(&change_to(email)), 200);
        }
        expect!(register(), 201);
        // A refusal counts, and is not refused for the number of registrations.
        for _ in 0..2 {
            let refused = function.send(&change_to(&taken.email)).await;
            assert_refused(&refused, (409, "user_already_exists"), "");
        }
        let refused = register().await;
        assert_refused(&refused, (429, "proof_required"), "");
        assert_eq!(
            refused.body["challenge"]["parameters"]["data"]["level"], 2,
            "it is the fourth registration where one is free"
        );
        assert_eq!(owner_of(&stack, &taken.email).await, taken.id.as_str());
        assert_eq!(user.record(&stack).await["email"], user.email.as_str());
        assert_eq!(stack.emails_to(&taken.email).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn can_be_corrected_after_others_have_registered_from_the_ip_address() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "RegistrationsPerIp:1")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let register = DeployedFunction::named("users-register")
            .start(&stack, &overrides)
            .await;
        let (user, proof) = TestUser::registered_with_proof(&stack).await;
        let client_ip = user.client_ip_and_port();
        for status in [201, 429] {
            let registration = TestRequest::post("/users/register").json(&TestUser::registration());
            expect!(register.send(&registration.of_ip(&client_ip)), status);
        }
        let request = correct(&corrected(&user).email).cookie(&proof);
        expect!(function.send(&request.of_ip(&client_ip)), 200);
    })
    .await;
}

#[tokio::test]
async fn limits_the_links_to_a_mailbox() {
    in_one_window(HOUR, async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "VerificationMailsPerMailbox:3")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let (user, proof) = TestUser::registered_with_proof(&stack).await;
        let (another, another_proof) = TestUser::registered_with_proof(&stack).await;
        let email = corrected(&user).email;
        for _ in 0..3 {
            expect!(function.send(&correct(&email).cookie(&proof)), 200);
        }
        let refused = function.send(&correct(&email).cookie(&another_proof)).await;
        assert_refused(&refused, (429, "too_many_requests"), "another sign-up");
        assert!(
            refused
                .retry_after
                .is_some_and(|seconds| (1..=HOUR.as_secs()).contains(&seconds))
        );
        let request = correct(&corrected(&another).email).cookie(&another_proof);
        expect!(function.send(&request), 200, "another mailbox");
    })
    .await;
}

/// A correction makes the former email address free again, so that it can be registered again, with another email.
#[tokio::test]
async fn registrations_and_corrections_in_turns_send_few_links_to_a_mailbox() {
    in_one_window(HOUR, async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "VerificationMailsPerMailbox:2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let registration = TestUser::registration();
        for status in [200, 200, 429] {
            let request = TestRequest::post("/users/register").json(&registration);
            let registered = expect!(stack.send(&request), 201);
            let proof = registered.set_cookie("__Host-signup");
            let elsewhere = TestUser::registration();
            let request = correct(elsewhere["email"].as_str().expect("an email address")).cookie(proof);
            expect!(function.send(&request), status);
        }
    })
    .await;
}

#[tokio::test]
async fn a_sign_up_sends_links_to_few_mailboxes() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        let (user, proof) = TestUser::registered_with_proof(&stack).await;
        let mut new = user.clone();
        for status in [200, 200, 200, 429] {
            new = corrected(&new);
            expect!(stack.send(&correct(&new.email).cookie(&proof)), status);
        }
        assert_eq!(stack.emails_to(&new.email).await.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn of_two_users_who_correct_to_one_email_at_once_one_gets_it() {
    let stack = Stack::running();
    let (first, first_proof) = TestUser::registered_with_proof(&stack).await;
    let (second, second_proof) = TestUser::registered_with_proof(&stack).await;
    let email = corrected(&first).email;
    let requests = [
        correct(&email).cookie(&first_proof),
        correct(&email).cookie(&second_proof),
    ];
    let (one, two) = tokio::join!(stack.send(&requests[0]), stack.send(&requests[1]));
    let (winner, statuses) = if one.status == 200 {
        (&first, (one.status, two.status))
    } else {
        (&second, (two.status, one.status))
    };
    assert_eq!(statuses, (200, 409));
    assert_eq!(owner_of(&stack, &email).await, winner.id.as_str());
}

/// Someone who owns one mailbox must not verify another one with a code for the first, however the requests interleave.
#[tokio::test]
async fn a_reset_code_for_the_former_mailbox_does_not_verify_the_new_one() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    let reset = user.reset_password_request(&stack, "Another horse 2").await;

    // The transaction that sets the password waits until the email address is another one.
    let change = async {
        let request = correct(&corrected(&user).email).cookie(&proof);
        expect!(stack.send(&request), 200);
    };
    let target = "dynamodb TransactWriteItems passwordResets users";
    let function = DeployedFunction::named("users-reset-password");
    let (response, ()) = function.send_held(&stack, target, &reset, change).await;
    assert_refused(&response, (400, "reset_failed"), "");
    assert_eq!(user.record(&stack).await["verified"], false);
}

async fn correct_new_user(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, proof) = TestUser::registered_with_proof(stack).await;
    let new = corrected(&user);
    (correct(&new.email).cookie(&proof), new)
}

#[tokio::test]
async fn after_any_fault_a_repetition_changes_the_email_and_sends_a_link() {
    faults::check_every_fault(FUNCTION, correct_new_user, async |case, new| {
        let stack = Stack::running();
        expect!(case.retry(), 200);
        let token = new.last_email(&stack).await.verification_token();
        expect!(stack.send(&verify(&token)), 200);
        assert_eq!(owner_of(&stack, &new.email).await, new.id.as_str());
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&correct_new_user(&Stack::running()).await.0),
    every_variable_is_required(&correct("a@example.org")),
);
