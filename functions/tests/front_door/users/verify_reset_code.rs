//! Front-door tests of `POST /users/verify-reset-code`.
//!
//! Protected here: a code works once, for its own email address and for ten minutes; five attempts are allowed for each code; and the
//! table contains neither code nor reset token.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-verify-reset-code");
/// The limit in the template.
const ATTEMPTS_PER_CODE: usize = 5;

/// Exchanges a code in the browser that requested it.
fn exchange(email: &str, code: &TestResetCode) -> TestRequest {
    code.exchange_request(email)
}

#[tokio::test]
async fn exchanges_the_right_code_for_the_reset_cookie() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;

    let email = format!(" {}", user.email.to_uppercase());
    let response = stack
        .send(&exchange(&email, &code.with_digits(&format!("{}\n", code.digits))).query("lang", "fr"))
        .await;
    let cookie = response.header("set-cookie").to_owned();
    let (value, _) = cookie
        .trim_start_matches("__Host-reset=")
        .split_once(';')
        .expect("attributes");
    let (requester, reset_token) = value.split_once('.').expect("a requester and a token");
    assert!(code.cookie.contains(requester), "the requester stays the same");
    assert_eq!(reset_token.len(), 43, "256 bits");
    assert_json_snapshot!(response, { ".headers[\"set-cookie\"]" => cookie.replace(value, "[proof]") });

    expect!(
        stack.send(&exchange(&user.email, &code)),
        (400, "invalid_code"),
        "a code works once"
    );
}

#[tokio::test]
async fn succeeds_when_the_time_is_over_before_the_attempt_is_refunded() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let refund = NthRequest::nth("dynamodb UpdateItem attempts", 2);
    let request = exchange(&user.email, &code);
    let case = FaultCase::until_deadline(FUNCTION, refund, request).await;
    assert_eq!(case.response.status, 200, "{:?}", case.response);
}

#[tokio::test]
async fn stores_neither_the_code_nor_the_reset_token() {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["passwordResets"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    let user = TestUser::verified(&stack).await;
    let code = request_code_into(&own, &user).await;
    let response = expect!(function.send(&exchange(&user.email, &code)), 200);

    let items = own.scan_items("passwordResets").await;
    let mut exchanged = items.iter().filter(|item| !item["proofHash"].is_null());
    let item = exchanged.next().expect("the code was exchanged");
    assert_eq!(exchanged.next(), None);
    let names: Vec<_> = item.as_object().expect("an item").keys().cloned().collect();
    assert_eq!(
        names,
        ["expiresAt", "mailbox", "proofExpiresAt", "proofHash", "userHash"]
    );
    assert!(
        !response
            .header("set-cookie")
            .contains(item["proofHash"].as_str().expect("a hash"))
    );
    assert!(!item.to_string().contains(&user.email));
}

/// Requests a code and copies its item into a table of its own, with the items of other codes that were requested meanwhile and not
/// exchanged yet.
async fn request_code_into(own: &Stack, user: &TestUser) -> TestResetCode {
    let stack = Stack::running();
    let before = stack.scan_items("passwordResets").await;
    let code = user.request_reset_code(&stack).await;
    let after = stack.scan_items("passwordResets").await;
    let is_new = |item: &Value| !before.contains(item) && item["proofHash"].is_null();
    for item in after.into_iter().filter(is_new) {
        own.put_item("passwordResets", item).await;
    }
    code
}

#[tokio::test]
async fn rejects_the_sixth_attempt_even_with_the_right_code() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let wrong = exchange(&user.email, &code.wrong()).query("lang", "ar");
    let first = stack.send(&wrong).await;
    assert_json_snapshot!(first);
    for _ in 1..ATTEMPTS_PER_CODE {
        assert_eq!(format!("{:?}", stack.send(&wrong).await), format!("{first:?}"));
    }
    let used_up = stack.send(&exchange(&user.email, &code).query("lang", "ar")).await;
    assert_eq!(format!("{used_up:?}"), format!("{first:?}"));
}

#[tokio::test]
async fn accepts_the_right_code_at_the_fifth_attempt() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    for _ in 1..ATTEMPTS_PER_CODE {
        stack.send(&exchange(&user.email, &code.wrong())).await;
    }
    expect!(stack.send(&exchange(&user.email, &code)), 200);
}

#[tokio::test]
async fn concurrent_attempts_do_not_exceed_the_limit() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let guesses = stack
        .send_at_once((0..20).map(|_| exchange(&user.email, &code.wrong())))
        .await;
    for guess in guesses {
        // The attempts after the fifth count as those of a client without the cookie.
        assert!(matches!(guess.status, 400 | 429));
    }
    assert_ne!(stack.send(&exchange(&user.email, &code)).await.status, 200);
}

#[tokio::test]
async fn only_one_of_several_concurrent_exchanges_gets_a_cookie() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let exchanges = stack
        .send_at_once((0..ATTEMPTS_PER_CODE).map(|_| exchange(&user.email, &code)))
        .await;
    let mut succeeded = 0;
    for exchange in exchanges {
        succeeded += usize::from(exchange.status == 200);
    }
    assert_eq!(succeeded, 1);
}

#[tokio::test]
async fn the_code_works_for_its_own_email_and_ten_minutes() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let code = user.request_reset_code(&stack).await;
    other.request_reset_code(&stack).await;
    for email in [other.email.as_str(), "nobody@example.org", "no address", ""] {
        refuses!(stack, exchange(email, &code), 400, "invalid_code");
    }

    let own = stack.with_own_tables(&["passwordResets"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    for (age, status) in [(590, 200), (601, 400)] {
        let code = request_code_into(&own, &user).await;
        for mut item in own.scan_items("passwordResets").await {
            let Some(expires_at) = item["codeExpiresAt"].as_u64() else {
                continue;
            };
            item["codeExpiresAt"] = json!(expires_at - age);
            own.put_item("passwordResets", item).await;
        }
        expect!(
            function.send(&exchange(&user.email, &code)),
            status,
            "{age} seconds old"
        );
    }
}

/// A stranger who knows the email address can neither use up the attempts of its owner's code nor replace the code.
#[tokio::test]
async fn a_code_belongs_to_the_browser_that_requested_it() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let of_stranger = user.request_reset_code(&stack).await;
    for _ in 0..=ATTEMPTS_PER_CODE {
        refuses!(stack, exchange(&user.email, &of_stranger.wrong()), 400, "invalid_code");
    }
    expect!(stack.send(&exchange(&user.email, &code)), 200);
}

/// A client of the specification sends the code and nothing else.
fn without_cookie(email: &str, code: &TestResetCode) -> TestRequest {
    TestRequest::post("/users/verify-reset-code").json(&json!({"email": email, "resetCode": code.digits}))
}

#[tokio::test]
async fn exchanges_the_right_code_once_without_the_cookie() {
    let (stack, user) = Stack::with_user().await;
    let (code, later) = (
        user.request_reset_code(&stack).await,
        user.request_reset_code(&stack).await,
    );
    let exchanged = expect!(stack.send(&without_cookie(&user.email, &code)), 200);
    for again in [without_cookie(&user.email, &code), exchange(&user.email, &code)] {
        refuses!(stack, again, 400, "invalid_code");
    }
    refuses!(stack, without_cookie("nobody@example.org", &later), 400, "invalid_code");
    let reset = TestRequest::post("/users/reset-password")
        .json(&json!({"email": user.email, "newPassword": "Another horse 2"}))
        .cookie(exchanged.set_cookie("__Host-reset"));
    expect!(stack.send(&reset), 200);
    let ended = expect!(
        stack.send(&without_cookie(&user.email, &later)),
        200,
        "the code is right, and its token is not"
    );
    let reset = reset.cookie(ended.set_cookie("__Host-reset"));
    refuses!(stack, reset, 400, "reset_failed");
}

#[tokio::test]
async fn a_repetition_with_the_same_key_gets_the_same_cookie() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let request = exchange(&user.email, &code).header("idempotency-key", &user.id);
    let (first, again) = (stack.send(&request).await, stack.send(&request).await);
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(first.set_cookie("__Host-reset"), again.set_cookie("__Host-reset"));
}

#[tokio::test]
async fn a_cookie_of_another_mailbox_is_as_good_as_none() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let code = user.request_reset_code(&stack).await;
    let elsewhere = other.request_reset_code(&stack).await;
    let request = exchange(&user.email, &elsewhere.with_digits(&code.digits));
    expect!(stack.send(&request), 200);
}

/// Strangers use up the attempts of clients without the cookie: from one IP address only their own, from many those of the mailbox. The
/// browser of the request keeps its own.
#[tokio::test]
async fn wrong_codes_of_strangers_do_not_lock_the_requester_out() {
    in_one_window(Duration::from_hours(1), async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let code = user.request_reset_code(&stack).await;
        let guess = |address: u8, code: &TestResetCode| {
            without_cookie(&user.email, code).of_ip(&format!("192.0.2.{address}:50000"))
        };
        for number in 0..=ATTEMPTS_PER_CODE {
            let response = stack.send(&guess(1, &code.wrong())).await;
            let expected = if number < ATTEMPTS_PER_CODE { 400 } else { 429 };
            assert_eq!(response.status, expected, "{number}: {response:?}");
        }
        let (other, fresh) = (TestUser::verified(&stack).await, code.clone());
        let own = other.request_reset_code(&stack).await;
        let elsewhere = without_cookie(&other.email, &own).of_ip("192.0.2.1:50000");
        expect!(stack.send(&elsewhere), 200, "another mailbox");
        let mut refused = 0;
        for number in 0..8 {
            let response = stack.send(&guess(number + 2, &code.wrong())).await;
            refused += usize::from(response.status == 429);
        }
        assert_eq!(refused, 3, "ten for the mailbox");
        expect!(stack.send(&exchange(&user.email, &fresh)), 200);
    })
    .await;
}

#[tokio::test]
async fn an_exchange_without_the_cookie_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        let request = SignInRequest::Exchange(Browser::One, Browser::One);
        let scene = SignInScene::observed(stack, request, &user).await;
        (without_cookie(&user.email, &code), scene.code())
    })
    .await;
}

#[tokio::test]
async fn does_not_count_a_malformed_code_as_an_attempt() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    for text in ["", "12345", "1234567", "abcdef", "12 345", "١٢٣٤٥٦"] {
        expect!(
            stack.send(&exchange(&user.email, &code.with_digits(text))),
            (400, "invalid_code")
        );
    }
    let missing = TestRequest::post("/users/verify-reset-code").json(&json!({"email": user.email}));
    refuses!(stack, missing, 400, "invalid_code");
    expect!(stack.send(&exchange(&user.email, &code)), 200);
}

#[tokio::test]
async fn failed_logins_of_an_ip_address_do_not_refuse_the_right_code() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let client_ip = user.client_ip_and_port();
        for _ in 0..2 {
            let login = user.login_request_with("Wrong horse 1");
            expect!(stack.send(&login.of_ip(&client_ip)), 401);
        }
        let function = FUNCTION
            .start(&stack, &[("RATE_LIMITS", "FailedResetCodesPerIp:1")])
            .await;
        let code = user.request_reset_code(&stack).await;
        let right = exchange(&user.email, &code).of_ip(&client_ip);
        expect!(function.send(&right), 200);
    })
    .await;
}

#[tokio::test]
async fn limits_wrong_codes_of_an_ip_address_across_all_emails() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let function = FUNCTION
            .start(&stack, &[("RATE_LIMITS", "FailedResetCodesPerIp:3")])
            .await;
        let user = TestUser::verified(&stack).await;
        let code = user.request_reset_code(&stack).await;
        let client_ip = user.client_ip_and_port();

        // The right code is not counted.
        for guess in [&code.wrong(), &code] {
            function.send(&exchange(&user.email, guess).of_ip(&client_ip)).await;
        }
        let unknown_user = exchange("nobody@example.org", &code);
        for _ in 0..2 {
            refuses!(function, unknown_user.clone().of_ip(&client_ip), 400, "invalid_code");
        }
        expect!(
            function.send(&unknown_user.clone().of_ip(&client_ip)),
            (429, "too_many_attempts")
        );
        expect!(
            function.send(&unknown_user.of_ip("[2001:db8::1]:50000")),
            (400, "invalid_code")
        );
    })
    .await;
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let (stack, user) = Stack::with_user().await;
    let code = user.request_reset_code(&stack).await;
    let guess = exchange(&user.email, &code.wrong());
    checks::returns_503_during_an_outage_and_succeeds_after_it(FUNCTION, &guess, (400, "invalid_code")).await;
    checks::returns_503_when_tables_are_unreachable_or_do_not_respond(FUNCTION, &exchange(&user.email, &code)).await;
    expect!(
        stack.send(&exchange(&user.email, &code)),
        200,
        "no outage used the code up"
    );
}

#[tokio::test]
async fn after_any_fault_the_code_or_a_new_one_is_valid() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        (exchange(&user.email, &code), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let again = case.retry().await;
        let is_exchanged = case.stored_items("passwordResets").await[0]["codeHash"].is_null();
        assert!(again.status == 200 || is_exchanged, "{again:?}");
        let stack = Stack::running();
        let code = user.request_reset_code(&stack).await;
        expect!(stack.send(&exchange(&user.email, &code)), 200);
    })
    .await;
}

#[tokio::test]
async fn an_exchange_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        let request = SignInRequest::Exchange(Browser::One, Browser::One);
        let scene = SignInScene::observed(stack, request, &user).await;
        (exchange(&user.email, &code), scene.code())
    })
    .await;
    traces::check_without_faults(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        let request = SignInRequest::Exchange(Browser::One, Browser::Two);
        let scene = SignInScene::observed(stack, request, &user).await;
        (exchange(&user.email, &code.wrong()), scene.code())
    })
    .await;
}

/// A code is exchanged once.
#[tokio::test]
async fn an_exchange_after_another_one_is_a_path_of_the_model() {
    traces::check_with_another(FUNCTION, ("dynamodb UpdateItem passwordResets", 2), async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        let request = SignInRequest::Exchange(Browser::One, Browser::One);
        let scene = SignInScene::observed(stack, request, &user).await;
        (
            exchange(&user.email, &code),
            scene.code(),
            exchange(&user.email, &code),
            request,
        )
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_400_for_a_malformed_body(
        &TestRequest::post("/users/verify-reset-code"),
        &["{\"email\": \"a@example.org\", \"resetCode\": 123456}"]
    ),
    a_repetition_sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        exchange(&user.email, &code)
    }),
    sends_these_requests_to_aws(sends_these_requests_to_aws_without_a_cookie, async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        without_cookie(&user.email, &code)
    }),
    every_variable_is_required(&exchange("a@example.org", &TestResetCode::unknown())),
);
