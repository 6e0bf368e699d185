//! Rate limits of failed logins, per user and per client.

use super::{FUNCTION, WINDOW, login};
use crate::prelude::*;

/// The limit in the template.
const FAILURES_PER_USER: usize = 10;
/// The limit in the template. The link of the registration does not count.
const LINKS_PER_EMAIL: usize = 3;

/// Asks for proofs of work that take few keys.
const EASY: (&str, &str) = ("PROOF_OF_WORK_KEYS", "2");

#[tokio::test]
async fn the_eleventh_attempt_needs_a_proof_of_work_even_with_the_right_password() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let function = FUNCTION.start(&stack, &[EASY]).await;
        let user = TestUser::verified(&stack).await;
        for _ in 0..FAILURES_PER_USER {
            expect!(
                function.send(&user.login_request_with("Wrong horse 1")),
                (401, "incorrect_credentials")
            );
        }
        let credentials = json!({"email": user.email, "password": user.password});
        let asked = refuses!(function, user.login_request(), 429, "proof_required");
        let proven = user.login_request().with_proof(&credentials, &asked);
        expect!(function.send(&proven), 200);
        expect!(function.send(&proven), 429, "a proof counts once");

        // An unknown email address is limited in the same way. Other users are not affected.
        let unknown_user =
            login(&json!({"email": format!("nobody-{}@example.org", user.id), "password": "Wrong horse 1"}));
        for _ in 0..FAILURES_PER_USER {
            expect!(function.send(&unknown_user), 401);
        }
        refuses!(function, unknown_user, 429, "proof_required");
        let other = TestUser::verified(&stack).await;
        expect!(function.send(&other.login_request()), 200);
    })
    .await;
}

/// Whoever has a /48 network has 65,536 subnets, and each was a client of its own.
#[tokio::test]
async fn strangers_of_one_network_do_not_lock_the_user_out_even_with_proofs() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let function = FUNCTION.start(&stack, &[EASY]).await;
        let user = TestUser::verified(&stack).await;
        let wrong = json!({"email": user.email, "password": "Wrong horse 1"});
        let mut guesses = 0;
        let mut refused = 0;
        for subnet in 0..50 {
            let address = format!("[2001:db8:{}:{subnet:x}::1]:50000", &user.id[..4]);
            let request = login(&wrong).of_ip(&address);
            let mut response = function.send(&request).await;
            if response.status_and_code() == (429, "proof_required") {
                response = function.send(&request.with_proof(&wrong, &response)).await;
            }
            match response.status_and_code() {
                (401, _) => guesses += 1,
                (429, "too_many_attempts") => refused += 1,
                other => panic!("{other:?}"),
            }
        }
        // Ten for the email address, and then those of one /56 with proofs.
        assert_eq!((guesses, refused), (3 * FAILURES_PER_USER, 20));

        let credentials = json!({"email": user.email, "password": user.password});
        let own = user.login_request().of_ip(&user.client_ip_and_port());
        let asked = function.send(&own).await;
        expect!(function.send(&own.with_proof(&credentials, &asked)), 200);
    })
    .await;
}

#[tokio::test]
async fn concurrent_attempts_do_not_exceed_the_limit() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let attempts = stack
            .send_at_once((0..3 * FAILURES_PER_USER).map(|_| user.login_request_with("Wrong horse 1")))
            .await;
        let mut allowed = 0;
        for attempt in attempts {
            allowed += usize::from(attempt.status == 401);
        }
        assert_eq!(allowed, FAILURES_PER_USER);
    })
    .await;
}

#[tokio::test]
async fn successful_logins_are_not_counted() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        for _ in 0..=FAILURES_PER_USER {
            expect!(stack.send(&user.login_request()), 200);
        }
    })
    .await;
}

#[tokio::test]
async fn logins_that_send_a_verification_link_are_counted() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_unverified_user().await;
        for _ in 0..FAILURES_PER_USER {
            refuses!(stack, user.login_request(), 403, "account_not_verified");
        }
        refuses!(stack, user.login_request(), 429, "proof_required");
        // The rate limit protects the mailbox. The earlier links still work.
        assert_eq!(stack.emails_to(&user.email).await.len(), 1 + LINKS_PER_EMAIL);
    })
    .await;
}

#[tokio::test]
async fn limits_failures_of_an_ip_address_across_all_users() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let limits = [("RATE_LIMITS", "FailedLoginsPerIp:3")];
        let function = FUNCTION.start(&stack, &limits).await;
        let user = TestUser::verified(&stack).await;
        let client_ip = user.client_ip_and_port();
        let unknown_user =
            |number: u32| login(&json!({"email": format!("nobody{number}@example.org"), "password": "Wrong horse 1"}));

        for number in 0..3 {
            expect!(
                function.send(&unknown_user(number).of_ip(&client_ip)),
                (401, "incorrect_credentials")
            );
        }
        expect!(
            function.send(&user.login_request().of_ip(&client_ip)),
            (429, "proof_required")
        );
        // The port does not matter. Another IP address is allowed, since the user's own limit is not reached.
        let (ip, _) = client_ip.split_once(':').expect("a port");
        expect!(function.send(&user.login_request().of_ip(&format!("{ip}:1"))), 429);
        let another = format!("[2001:db8:{}:{}::1]:50000", &user.id[..4], &user.id[4..8]);
        expect!(function.send(&user.login_request().of_ip(&another)), 200);
    })
    .await;
}

#[tokio::test]
async fn ignores_an_ip_address_sent_without_the_origin_secret() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let client_ip = user.client_ip_and_port();
        // Without the secret, attempts count for the source IP address that the gateway sees, which may fail 10,000 times here.
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "FailedLoginsPerIp:1")]).await;
        let unknown_user =
            login(&json!({"email": format!("nobody-{}@example.org", user.id), "password": "Wrong horse 1"}));
        let forged = [
            unknown_user.clone().header("cloudfront-viewer-address", &client_ip),
            unknown_user.clone().through_cdn("a guess", &client_ip),
            unknown_user.clone().through_cdn("", &client_ip),
        ];
        for request in forged {
            function.send(&request).await;
        }
        // If one of the forged headers had counted, this attempt would exceed the limit.
        refuses!(function, unknown_user.of_ip(&client_ip), 401, "incorrect_credentials");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    malformed_bodies_count_for_their_client(&TestRequest::post("/users/login")),
);
