//! Front-door tests of `POST /users/me/email`.
//!
//! Protected here: nothing changes before the new mailbox confirms, an access token alone starts nothing, and neither response nor
//! response time reveals whether somebody else has an email address.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-change-email");
const PATH: &str = "/users/me/email";
const RESPONSE_TIME: Duration = Duration::from_secs(2);

#[tokio::test]
async fn sends_a_link_to_the_new_mailbox_and_a_notice_to_the_current_one() {
    let (stack, user) = Stack::with_user().await;
    let (token, new) = (user.access_token(&stack).await, TestUser::unused_email());
    let response = stack.send(&user.change_email_request(&token, &new)).await;
    assert_json_snapshot!(response, {".body.data" => "[pending change]"}, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": "[pending change]",
        "success": true
      }
    }
    "#);
    assert_eq!(response.data()["email"], new.as_str());

    let link = stack.emails_to(&new).await.pop().expect("an email");
    assert!(
        link.subject.starts_with("Confirm your new email address"),
        "{}",
        link.subject
    );
    assert!(
        link.body_text.contains("/change-email?lang=en&token="),
        "{}",
        link.body_text
    );
    assert!(
        !link.body_text.contains("Amina"),
        "a stranger may have entered the address"
    );
    let notice = user.last_email(&stack).await;
    assert!(
        notice.subject.starts_with("Your email address is about to change"),
        "{}",
        notice.subject
    );
    assert!(!notice.body_text.contains(&new), "an email address could be a message");

    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_eq!(me.data()["email"], user.email.as_str());
    assert_eq!(me.data()["emailChange"], *response.data());
    assert_eq!(stack.email_claim(&new).await, Value::Null);
    expect!(stack.send(&user.login_request()), 200);
}

#[tokio::test]
async fn does_not_reveal_whether_somebody_else_has_the_email_address() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let (moved, _) = TestUser::verified(&stack)
        .await
        .change_email(&stack, &TestUser::unused_email())
        .await;
    let reserved = moved.record(&stack).await["previousEmails"][0]["email"]
        .as_str()
        .expect("text")
        .to_owned();
    let token = user.access_token(&stack).await;
    for taken in [&other.email, &moved.email, &reserved] {
        let sent = stack.emails_to(taken).await.len();
        let response = stack.send(&user.change_email_request(&token, taken)).await;
        assert_eq!((response.status, &response.data()["email"]), (200, &json!(taken)));
        let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
        assert_eq!(me.data()["emailChange"]["email"], taken.as_str());
        let emails = stack.emails_to(taken).await;
        assert_eq!(emails.len(), sent + 1);
        let email = emails.last().expect("an email");
        assert!(
            email.subject.starts_with("This email address is already in use"),
            "{}",
            email.subject
        );
        assert!(!email.body_text.contains("token="), "{}", email.body_text);
    }
}

#[tokio::test]
async fn a_taken_email_address_causes_the_same_requests_and_the_same_response_time() {
    let of_other = async |stack: &Stack| {
        let (user, other) = (TestUser::verified(stack).await, TestUser::verified(stack).await);
        let token = user.access_token(stack).await;
        user.change_email_request(&token, &other.email)
    };
    let unused = async |stack: &Stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        user.change_email_request(&token, &TestUser::unused_email())
    };
    assert_eq!(
        faults::aws_requests(FUNCTION, of_other).await,
        faults::aws_requests(FUNCTION, unused).await
    );
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let function = FUNCTION.start(&stack, &[("AWS_CALL_TIMEOUT_SECONDS", "6")]).await;
    for email in [TestUser::unused_email(), TestUser::verified(&stack).await.email] {
        let time = function.response_time(&user.change_email_request(&token, &email)).await;
        assert!(time >= RESPONSE_TIME, "{time:?}");
    }
}

#[tokio::test]
async fn requires_the_password_except_to_send_the_same_link_again() {
    let (stack, user) = Stack::with_user().await;
    let (token, new) = (user.access_token(&stack).await, TestUser::unused_email());
    let without = |email: &str| TestRequest::post(PATH).bearer(&token).json(&json!({"email": email}));
    let response = refuses!(stack, without(&new), 400, "missing_password");
    assert_eq!(response.body["errors"], json!({"password": "missing_password"}));
    let unchanged = refuses!(stack, without(&user.email), 400, "email_unchanged", "the first field");
    assert_eq!(
        unchanged.body["errors"],
        json!({"email": "email_unchanged", "password": "missing_password"})
    );
    let wrong = TestRequest::post(PATH).bearer(&token);
    let wrong = wrong.json(&json!({"email": new, "password": "Wrong horse 1"}));
    refuses!(stack, wrong, 403, "incorrect_password");
    assert_eq!(user.record(&stack).await["emailChange"], Value::Null);
    assert_eq!(stack.emails_to(&new).await.len(), 0);

    expect!(stack.send(&user.change_email_request(&token, &new)), 200);
    let first = stack.last_link_token(&new).await;
    expect!(stack.send(&without(&new)), 200);
    assert_eq!(stack.emails_to(&new).await.len(), 2);
    assert_eq!(stack.emails_to(&user.email).await.len(), 1, "one notice");
    refuses!(stack, without(&TestUser::unused_email()), 400, "missing_password");
    expect!(
        stack.send(&TestRequest::confirm_email_change(&first)),
        200,
        "the first link stays valid"
    );
}

#[tokio::test]
async fn another_request_replaces_the_pending_change() {
    let (stack, user) = Stack::with_user().await;
    let (mistyped, right) = (TestUser::unused_email(), TestUser::unused_email());
    let first = user.request_email_change(&stack, &mistyped).await;
    let second = user.request_email_change(&stack, &right).await;
    expect!(
        stack.send(&TestRequest::confirm_email_change(&first)),
        (400, "email_change_invalid")
    );
    expect!(stack.send(&TestRequest::confirm_email_change(&second)), 200);
    assert_eq!(user.record(&stack).await["email"], right);
}

#[tokio::test]
async fn a_new_password_cancels_the_pending_change() {
    let (stack, user) = Stack::with_user().await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let token = user.access_token(&stack).await;
    let body = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
    let change = TestRequest::put("/users/me/password").bearer(&token).json(&body);
    expect!(stack.send(&change), 200);
    expect!(
        stack.send(&TestRequest::confirm_email_change(&link)),
        (400, "email_change_invalid")
    );
}

/// Sends a request for a change of the email address, and another request before the first one is written.
async fn send_with_another_meanwhile(stack: &Stack, request: TestRequest, meanwhile: TestRequest) -> TestResponse {
    let send_meanwhile = async {
        expect!(stack.send(&meanwhile), 200);
    };
    let held = FUNCTION.send_held(stack, "dynamodb UpdateItem users", &request, send_meanwhile);
    let (response, ()) = held.await;
    response
}

#[tokio::test]
async fn a_new_password_meanwhile_cancels_the_change_that_is_not_written_yet() {
    let (stack, user) = Stack::with_user().await;
    let (token, new) = (user.access_token(&stack).await, TestUser::unused_email());
    let body = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
    let new_password = TestRequest::put("/users/me/password").bearer(&token).json(&body);
    let request = user.change_email_request(&token, &new);
    expect!(
        send_with_another_meanwhile(&stack, request, new_password),
        (409, "conflict")
    );
    assert_eq!(user.record(&stack).await["emailChange"], Value::Null);
    assert_eq!(stack.emails_to(&new).await.len(), 0);
}

#[tokio::test]
async fn sending_the_link_again_does_not_restore_a_change_that_is_cancelled_meanwhile() {
    let (stack, user) = Stack::with_user().await;
    let (token, new) = (user.access_token(&stack).await, TestUser::unused_email());
    expect!(stack.send(&user.change_email_request(&token, &new)), 200);
    let again = TestRequest::post(PATH).bearer(&token).json(&json!({"email": new}));
    let cancellation = TestRequest::delete(PATH).bearer(&token);
    expect!(
        send_with_another_meanwhile(&stack, again, cancellation),
        (409, "conflict")
    );
    assert_eq!(user.record(&stack).await["emailChange"], Value::Null);
}

#[tokio::test]
async fn limits_requests_for_an_email_address_and_of_a_user() {
    in_one_window(Duration::from_hours(24), async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "EmailChangesPerUser:4"), ("PROOF_OF_WORK_KEYS", "2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
        let (token, others) = (user.access_token(&stack).await, other.access_token(&stack).await);
        let new = TestUser::unused_email();
        for _ in 0..3 {
            expect!(function.send(&user.change_email_request(&token, &new)), 200);
        }
        // Others do not block the mailbox: with a proof of work, it gets another email.
        let request = other.change_email_request(&others, &new);
        let asked = function.send(&request).await;
        let body = json!({"email": new, "password": other.password});
        expect!(function.send(&request.with_proof(&body, &asked)), 200);
        let elsewhere = user.change_email_request(&token, &TestUser::unused_email());
        expect!(function.send(&elsewhere), 200);
        refuses!(function, elsewhere, 429, "too_many_requests");
        assert_eq!(stack.emails_to(&new).await.len(), 4);
    })
    .await;
}

#[tokio::test]
async fn refuses_a_change_when_there_are_too_many_ways_back() {
    let (stack, user) = Stack::with_user().await;
    let previous_email = |expires_at: u64| {
        let email = TestUser::unused_email();
        json!({"changeId": "0123456789abcdef0123456789abcdef", "email": email, "expiresAt": expires_at})
    };
    let token = user.access_token(&stack).await;
    for (expires_at, status) in [(4_000_000_000, 429), (1, 200)] {
        let previous: Vec<Value> = (0..10).map(|_| previous_email(expires_at)).collect();
        user.set_attribute(&stack, "previousEmails", previous.into()).await;
        let request = user.change_email_request(&token, &TestUser::unused_email());
        expect!(stack.send(&request), status);
    }
}

#[tokio::test]
async fn returns_400_for_an_invalid_request() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let own = user.email.to_uppercase();
    for (email, code) in [
        ("no address", "email_invalid"),
        ("", "email_invalid"),
        (&own, "email_unchanged"),
    ] {
        let response = refuses!(stack, user.change_email_request(&token, email), 400, code);
        assert_eq!(response.body["errors"], json!({"email": code}));
    }
    for body in [&b""[..], b"null", b"{\"email\": 1}"] {
        expect!(
            stack.send(&TestRequest::post(PATH).bearer(&token).body(body)),
            (400, "malformed_request")
        );
    }
    expect!(
        stack.send(&user.change_email_request(&token, &"x".repeat(100_000))),
        (413, "request_too_large")
    );
    expect!(
        stack.send(&user.change_email_request("no token", "a@example.org")),
        (401, "unauthorized")
    );
}

#[tokio::test]
async fn succeeds_and_logs_no_secret_when_emails_cannot_be_sent() {
    let (stack, user) = Stack::with_user().await;
    let (token, new) = (user.access_token(&stack).await, TestUser::unused_email());
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    expect!(function.send(&user.change_email_request(&token, &new)), 200);
    function.wait_for_log("mail not sent").await;
    for secret in [&user.email, &new, &user.password, &token] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

#[tokio::test]
async fn after_any_fault_the_change_can_be_requested_and_confirmed() {
    let prepare = async |stack: &Stack| {
        let (user, new) = (TestUser::verified(stack).await, TestUser::unused_email());
        let token = user.access_token(stack).await;
        (user.change_email_request(&token, &new), (user, new))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (user, new)| {
        let stack = Stack::running();
        assert_eq!(user.record(&stack).await["email"], user.email.as_str());
        assert!([200, 429].contains(&case.retry().await.status));
        if let Some(email) = stack.emails_to(new).await.pop() {
            let confirmation = TestRequest::confirm_email_change(&email.verification_token());
            expect!(stack.send(&confirmation), 200);
            assert_eq!(user.record(&stack).await["email"], new.as_str());
        }
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        user.change_email_request(&token, &TestUser::unused_email())
    }),
    every_variable_is_required(
        &TestRequest::post(PATH)
            .bearer("any")
            .json(&json!({"email": "a@example.org", "password": "any"}))
    ),
);
