//! Front-door tests of `POST /users/passkey-login`.
//!
//! Protected here: only a passkey of the user, used on this site by a verified user in the browser that asked, signs in, and once.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-passkey-login");
const REFUSED: (u16, &str) = (401, "passkey_refused");
const EXPIRED: (u16, &str) = (400, "passkey_expired");

async fn user_with_passkey(stack: &Stack) -> (TestUser, TestPasskey) {
    let (user, token) = TestUser::signed_in(stack).await;
    let (passkey, _) = user.add_passkey(stack, &token).await;
    (user, passkey)
}

#[tokio::test]
async fn begins_a_session_as_a_login_with_the_password_does() {
    let stack = Stack::running();
    let (user, passkey) = user_with_passkey(&stack).await;
    let response = stack.send(&passkey.login_request(&stack).await).await;
    let by_password = stack.send(&user.login_request()).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.data(), by_password.data());
    assert!(response.set_cookie("__Host-device").contains("HttpOnly"));
    let session = TestSession::of_token(response.body["token"].as_str().expect("a token"));
    assert!(session.is_live(&stack).await);
    let record = user.record(&stack).await;
    assert!(record["sessions"][&session.id].is_object());
    let stored = record["passkeys"].as_object().expect("passkeys").values().next();
    assert!(stored.expect("a passkey")["lastUsedAt"].is_u64());
    assert!(user.last_email(&stack).await.subject.starts_with("New login"));
}

#[tokio::test]
async fn the_session_lasts_as_long_as_the_user_asks_and_a_new_device_sets_no_language() {
    let stack = Stack::running();
    let (user, passkey) = user_with_passkey(&stack).await;
    for (remember, seconds) in [(true, 30 * 86_400), (false, 86_400)] {
        let begun = begin_login(&stack).await;
        let credential = passkey.sign(&begun.data()["options"]);
        let body = json!({"challenge": begun.data()["challenge"], "credential": credential, "remember": remember});
        let request = TestRequest::post("/users/passkey-login")
            .json(&body)
            .query("lang", "fr");
        let response = stack.send(&request.cookie(begun.set_cookie("__Host-passkey"))).await;
        let session = TestSession::of_token(response.body["token"].as_str().expect("a token"));
        let claims = session.claims();
        let lifetime = claims["exp"].as_u64().expect("a time") - claims["iat"].as_u64().expect("a time");
        assert_eq!(lifetime, seconds);
    }
    assert_eq!(user.record(&stack).await["language"], "en");
}

#[tokio::test]
async fn ends_the_session_whose_token_the_browser_has() {
    let stack = Stack::running();
    let (user, passkey) = user_with_passkey(&stack).await;
    let earlier = user.sign_in(&stack).await;
    let login = passkey.login_request(&stack).await.bearer(&earlier.token);
    expect!(stack.send(&login), 200);
    assert!(!earlier.is_live(&stack).await);
}

#[tokio::test]
async fn refuses_another_site_and_missing_user_verification() {
    let stack = Stack::running();
    let (_, passkey) = user_with_passkey(&stack).await;
    let changes: [fn(&mut TestPasskey); 4] = [
        |passkey| passkey.origin = "https://attacker.example".to_owned(),
        |passkey| passkey.origin = "http://localhost:1".to_owned(),
        |passkey| passkey.rp_id = "attacker.example".to_owned(),
        |passkey| passkey.verifies_user = false,
    ];
    for change in changes {
        let altered = passkey.with(change);
        expect!(stack.send(&altered.login_request(&stack).await), REFUSED);
    }
    expect!(stack.send(&passkey.login_request(&stack).await), 200);
}

#[tokio::test]
async fn refuses_unknown_users_unknown_passkeys_and_passkeys_of_others_alike() {
    let stack = Stack::running();
    let (_, passkey) = user_with_passkey(&stack).await;
    let (_, other) = user_with_passkey(&stack).await;
    let user_handle = passkey.user_handle.clone();
    let of_other = passkey.with(|passkey| passkey.user_handle.clone_from(&other.user_handle));
    let of_nobody = passkey.with(|passkey| passkey.user_handle = vec![7; 16]);
    let malformed = passkey.with(|passkey| passkey.user_handle = vec![7]);
    let unknown = TestPasskey::new().with(|passkey| passkey.user_handle = user_handle);
    let mut texts = Vec::new();
    for passkey in [of_other, of_nobody, malformed, unknown] {
        let refused = expect!(stack.send(&passkey.login_request(&stack).await), REFUSED);
        texts.push(format!("{refused:?}"));
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "{texts:?}");
}

#[tokio::test]
async fn a_challenge_counts_once_in_one_browser_and_unchanged() {
    let stack = Stack::running();
    let (_, passkey) = user_with_passkey(&stack).await;
    let (begun, elsewhere) = (begin_login(&stack).await, begin_login(&stack).await);
    let credential = passkey.sign(&begun.data()["options"]);
    let body = json!({"challenge": begun.data()["challenge"], "credential": credential});
    let request = |body: &Value| TestRequest::post("/users/passkey-login").json(body);
    let own = begun.set_cookie("__Host-passkey");
    for stolen in [
        request(&body),
        request(&body).cookie(elsewhere.set_cookie("__Host-passkey")),
    ] {
        expect!(stack.send(&stolen), EXPIRED);
    }
    let text = begun.data()["challenge"].as_str().expect("text");
    for challenge in ["", "a.b", &format!("A{}", &text[1..])] {
        let changed = json!({"challenge": challenge, "credential": body["credential"]});
        expect!(stack.send(&request(&changed).cookie(own)), EXPIRED);
    }
    let of_another = json!({"challenge": text, "credential": passkey.sign(&elsewhere.data()["options"])});
    expect!(stack.send(&request(&of_another).cookie(own)), REFUSED);

    expect!(stack.send(&request(&body).cookie(own)), 200);
    expect!(stack.send(&request(&body).cookie(own)), EXPIRED);
}

#[tokio::test]
async fn refuses_a_copy_of_the_passkey_with_a_lower_signature_counter() {
    let stack = Stack::running();
    let (_, mut passkey) = user_with_passkey(&stack).await;
    passkey.counter = 7;
    expect!(stack.send(&passkey.login_request(&stack).await), 200);
    for counter in [6, 7, 0] {
        passkey.counter = counter;
        expect!(stack.send(&passkey.login_request(&stack).await), REFUSED, "{counter}");
    }
    passkey.counter = 8;
    expect!(stack.send(&passkey.login_request(&stack).await), 200);
}

/// Both requests read the user before one of them is written.
#[tokio::test]
async fn refuses_a_copy_of_the_passkey_at_the_same_moment() {
    let stack = Stack::running();
    let (_, mut passkey) = user_with_passkey(&stack).await;
    passkey.counter = 7;
    let (one, copy) = (passkey.login_request(&stack).await, passkey.login_request(&stack).await);
    let other = async { stack.send(&copy).await };
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &one, other);
    let (held, other) = held.await;
    assert_eq!(other.status, 200, "{other:?}");
    assert_eq!(held.status_and_code(), EXPIRED);
}

#[tokio::test]
async fn refuses_blocked_unverified_and_rejected_users_and_survives_a_new_password() {
    let stack = Stack::running();
    let (user, passkey) = user_with_passkey(&stack).await;
    for (attribute, value, expected) in [
        ("blocked", true, (403, "account_blocked")),
        ("verified", false, (403, "account_not_verified")),
        ("rejected", true, REFUSED),
    ] {
        let read = user.record(&stack).await[attribute].clone();
        user.set_attribute(&stack, attribute, value.into()).await;
        expect!(stack.send(&passkey.login_request(&stack).await), expected);
        let before = if read.is_null() { json!(false) } else { read };
        user.set_attribute(&stack, attribute, before).await;
    }
    let token = user.access_token(&stack).await;
    let passwords = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
    let change = TestRequest::put("/users/me/password").bearer(&token).json(&passwords);
    expect!(stack.send(&change), 200);
    expect!(stack.send(&passkey.login_request(&stack).await), 200);
}

#[tokio::test]
async fn limits_refused_sign_ins_from_one_ip_address_and_refunds_others() {
    in_one_window(std::time::Duration::from_mins(15), async || {
        let stack = Stack::running();
        let (user, passkey) = user_with_passkey(&stack).await;
        let overrides = [("RATE_LIMITS", "FailedLoginsPerIp:2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let from_ip = |request: TestRequest| request.of_ip(&user.client_ip_and_port());
        for _ in 0..3 {
            let request = from_ip(passkey.login_request(&stack).await);
            expect!(function.send(&request), 200);
        }
        let unverified = passkey.with(|passkey| passkey.verifies_user = false);
        for _ in 0..2 {
            let request = from_ip(unverified.login_request(&stack).await);
            expect!(function.send(&request), REFUSED);
        }
        expect!(
            function.send(&from_ip(passkey.login_request(&stack).await)),
            (429, "too_many_attempts")
        );
    })
    .await;
}

/// Whoever has a /48 network of IPv6 addresses has 65,536 subnets.
#[tokio::test]
async fn limits_refused_sign_ins_from_the_networks_of_a_client() {
    in_one_window(std::time::Duration::from_mins(15), async || {
        let stack = Stack::running();
        let (user, passkey) = user_with_passkey(&stack).await;
        let overrides = [("RATE_LIMITS", "FailedLoginsPerIp:2")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let unverified = passkey.with(|passkey| passkey.verifies_user = false);
        let mut attempts = 0;
        for network in 0..12 {
            // Subnets of different /56 networks.
            let address = format!("[2001:db8:{}:{network:x}00::1]:50000", &user.id[..4]);
            let request = unverified.login_request(&stack).await.of_ip(&address);
            attempts += usize::from(function.send(&request).await.status_and_code() == REFUSED);
        }
        assert_eq!(attempts, 4 * 2);
    })
    .await;
}

#[tokio::test]
async fn returns_400_for_a_malformed_body_and_logs_no_personal_data() {
    let stack = Stack::running();
    let (user, passkey) = user_with_passkey(&stack).await;
    let function = FUNCTION.start(&stack, &[]).await;
    for body in [
        json!({}),
        json!({"challenge": "a"}),
        json!({"challenge": 1, "credential": {}}),
    ] {
        let request = TestRequest::post("/users/passkey-login").json(&body);
        refuses!(function, request, 400, "malformed_request");
    }
    let large = TestRequest::post("/users/passkey-login").json(&json!({"challenge": "x".repeat(100_000)}));
    refuses!(function, large, 413, "request_too_large");
    let unverified = passkey.with(|passkey| passkey.verifies_user = false);
    let refused = unverified.login_request(&stack).await;
    expect!(function.send(&refused), REFUSED);
    expect!(function.send(&passkey.login_request(&stack).await), 200);
    assert!(!function.log().contains(&user.email), "{}", function.log());
}

/// The web app has the browser forget a passkey that was refused. One that is still valid must not be.
#[tokio::test]
async fn a_change_of_the_user_meanwhile_asks_for_another_attempt() {
    let stack = Stack::running();
    for (occurrence, attribute, value, next) in [
        (1, "passkeys", json!({}), REFUSED),
        (2, "tokenVersion", json!(1), (200, "")),
    ] {
        let (user, passkey) = user_with_passkey(&stack).await;
        let request = passkey.login_request(&stack).await;
        let change = async {
            user.set_attribute(&stack, attribute, value).await;
        };
        let target = NthRequest::nth("dynamodb UpdateItem users", occurrence);
        let held = FUNCTION.send_held(&stack, target, &request, change);
        let (response, ()) = held.await;
        assert_eq!(response.status_and_code(), EXPIRED, "{attribute}");
        expect!(stack.send(&passkey.login_request(&stack).await), next, "{attribute}");
    }
}

async fn prepare(stack: &Stack) -> (TestRequest, (TestUser, TestPasskey)) {
    let (user, passkey) = user_with_passkey(stack).await;
    let request = passkey.login_request(stack).await;
    (request, (user, passkey))
}

#[tokio::test]
async fn every_variable_is_required() {
    let credential = TestPasskey::new().sign(&json!({"challenge": ""}));
    let body = json!({"challenge": "a.b", "credential": credential});
    let request = TestRequest::post("/users/passkey-login").json(&body);
    checks::every_variable_is_required(FUNCTION, &request).await;
}

#[tokio::test]
async fn after_any_fault_the_next_sign_in_succeeds() {
    faults::check_every_fault(FUNCTION, prepare, async |case, (_, passkey)| {
        let stack = Stack::running();
        // After a fault behind the challenge, a retry needs a new one.
        let retried = case.retry().await;
        assert!([(200, ""), EXPIRED].contains(&retried.status_and_code()), "{retried:?}");
        expect!(stack.send(&passkey.login_request(&stack).await), 200);
    })
    .await;
}
