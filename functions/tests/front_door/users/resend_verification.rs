//! Front-door tests of `POST /users/resend-verification`.
//!
//! Protected here: neither response nor response time reveals whether an email address is registered or verified, and the rate limits
//! protect mailboxes.

use std::net::Ipv4Addr;

use tokio::net::TcpListener;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-resend-verification");
/// The limits in the template.
const LINKS_PER_EMAIL: usize = 3;
const LINKS_PER_MAILBOX: usize = 10;
const RESPONSE_TIME: Duration = Duration::from_secs(2);
const WINDOW: Duration = Duration::from_hours(1);

fn resend(email: &str) -> TestRequest {
    TestRequest::post("/users/resend-verification").json(&json!({"email": email}))
}

fn verify(token: &str) -> TestRequest {
    TestRequest::post("/users/verify-email").json(&json!({"token": token}))
}

#[tokio::test]
async fn sends_another_link_and_the_first_one_stays_valid() {
    let stack = Stack::running();
    for use_second in [true, false] {
        let user = TestUser::registered(&stack).await;
        let first = user.last_email(&stack).await.verification_token();
        expect!(stack.send(&resend(&user.email)), 200);
        let emails = stack.emails_to(&user.email).await;
        assert_eq!(emails.len(), 2);
        let token = if use_second {
            emails[1].verification_token()
        } else {
            first
        };
        expect!(stack.send(&verify(&token)), 200);
        assert_eq!(user.record(&stack).await["verified"], true);
    }
}

#[tokio::test]
async fn everybody_gets_the_same_response_and_only_those_who_wait_get_an_email() {
    let stack = Stack::running();
    let waiting = TestUser::registered(&stack).await;
    let verified = TestUser::verified(&stack).await;
    let blocked = TestUser::registered(&stack).await;
    blocked.set_attribute(&stack, "blocked", json!(true)).await;
    let unknown = format!("nobody-{}", waiting.email);

    let expected = stack.send(&resend(&waiting.email).query("lang", "fr")).await;
    assert_json_snapshot!(expected, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Si un compte avec cette adresse e-mail attend d’être confirmé, nous y avons envoyé un nouveau lien.",
        "success": true
      }
    }
    "#);
    for email in [&verified.email, &blocked.email, &unknown] {
        let response = stack.send(&resend(email).query("lang", "fr")).await;
        assert_eq!(format!("{response:?}"), format!("{expected:?}"));
    }
    for (email, emails) in [
        (&waiting.email, 2),
        (&verified.email, 0),
        (&blocked.email, 1),
        (&unknown, 0),
    ] {
        assert_eq!(stack.emails_to(email).await.len(), emails, "{email}");
    }
}

#[tokio::test]
async fn ignores_case_and_spaces_of_the_email() {
    let (stack, user) = Stack::with_unverified_user().await;
    let email = format!(" {}\n", user.email.to_uppercase());
    expect!(stack.send(&resend(&email)), 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), 2);
}

#[tokio::test]
async fn the_fourth_request_for_an_email_in_an_hour_needs_a_proof_whether_or_not_it_is_known() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_unverified_user().await;
        for email in [&user.email, &format!("nobody-{}", user.email)] {
            for _ in 0..LINKS_PER_EMAIL {
                expect!(stack.send(&resend(email)), 200);
            }
            refuses!(stack, resend(email), 429, "proof_required");
        }
        assert_eq!(stack.emails_to(&user.email).await.len(), 1 + LINKS_PER_EMAIL);
        // The sign-in of an unverified user sends no more.
        refuses!(stack, user.login_request(), 403, "account_not_verified");
        assert_eq!(stack.emails_to(&user.email).await.len(), 1 + LINKS_PER_EMAIL);
    })
    .await;
}

#[tokio::test]
async fn strangers_do_not_use_up_the_links_of_the_browser_that_signed_the_user_up() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let function = FUNCTION.start(&stack, &[]).await;
        let (user, proof) = TestUser::registered_with_proof(&stack).await;
        let (_, another_proof) = TestUser::registered_with_proof(&stack).await;
        let own = user.client_ip_and_port();
        let (network, _) = own.rsplit_once('.').expect("an IPv4 address");
        let from = |number: usize| resend(&user.email).of_ip(&format!("{network}.{number}:50000"));
        let refused = (429, "proof_required");

        for _ in 0..LINKS_PER_EMAIL {
            expect!(function.send(&from(1)), 200);
        }
        expect!(function.send(&from(1)), refused);
        // Other addresses are not affected, until the mailbox has got as many emails as it may.
        for number in 2..=1 + LINKS_PER_MAILBOX - LINKS_PER_EMAIL {
            expect!(function.send(&from(number)), 200);
        }
        expect!(function.send(&from(100)), refused);
        // The proof of another sign-up counts for nothing.
        let request = from(100).cookie(&another_proof);
        expect!(function.send(&request), refused);
        // The browser of the sign-up has a limit of its own, whatever its address.
        for _ in 0..LINKS_PER_EMAIL {
            expect!(function.send(&from(1).cookie(&proof)), 200);
        }
        let response = refuses!(function, from(100).cookie(&proof), 429, "too_many_requests");
        assert!(
            response
                .retry_after
                .is_some_and(|seconds| (1..=WINDOW.as_secs()).contains(&seconds))
        );
        // Meanwhile, the requests of all clients sent the mailbox few emails.
        assert_eq!(stack.emails_to(&user.email).await.len(), 1 + LINKS_PER_EMAIL);
    })
    .await;
}

#[tokio::test]
async fn limits_requests_of_an_ip_address_across_all_emails() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "VerificationMailsPerIp:2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let user = TestUser::registered(&stack).await;
        let client_ip = user.client_ip_and_port();
        for number in 0..2 {
            let email = format!("nobody{number}-{}", user.email);
            expect!(function.send(&resend(&email).of_ip(&client_ip)), 200);
        }
        let refused = resend(&user.email).of_ip(&client_ip);
        refuses!(function, refused, 429, "proof_required");
        let another = format!("[2001:db8:{}::1]:50000", &user.id[..4]);
        expect!(function.send(&resend(&user.email).of_ip(&another)), 200);
    })
    .await;
}

#[tokio::test]
async fn returns_400_for_an_invalid_email_or_body() {
    let stack = Stack::running();
    let path = "/users/resend-verification";
    for body in [json!({}), json!({"email": null}), json!({"email": "no address"})] {
        let response = refuses!(stack, TestRequest::post(path).json(&body), 400, "email_invalid");
        assert_eq!(response.body["errors"], json!({"email": "email_invalid"}));
    }
    for body in [&b""[..], b"[]", b"{\"email\": 1}"] {
        refuses!(stack, TestRequest::post(path).body(body), 400, "malformed_request");
    }
    refuses!(stack, resend(&"x".repeat(100_000)), 413, "request_too_large");
}

#[tokio::test]
async fn response_time_does_not_depend_on_the_email_or_on_ses() {
    let stack = Stack::running();
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let hanging = format!("http://{}", silent.local_addr().expect("the port is bound"));
    for mail_service in [stack.aws.as_str(), &hanging] {
        let overrides = [
            ("AWS_ENDPOINT_URL_SESV2", mail_service),
            ("AWS_CALL_TIMEOUT_SECONDS", "6"),
        ];
        let function = FUNCTION.start(&stack, &overrides).await;
        let user = TestUser::registered(&stack).await;
        for email in [&user.email, &format!("nobody-{}", user.email)] {
            let time = function.response_time(&resend(email)).await;
            assert!(time >= RESPONSE_TIME, "{time:?}");
        }
    }
}

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let (_, user) = Stack::with_unverified_user().await;
    checks::succeeds_and_logs_when_the_email_cannot_be_sent(
        FUNCTION,
        &resend(&user.email),
        "verify_email",
        &[&user.email],
    )
    .await;
}

/// The function makes the same requests before its response for known and unknown email addresses. Only the email differs, which the
/// fixed response time hides.
#[tokio::test]
async fn an_unknown_email_causes_the_same_requests_to_the_tables() {
    let unknown = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        resend(&format!("nobody-{}", user.email))
    };
    faults::check_aws_requests(FUNCTION, unknown).await;
}

#[tokio::test]
async fn after_any_fault_the_next_link_is_valid() {
    let template = TestUser::registered(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let user = template.duplicate(stack).await;
        (resend(&user.email), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        expect!(case.retry(), 200);
        let token = user.last_email(&stack).await.verification_token();
        expect!(stack.send(&verify(&token)), 200);
        assert_eq!(user.record(&stack).await["verified"], true);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&resend("nobody@example.org")),
    every_variable_is_required(&resend("a@example.org")),
    sends_these_requests_to_aws(async |stack| {
        let user = TestUser::registered(stack).await;
        resend(&user.email)
    }),
    sends_these_requests_to_aws(
        sends_these_requests_to_aws_for_the_browser_of_the_sign_up,
        async |stack| {
            let (user, proof) = TestUser::registered_with_proof(stack).await;
            resend(&user.email).cookie(&proof)
        }
    ),
);
