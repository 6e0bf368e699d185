//! Front-door tests of `POST /users/verify-reset-code`.
//!
//! Protected here: a code works once, for its own email address and for ten minutes; five attempts are allowed for each code; and the
//! table contains neither code nor reset token.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use std::time::Duration;

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest, TestResetCode, TestUser,
    faults::{self, FaultCase, NthRequest},
    in_one_window,
    traces::{self, Browser, SignInRequest, SignInScene},
};

const BINARY: &str = "users-verify-reset-code";
const NAME: &str = "UsersVerifyResetCodeFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
/// The limit in the template.
const ATTEMPTS_PER_CODE: usize = 5;

/// Exchanges a code in the browser that requested it.
fn exchange(email: &str, code: &TestResetCode) -> TestRequest {
    code.exchange_request(email)
}

#[tokio::test]
async fn exchanges_the_right_code_for_the_reset_cookie() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
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

    let again = stack.send(&exchange(&user.email, &code)).await;
    assert_eq!(again.status_and_code(), (400, "invalid_code"), "a code works once");
}

#[tokio::test]
async fn succeeds_when_the_time_is_over_before_the_attempt_is_refunded() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    let refund = NthRequest {
        name: "dynamodb UpdateItem attempts".to_owned(),
        occurrence: 2,
    };
    let request = exchange(&user.email, &code);
    let case = FaultCase::until_deadline(DEPLOYED, refund, request).await;
    assert_eq!(case.response.status, 200, "{:?}", case.response);
}

#[tokio::test]
async fn stores_neither_the_code_nor_the_reset_token() {
    let stack = Stack::running();
    let table = stack.create_empty_table_like("passwordResets").await;
    let overrides = [("PASSWORD_RESETS_TABLE", table.as_str())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
    let user = TestUser::verified(&stack).await;
    let code = request_code_into_table(&stack, &user, &table).await;
    let response = function.send(&exchange(&user.email, &code)).await;
    assert_eq!(response.status, 200);

    let items = stack.scan_items(&table).await;
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

/// Requests a code and copies its item into another table, with the items of other codes that were requested meanwhile and not
/// exchanged yet.
async fn request_code_into_table(stack: &Stack, user: &TestUser, table: &str) -> TestResetCode {
    let deployed_table = &stack.tables["passwordResets"];
    let before = stack.scan_items(deployed_table).await;
    let code = user.request_reset_code(stack).await;
    let after = stack.scan_items(deployed_table).await;
    let is_new = |item: &Value| !before.contains(item) && item["proofHash"].is_null();
    for item in after.into_iter().filter(is_new) {
        stack.put_item(table, item).await;
    }
    code
}

#[tokio::test]
async fn rejects_the_sixth_attempt_even_with_the_right_code() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
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
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    for _ in 1..ATTEMPTS_PER_CODE {
        stack.send(&exchange(&user.email, &code.wrong())).await;
    }
    assert_eq!(stack.send(&exchange(&user.email, &code)).await.status, 200);
}

#[tokio::test]
async fn concurrent_attempts_do_not_exceed_the_limit() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    let guesses: Vec<_> = (0..20)
        .map(|_| {
            let (stack, guess) = (stack.clone(), exchange(&user.email, &code.wrong()));
            tokio::spawn(async move { stack.send(&guess).await.status })
        })
        .collect();
    for guess in guesses {
        // The attempts after the fifth count as those of a client without the cookie.
        assert!(matches!(guess.await.expect("a response"), 400 | 429));
    }
    assert_ne!(stack.send(&exchange(&user.email, &code)).await.status, 200);
}

#[tokio::test]
async fn only_one_of_several_concurrent_exchanges_gets_a_cookie() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    let exchanges: Vec<_> = (0..ATTEMPTS_PER_CODE)
        .map(|_| {
            let (stack, exchange) = (stack.clone(), exchange(&user.email, &code));
            tokio::spawn(async move { stack.send(&exchange).await.status })
        })
        .collect();
    let mut succeeded = 0;
    for exchange in exchanges {
        succeeded += usize::from(exchange.await.expect("a response") == 200);
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
        let response = stack.send(&exchange(email, &code)).await;
        assert_eq!(response.status_and_code(), (400, "invalid_code"), "{email}");
    }

    let table = stack.create_empty_table_like("passwordResets").await;
    let overrides = [("PASSWORD_RESETS_TABLE", table.as_str())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
    for (age, status) in [(590, 200), (601, 400)] {
        let code = request_code_into_table(&stack, &user, &table).await;
        for mut item in stack.scan_items(&table).await {
            let Some(expires_at) = item["codeExpiresAt"].as_u64() else {
                continue;
            };
            item["codeExpiresAt"] = json!(expires_at - age);
            stack.put_item(&table, item).await;
        }
        let response = function.send(&exchange(&user.email, &code)).await;
        assert_eq!(response.status, status, "{age} seconds old: {response:?}");
    }
}

/// A stranger who knows the email address can neither use up the attempts of its owner's code nor replace the code.
#[tokio::test]
async fn a_code_belongs_to_the_browser_that_requested_it() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    let of_stranger = user.request_reset_code(&stack).await;
    for _ in 0..=ATTEMPTS_PER_CODE {
        let response = stack.send(&exchange(&user.email, &of_stranger.wrong())).await;
        assert_eq!(response.status_and_code(), (400, "invalid_code"));
    }
    assert_eq!(stack.send(&exchange(&user.email, &code)).await.status, 200);
}

/// A client of the specification sends the code and nothing else.
fn without_cookie(email: &str, code: &TestResetCode) -> TestRequest {
    TestRequest::post("/users/verify-reset-code").json(&json!({"email": email, "resetCode": code.digits}))
}

#[tokio::test]
async fn exchanges_the_right_code_once_without_the_cookie() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let (code, later) = (
        user.request_reset_code(&stack).await,
        user.request_reset_code(&stack).await,
    );
    let exchanged = stack.send(&without_cookie(&user.email, &code)).await;
    assert_eq!(exchanged.status, 200, "{exchanged:?}");
    for again in [without_cookie(&user.email, &code), exchange(&user.email, &code)] {
        assert_eq!(stack.send(&again).await.status_and_code(), (400, "invalid_code"));
    }
    let of_another = stack.send(&without_cookie("nobody@example.org", &later)).await;
    assert_eq!(of_another.status_and_code(), (400, "invalid_code"));
    let reset = TestRequest::post("/users/reset-password")
        .json(&json!({"email": user.email, "newPassword": "Another horse 2"}))
        .cookie(exchanged.set_cookie("__Host-reset"));
    assert_eq!(stack.send(&reset).await.status, 200);
    let ended = stack.send(&without_cookie(&user.email, &later)).await;
    assert_eq!(ended.status, 200, "the code is right, and its token is not");
    let reset = reset.cookie(ended.set_cookie("__Host-reset"));
    assert_eq!(stack.send(&reset).await.status_and_code(), (400, "reset_failed"));
}

#[tokio::test]
async fn a_repetition_with_the_same_key_gets_the_same_cookie() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    let request = exchange(&user.email, &code).header("idempotency-key", &user.id);
    let (first, again) = (stack.send(&request).await, stack.send(&request).await);
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(first.set_cookie("__Host-reset"), again.set_cookie("__Host-reset"));
}

/// It is answered before anything else is read.
#[tokio::test]
async fn a_repetition_sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        let request = exchange(&user.email, &code).header("idempotency-key", &user.id);
        assert!(stack.send(&request).await.status < 300);
        (request, ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn a_cookie_of_another_mailbox_is_as_good_as_none() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let code = user.request_reset_code(&stack).await;
    let elsewhere = other.request_reset_code(&stack).await;
    let request = exchange(&user.email, &elsewhere.with_digits(&code.digits));
    assert_eq!(stack.send(&request).await.status, 200);
}

/// Strangers use up the attempts of clients without the cookie: from one IP address only their own, from many those of the mailbox. The
/// browser of the request keeps its own.
#[tokio::test]
async fn wrong_codes_of_strangers_do_not_lock_the_requester_out() {
    in_one_window(Duration::from_hours(1), async || {
        let stack = Stack::running();
        let (_, secret) = stack.secret("origin").await;
        let user = TestUser::verified(&stack).await;
        let code = user.request_reset_code(&stack).await;
        let guess = |address: u8, code: &TestResetCode| {
            without_cookie(&user.email, code).through_cdn(&secret, &format!("192.0.2.{address}:50000"))
        };
        for number in 0..=ATTEMPTS_PER_CODE {
            let response = stack.send(&guess(1, &code.wrong())).await;
            let expected = if number < ATTEMPTS_PER_CODE { 400 } else { 429 };
            assert_eq!(response.status, expected, "{number}: {response:?}");
        }
        let (other, fresh) = (TestUser::verified(&stack).await, code.clone());
        let own = other.request_reset_code(&stack).await;
        let elsewhere = without_cookie(&other.email, &own).through_cdn(&secret, "192.0.2.1:50000");
        assert_eq!(stack.send(&elsewhere).await.status, 200, "another mailbox");
        let mut refused = 0;
        for number in 0..8 {
            let response = stack.send(&guess(number + 2, &code.wrong())).await;
            refused += usize::from(response.status == 429);
        }
        assert_eq!(refused, 3, "ten for the mailbox");
        assert_eq!(stack.send(&exchange(&user.email, &fresh)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn an_exchange_without_the_cookie_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
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
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    for text in ["", "12345", "1234567", "abcdef", "12 345", "١٢٣٤٥٦"] {
        let response = stack.send(&exchange(&user.email, &code.with_digits(text))).await;
        assert_eq!(response.status_and_code(), (400, "invalid_code"), "{text}");
    }
    let missing = TestRequest::post("/users/verify-reset-code").json(&json!({"email": user.email}));
    assert_eq!(stack.send(&missing).await.status_and_code(), (400, "invalid_code"));
    assert_eq!(stack.send(&exchange(&user.email, &code)).await.status, 200);
}

#[tokio::test]
async fn failed_logins_of_an_ip_address_do_not_refuse_the_right_code() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let (_, secret) = stack.secret("origin").await;
        let user = TestUser::verified(&stack).await;
        let client_ip = user.client_ip_and_port();
        for _ in 0..2 {
            let login = user.login_request_with("Wrong horse 1");
            let response = stack.send(&login.through_cdn(&secret, &client_ip)).await;
            assert_eq!(response.status, 401);
        }
        let function =
            Function::start_deployed(BINARY, &stack, NAME, &[("RATE_LIMITS", "FailedResetCodesPerIp:1")]).await;
        let code = user.request_reset_code(&stack).await;
        let right = exchange(&user.email, &code).through_cdn(&secret, &client_ip);
        assert_eq!(function.send(&right).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn limits_wrong_codes_of_an_ip_address_across_all_emails() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let function =
            Function::start_deployed(BINARY, &stack, NAME, &[("RATE_LIMITS", "FailedResetCodesPerIp:3")]).await;
        let (_, secret) = stack.secret("origin").await;
        let user = TestUser::verified(&stack).await;
        let code = user.request_reset_code(&stack).await;
        let client_ip = user.client_ip_and_port();

        // The right code is not counted.
        for guess in [&code.wrong(), &code] {
            function
                .send(&exchange(&user.email, guess).through_cdn(&secret, &client_ip))
                .await;
        }
        let unknown_user = exchange("nobody@example.org", &code);
        for _ in 0..2 {
            let response = function
                .send(&unknown_user.clone().through_cdn(&secret, &client_ip))
                .await;
            assert_eq!(response.status_and_code(), (400, "invalid_code"));
        }
        let response = function
            .send(&unknown_user.clone().through_cdn(&secret, &client_ip))
            .await;
        assert_eq!(response.status_and_code(), (429, "too_many_attempts"));
        let response = function
            .send(&unknown_user.through_cdn(&secret, "[2001:db8::1]:50000"))
            .await;
        assert_eq!(response.status_and_code(), (400, "invalid_code"));
    })
    .await;
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    let stack = Stack::running();
    for body in [
        &b""[..],
        b"null",
        b"[]",
        b"{\"email\": \"a@example.org\", \"resetCode\": 123456}",
    ] {
        let response = stack
            .send(&TestRequest::post("/users/verify-reset-code").body(body))
            .await;
        assert_eq!(
            response.status_and_code(),
            (400, "malformed_request"),
            "{}",
            body.escape_ascii()
        );
    }
    let response = stack
        .send(&exchange(&"x".repeat(100_000), &TestResetCode::unknown()))
        .await;
    assert_eq!(response.status_and_code(), (413, "request_too_large"));
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let code = user.request_reset_code(&stack).await;
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::start(&stack).await;
        let function = Function::start_deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let guess = exchange(&user.email, &code.wrong());
        let response = function.send(&guess).await;
        assert_eq!(response.status_and_code(), (503, "service_unavailable"), "{service}");
        outage.end();
        assert_eq!(
            function.send(&guess).await.status_and_code(),
            (400, "invalid_code"),
            "{service}"
        );
    }
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &exchange(&user.email, &code)).await;
    faults::check_tables_unresponsive(BINARY, &variables, &exchange(&user.email, &code)).await;
    assert_eq!(
        stack.send(&exchange(&user.email, &code)).await.status,
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
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        let again = case.retry().await;
        let is_exchanged = case.stored_items("passwordResets").await[0]["codeHash"].is_null();
        assert!(again.status == 200 || is_exchanged, "{again:?}");
        let stack = Stack::running();
        let code = user.request_reset_code(&stack).await;
        assert_eq!(stack.send(&exchange(&user.email, &code)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn sends_these_requests_to_aws_without_a_cookie() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        (without_cookie(&user.email, &code), ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn an_exchange_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let user = TestUser::verified(stack).await;
        let code = user.request_reset_code(stack).await;
        let request = SignInRequest::Exchange(Browser::One, Browser::One);
        let scene = SignInScene::observed(stack, request, &user).await;
        (exchange(&user.email, &code), scene.code())
    })
    .await;
    traces::check_without_faults(DEPLOYED, async |stack| {
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
    traces::check_with_another(DEPLOYED, ("dynamodb UpdateItem passwordResets", 2), async |stack| {
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

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &exchange("a@example.org", &TestResetCode::unknown())).await;
}
