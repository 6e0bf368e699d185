//! Front-door tests of `POST /users/request-reset`.
//!
//! Protected here: neither response nor response time reveals whether an email address is registered, the tables contain neither email
//! address nor code, and the rate limits protect mailboxes.
//!
//! `faults` has the failures of AWS.

mod faults;

use std::net::Ipv4Addr;

use tokio::net::TcpListener;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-request-reset");
/// The limit of one requester in the template.
const REQUESTS_PER_EMAIL: usize = 3;
/// The limit of all requesters in the template.
const REQUESTS_PER_MAILBOX: usize = 10;
const RESPONSE_TIME: Duration = Duration::from_secs(2);
/// The time limit of a request to AWS in seconds, as deployed. The time limit of the email is a share of it.
const AWS_TIMEOUT_SECONDS: &str = "6";
const WINDOW: Duration = Duration::from_hours(1);

fn request_reset(email: &str) -> TestRequest {
    TestRequest::post("/users/request-reset").json(&json!({"email": email}))
}

#[tokio::test]
async fn known_and_unknown_emails_get_the_same_response() {
    let (stack, user) = Stack::with_user().await;
    let unverified = TestUser::registered(&stack).await;
    let blocked = TestUser::verified(&stack).await;
    blocked.set_attribute(&stack, "blocked", json!(true)).await;
    let unknown_email = format!("nobody-{}", user.email);

    // The cookie contains a random id of the requester, also for an unknown email address.
    let send = async |email: &str| {
        let mut response = stack.send(&request_reset(email).query("lang", "ar")).await;
        let cookie = response.headers.get_mut("set-cookie").expect("a cookie");
        let (id, _) = cookie
            .trim_start_matches("__Host-reset=")
            .split_once(';')
            .expect("attributes");
        assert_eq!(id.len(), 43, "256 bits");
        *cookie = cookie.replace(id, "[requester]");
        response
    };
    let known = send(&user.email).await;
    assert_json_snapshot!(known);
    for email in [unknown_email.as_str(), &unverified.email, &blocked.email] {
        assert_eq!(format!("{:?}", send(email).await), format!("{known:?}"));
    }
    assert_eq!(stack.emails_to(&unknown_email).await.len(), 0);
    assert_eq!(stack.emails_to(&blocked.email).await.len(), 0);
    assert_eq!(
        unverified.last_email(&stack).await.reset_code().len(),
        6,
        "the code verifies an unverified user too"
    );
}

#[tokio::test]
async fn sends_a_code_in_the_language_of_the_user() {
    let stack = Stack::running();
    for language in testing::languages() {
        let user = TestUser::verified(&stack).await;
        let mut profile = user.record(&stack).await["profile"].clone();
        profile["fullname"] = json!("Amina <b>Benali");
        user.set_attribute(&stack, "profile", profile).await;
        user.set_attribute(&stack, "language", json!(language)).await;
        let code = user.request_reset_code(&stack).await;
        let sent_email = user.last_email(&stack).await;
        assert_snapshot!(
            format!("email_{language}"),
            sent_email.snapshot_text().replace(&code.digits, "[code]")
        );
    }
}

/// Anyone can register with the email address of a stranger, and choose a name that is a message.
#[tokio::test]
async fn greets_only_verified_users_by_name_and_only_if_the_name_is_no_message() {
    let stack = Stack::running();
    for (is_verified, name, is_greeted) in [
        (true, "Amina Benali", true),
        (false, "Amina Benali", false),
        (true, "You won https://evil.example/prize", false),
        (true, "Visit evil.example now", false),
    ] {
        let mut registration = TestUser::registration();
        registration["fullname"] = json!(name);
        let user = if is_verified {
            TestUser::verified_with(&stack, &registration).await
        } else {
            TestUser::registered_with(&stack, &registration).await
        };
        user.request_reset_code(&stack).await;
        let text = user.last_email(&stack).await.snapshot_text();
        assert_eq!(text.contains(name), is_greeted, "{text}");
        assert!(!text.contains("evil.example"), "{text}");
    }
}

#[tokio::test]
async fn stores_neither_the_email_nor_the_code() {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["passwordResets"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    let user = TestUser::verified(&stack).await;
    expect!(function.send(&request_reset(&user.email)), 200);
    expect!(function.send(&request_reset("nobody@example.org")), 200);

    let items = own.scan_items("passwordResets").await;
    let (of_codes, items): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item["codeHash"].is_null());
    assert_eq!(
        (items.len(), of_codes.len()),
        (2, 2),
        "for the unknown email address too"
    );
    for item in of_codes {
        let names: Vec<_> = item.as_object().expect("an item").keys().cloned().collect();
        assert_eq!(names, ["expiresAt", "mailbox", "sealedRequester"]);
        assert_eq!(item["sealedRequester"].as_str().map(str::len), Some(43), "256 bits");
    }
    for item in items {
        let names: Vec<_> = item.as_object().expect("an item").keys().cloned().collect();
        assert_eq!(
            names,
            [
                "attempts",
                "codeExpiresAt",
                "codeHash",
                "expiresAt",
                "mailbox",
                "userHash"
            ]
        );
        for hash in ["codeHash", "mailbox", "userHash"] {
            assert_eq!(item[hash].as_str().map(str::len), Some(43), "256 bits");
        }
    }
}

#[tokio::test]
async fn a_new_request_of_the_same_browser_invalidates_its_previous_code_or_token() {
    let (stack, user) = Stack::with_user().await;
    let first = user.request_reset_code(&stack).await;
    let exchanged = user.request_reset_code(&stack).await;
    let response = stack.send(&exchanged.exchange_request(&user.email)).await;
    let token = response.set_cookie("__Host-reset").to_owned();

    let function = FUNCTION
        .start(&stack, &[("RATE_LIMITS", "ResetMailsPerEmail:100")])
        .await;
    for cookie in [&first.cookie, &token] {
        let requested = request_reset(&user.email).cookie(cookie);
        let response = function.send(&requested).await;
        let (id, _) = cookie.split_once(['.', ';']).expect("an id");
        assert!(response.set_cookie("__Host-reset").starts_with(id));
    }
    let newest = user.last_email(&stack).await.reset_code();
    if newest != first.digits {
        refuses!(stack, first.exchange_request(&user.email), 400, "invalid_code");
    }
    let reset = TestRequest::post("/users/reset-password")
        .json(&json!({"email": user.email, "newPassword": "another horse"}))
        .cookie(&token);
    refuses!(stack, reset, 400, "reset_failed");
}

#[tokio::test]
async fn ignores_case_and_spaces_of_the_email() {
    let (stack, user) = Stack::with_user().await;
    let email = format!(" {}\n", user.email.to_uppercase());
    expect!(stack.send(&request_reset(&email)), 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), 1);
}

#[tokio::test]
async fn the_fourth_request_of_a_requester_for_an_email_in_an_hour_needs_a_proof_of_work() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let unknown_email = format!("nobody-{}", user.email);
        for email in [&user.email, &unknown_email] {
            for _ in 0..REQUESTS_PER_EMAIL {
                expect!(stack.send(&request_reset(email)), 200);
            }
            refuses!(stack, request_reset(email), 429, "proof_required");
        }
        assert_eq!(stack.emails_to(&user.email).await.len(), REQUESTS_PER_EMAIL);
    })
    .await;
}

#[tokio::test]
async fn requests_of_one_address_do_not_lock_the_owner_out_and_those_of_many_end_at_the_limit_of_the_mailbox() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let function = FUNCTION.start(&stack, &[("PROOF_OF_WORK_KEYS", "2")]).await;
        let user = TestUser::verified(&stack).await;
        let own = user.client_ip_and_port();
        let (network, _) = own.rsplit_once('.').expect("an IPv4 address");
        let from = |number: usize| request_reset(&user.email).of_ip(&format!("{network}.{number}:50000"));
        let device = stack
            .send(&user.login_request())
            .await
            .set_cookie("__Host-device")
            .to_owned();

        for _ in 0..REQUESTS_PER_EMAIL {
            expect!(function.send(&from(1)), 200);
        }
        refuses!(function, from(1), 429, "proof_required");
        // Other addresses are not affected, until the mailbox has got as many emails as it may.
        for number in 2..=1 + REQUESTS_PER_MAILBOX - REQUESTS_PER_EMAIL {
            expect!(function.send(&from(number)), 200);
        }
        // With a proof of work, it gets as many again.
        let body = json!({"email": user.email});
        for number in 0..=REQUESTS_PER_MAILBOX {
            let request = from(100 + number);
            let asked = function.send(&request).await;
            let proven = if number < REQUESTS_PER_MAILBOX {
                function.send(&request.with_proof(&body, &asked)).await
            } else {
                asked
            };
            let expected = if number < REQUESTS_PER_MAILBOX { 200 } else { 429 };
            assert_eq!(proven.status, expected, "{number}: {proven:?}");
        }
        refuses!(function, from(99), 429, "too_many_requests");
        // A device on which the user has signed in before is not affected, whatever its address. It has a limit of its own.
        for _ in 0..REQUESTS_PER_EMAIL {
            expect!(function.send(&from(1).cookie(&device)), 200);
        }
        refuses!(function, from(100).cookie(&device), 429, "too_many_requests");
    })
    .await;
}

/// Strangers can request codes for somebody whom they have registered.
#[tokio::test]
async fn a_mailbox_that_is_not_verified_gets_few_emails_whoever_asks() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let user = TestUser::registered(&stack).await;
        for number in 1..=8 {
            let client_ip = format!("192.0.2.{number}:50000");
            for request in [
                request_reset(&user.email),
                TestRequest::post("/users/resend-verification").json(&json!({"email": user.email})),
                user.login_request(),
            ] {
                let response = stack.send(&request.of_ip(&client_ip)).await;
                assert!(matches!(response.status, 200 | 403), "{response:?}");
            }
        }
        assert_eq!(stack.emails_to(&user.email).await.len(), 1 + REQUESTS_PER_EMAIL);
    })
    .await;
}

/// Whoever knew the old password can have signed in with it many times.
#[tokio::test]
async fn devices_of_the_old_password_count_as_unknown_ones() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let mut devices = Vec::new();
        for _ in 0..2 {
            let login = stack.send(&user.login_request()).await;
            devices.push(login.set_cookie("__Host-device").to_owned());
        }
        user.set_attribute(&stack, "tokenVersion", json!(1)).await;
        let emails = stack.emails_to(&user.email).await.len();
        let mut sent = 0;
        for device in &devices {
            for _ in 0..REQUESTS_PER_EMAIL {
                let request = request_reset(&user.email).cookie(device);
                sent += usize::from(stack.send(&request).await.status == 200);
            }
        }
        assert_eq!(sent, REQUESTS_PER_EMAIL, "as many as without a cookie");
        assert_eq!(stack.emails_to(&user.email).await.len(), emails + sent);
    })
    .await;
}

#[tokio::test]
async fn limits_requests_of_an_ip_address_across_all_emails() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "ResetMailsPerIp:2")]).await;
        let user = TestUser::verified(&stack).await;
        let client_ip = user.client_ip_and_port();
        for number in 0..2 {
            let unknown_email = request_reset(&format!("nobody{number}-{}@example.org", user.id)).of_ip(&client_ip);
            expect!(function.send(&unknown_email), 200);
        }
        expect!(
            function.send(&request_reset(&user.email).of_ip(&client_ip)),
            (429, "proof_required")
        );
        let another = format!("[2001:db8:{}::1]:50000", &user.id[..4]);
        expect!(function.send(&request_reset(&user.email).of_ip(&another)), 200);
    })
    .await;
}

#[tokio::test]
async fn returns_400_for_an_invalid_email_or_body() {
    let stack = Stack::running();
    for body in [
        json!({}),
        json!({"email": ""}),
        json!({"email": null}),
        json!({"email": "no address"}),
    ] {
        let response = expect!(
            stack.send(&TestRequest::post("/users/request-reset").json(&body)),
            (400, "email_invalid")
        );
        assert_eq!(response.body["errors"], json!({"email": "email_invalid"}));
    }
    for body in [&b""[..], b"null", b"[]", b"{\"email\": 1}", b"email=a@example.org"] {
        expect!(
            stack.send(&TestRequest::post("/users/request-reset").body(body)),
            (400, "malformed_request")
        );
    }
    refuses!(stack, request_reset(&"x".repeat(1_000_000)), 413, "request_too_large");
}

#[tokio::test]
async fn response_time_does_not_depend_on_the_email_or_on_ses() {
    let stack = Stack::running();
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let hanging = format!("http://{}", silent.local_addr().expect("the port is bound"));
    for mail_service in [stack.aws.as_str(), &hanging] {
        let overrides = [
            ("AWS_ENDPOINT_URL_SESV2", mail_service),
            ("AWS_CALL_TIMEOUT_SECONDS", AWS_TIMEOUT_SECONDS),
        ];
        let function = FUNCTION.start(&stack, &overrides).await;
        let user = TestUser::verified(&stack).await;
        let (known, unknown) = (
            request_reset(&user.email),
            request_reset(&format!("nobody-{}", user.email)),
        );
        for request in [&known, &unknown, &known, &unknown] {
            let time = function.response_time(request).await;
            assert!(time >= RESPONSE_TIME, "{time:?}");
        }
    }
}

/// Lambda freezes the instance after the response, so the outcome of the email must be known by then.
#[tokio::test]
async fn gives_up_on_a_hanging_mail_service_before_the_response() {
    let (stack, user) = Stack::with_user().await;
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let hanging = format!("http://{}", silent.local_addr().expect("the port is bound"));
    let overrides = [
        ("AWS_ENDPOINT_URL_SESV2", hanging.as_str()),
        ("AWS_CALL_TIMEOUT_SECONDS", AWS_TIMEOUT_SECONDS),
    ];
    let function = FUNCTION.start(&stack, &overrides).await;
    expect!(function.send(&request_reset(&user.email)), 200);
    let line = function.wait_for_log("mail not sent").await;
    assert_eq!(
        (&line["level"], &line["mail"], &line["cause"]),
        (
            &json!("ERROR"),
            &json!("reset_code"),
            &json!("SES: given up after 1.5s")
        )
    );
    let counted = function.wait_for_log_line(|line| line["MailsFailed"] == 1).await;
    assert_eq!(counted["mail"], "reset_code");
}

/// The function does the same work before its response for known and unknown email addresses. It stores a code for both.
#[tokio::test]
async fn an_unknown_email_causes_the_same_requests_to_the_tables() {
    let unknown = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        request_reset(&format!("nobody-{}", user.email))
    };
    let requests = aws_requests(FUNCTION, unknown).await;
    assert_eq!(
        requests,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "dynamodb GetItem users",
            "dynamodb GetItem users",
            "dynamodb UpdateItem passwordResets",
            "dynamodb UpdateItem passwordResets",
        ]
    );
}
