//! Front-door tests of `POST /users/reset-password`.
//!
//! Protected here: only the reset token of the same email address allows a new password, once and for ten minutes, and a reset ends
//! every session.
//!
//! `faults` has the failures of AWS.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

mod faults;

use std::time::Duration;

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest, TestUser,
    faults::{DeployedFunction, Fault, NthRequest},
    in_one_window,
};

const BINARY: &str = "users-reset-password";
const NAME: &str = "UsersResetPasswordFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
const NEW_PASSWORD: &str = "another horse";

/// A reset without a cookie.
fn reset(email: &str, password: &str) -> TestRequest {
    TestRequest::post("/users/reset-password").json(&json!({"email": email, "newPassword": password}))
}

/// Exchanges the emailed code of a user for the reset cookie.
async fn reset_cookie(stack: &Stack, user: &TestUser) -> String {
    let code = user.request_reset_code(stack).await;
    let response = stack.send(&code.exchange_request(&user.email)).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.set_cookie("__Host-reset").to_owned()
}

fn value_of(set_cookie: &str) -> &str {
    let (_, rest) = set_cookie.split_once('=').expect("a cookie has a name");
    let (value, _) = rest.split_once(';').expect("a cookie has attributes");
    value
}

/// Resets the password of a user with a reset cookie. Returns the status.
async fn reset_with(stack: &Stack, user: &TestUser, cookie: &str) -> u16 {
    let request = reset(&user.email, NEW_PASSWORD).cookie(cookie);
    stack.send(&request).await.status
}

#[tokio::test]
async fn replaces_the_password_and_ends_every_session() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;

    let response = stack
        .send(&reset(&user.email, NEW_PASSWORD).cookie(&cookie).query("lang", "fr"))
        .await;
    let cookies = response.header("set-cookie");
    let device = response.set_cookie("__Host-device");
    assert_json_snapshot!(response, { ".headers[\"set-cookie\"]" => cookies.replace(value_of(device), "[device]") });
    assert_eq!(user.record(&stack).await["sessions"], json!({}));
    let me = TestRequest::get("/users/me").bearer(&token);
    assert_eq!(stack.send(&me).await.status_and_code(), (401, "unauthorized"));
    assert_eq!(
        stack.send(&user.login_request()).await.status_and_code(),
        (401, "incorrect_credentials")
    );
    let login = stack.send(&user.login_request_with(NEW_PASSWORD)).await;
    assert_eq!(login.status, 200);
    let token = login.body["token"].as_str().expect("a token");
    assert_eq!(
        stack.send(&TestRequest::get("/users/me").bearer(token)).await.status,
        200
    );

    let item = user.record(&stack).await;
    assert_eq!(item["tokenVersion"], 1);
    let hash = item["passwordHash"].as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
}

#[tokio::test]
async fn the_reset_token_works_once() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);

    let again = stack
        .send(&reset(&user.email, "a third horse").cookie(&cookie).query("lang", "ar"))
        .await;
    assert_json_snapshot!(again);
    assert_eq!(stack.send(&user.login_request_with(NEW_PASSWORD)).await.status, 200);
}

#[tokio::test]
async fn only_one_of_several_concurrent_resets_succeeds() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let passwords: Vec<String> = (0..5).map(|number| format!("horse number {number}")).collect();
    let resets: Vec<_> = passwords
        .iter()
        .map(|password| {
            let (stack, reset) = (stack.clone(), reset(&user.email, password).cookie(&cookie));
            tokio::spawn(async move { stack.send(&reset).await.status })
        })
        .collect();
    let mut chosen = Vec::new();
    for (password, reset) in passwords.iter().zip(resets) {
        match reset.await.expect("a response") {
            200 => chosen.push(password),
            status => assert_eq!(status, 400),
        }
    }
    assert_eq!(chosen.len(), 1);
    assert_eq!(stack.send(&user.login_request_with(chosen[0])).await.status, 200);
    assert_eq!(user.record(&stack).await["tokenVersion"], 1);
}

#[tokio::test]
async fn rejects_any_other_cookie_or_email() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let cookie = reset_cookie(&stack, &user).await;
    let cookie_of_other_user = reset_cookie(&stack, &other).await;
    let before = user.record(&stack).await;

    let requester = value_of(&cookie).split_once('.').expect("a requester").0;
    let (_, token_of_other_user) = value_of(&cookie_of_other_user).split_once('.').expect("a token");
    let forged = format!("__Host-reset={requester}.{};", "A".repeat(43));
    let mixed = format!("__Host-reset={requester}.{token_of_other_user};");
    let without_token = format!("__Host-reset={requester};");
    let another_name = cookie.replace("__Host-reset", "reset");
    let mut refused = vec![reset(&user.email, NEW_PASSWORD)];
    for cookie in [
        cookie_of_other_user.as_str(),
        &forged,
        &mixed,
        &without_token,
        &another_name,
        "__Host-reset=;",
        "__Host-reset=a; b;",
    ] {
        refused.push(reset(&user.email, NEW_PASSWORD).cookie(cookie));
    }
    for email in [other.email.as_str(), "nobody@example.org", "no address", ""] {
        refused.push(reset(email, NEW_PASSWORD).cookie(&cookie));
    }
    for request in refused {
        assert_eq!(
            stack.send(&request).await.status_and_code(),
            (400, "reset_failed"),
            "{request:?}"
        );
    }
    assert_eq!(user.record(&stack).await, before);
    assert_eq!(
        reset_with(&stack, &user, &cookie).await,
        200,
        "its own cookie still works"
    );
}

#[tokio::test]
async fn another_browsers_request_does_not_invalidate_the_reset_token() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    user.request_reset_code(&stack).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
}

#[tokio::test]
async fn a_reset_invalidates_the_codes_and_reset_tokens_of_other_browsers() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let other_cookie = reset_cookie(&stack, &user).await;
    let code = user.request_reset_code(&stack).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);

    assert_eq!(reset_with(&stack, &user, &other_cookie).await, 400);
    let response = stack.send(&code.exchange_request(&user.email)).await;
    assert_eq!(response.status, 200);
    assert_eq!(
        reset_with(&stack, &user, response.set_cookie("__Host-reset")).await,
        400
    );
}

#[tokio::test]
async fn a_reset_invalidates_another_one_that_has_begun() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let other_cookie = reset_cookie(&stack, &user).await;
    let begun = reset(&user.email, "a third horse").cookie(&other_cookie);
    let held = async { reset_with(&stack, &user, &cookie).await };
    let target = NthRequest::first("dynamodb TransactWriteItems passwordResets users");
    let (response, status) = DEPLOYED
        .send_held(target, Fault::TransactionConflict, &begun, held)
        .await;
    assert_eq!(status, 200);
    assert_eq!(response.status_and_code(), (400, "reset_failed"), "{response:?}");
    assert_eq!(stack.send(&user.login_request_with(NEW_PASSWORD)).await.status, 200);
}

#[tokio::test]
async fn ignores_other_cookies_with_non_ascii_values() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let (reset_token, _) = cookie.split_once(';').expect("attributes");
    let function = Function::start_deployed(BINARY, &stack, NAME, &[]).await;
    let request = reset(&user.email, NEW_PASSWORD).header("cookie", &format!("city=الجزائر; {reset_token}"));
    assert_eq!(function.send(&request).await.status, 200);
}

#[tokio::test]
async fn the_reset_token_expires_after_ten_minutes() {
    let stack = Stack::running();
    let table = stack.create_empty_table_like("passwordResets").await;
    let function = Function::start_deployed(BINARY, &stack, NAME, &[("PASSWORD_RESETS_TABLE", &table)]).await;
    let user = TestUser::verified(&stack).await;
    let deployed_table = &stack.tables["passwordResets"];
    for (age, status) in [(601, 400), (590, 200)] {
        let before = stack.scan_items(deployed_table).await;
        let cookie = reset_cookie(&stack, &user).await;
        // Copies the new item, and those that other tests wrote meanwhile, with an earlier expiry.
        for mut item in stack.scan_items(deployed_table).await {
            if let (false, Some(expiry)) = (before.contains(&item), item["proofExpiresAt"].as_u64()) {
                item["proofExpiresAt"] = json!(expiry - age);
                stack.put_item(&table, item).await;
            }
        }
        let response = function.send(&reset(&user.email, NEW_PASSWORD).cookie(&cookie)).await;
        assert_eq!(response.status, status, "{age} seconds old: {response:?}");
    }
}

#[tokio::test]
async fn an_invalid_password_does_not_use_up_the_reset_token() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    let long = "x".repeat(129);
    for (password, code) in [
        ("", "password_too_short"),
        ("1234567", "password_too_short"),
        (&long, "field_too_long"),
        ("12345678", "password_known"),
        ("motdepasse", "password_known"),
        ("amina-benali", "password_personal"),
    ] {
        let response = stack.send(&reset(&user.email, password).cookie(&cookie)).await;
        assert_eq!(response.status_and_code(), (400, code), "{password}");
        assert_eq!(response.body["errors"], json!({"newPassword": code}));
    }
    let missing = TestRequest::post("/users/reset-password").json(&json!({"email": user.email}));
    assert_eq!(
        stack.send(&missing.cookie(&cookie)).await.status_and_code(),
        (400, "password_too_short")
    );
    let shortest = reset(&user.email, "48159263").cookie(&cookie);
    assert_eq!(stack.send(&shortest).await.status, 200);
}

#[tokio::test]
async fn keeps_spaces_of_the_password() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let cookie = reset_cookie(&stack, &user).await;
    assert_eq!(
        stack
            .send(&reset(&user.email, "  red horse  ").cookie(&cookie))
            .await
            .status,
        200
    );
    assert_eq!(stack.send(&user.login_request_with("red horse")).await.status, 401);
    assert_eq!(stack.send(&user.login_request_with("  red horse  ")).await.status, 200);
}

#[tokio::test]
async fn a_reset_verifies_an_unverified_email() {
    let stack = Stack::running();
    let user = TestUser::registered(&stack).await;
    user.set_attribute(&stack, "wantedCourse", json!("project-management"))
        .await;
    let cookie = reset_cookie(&stack, &user).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
    assert_eq!(stack.send(&user.login_request_with(NEW_PASSWORD)).await.status, 200);
    assert_eq!(user.record(&stack).await["wantedCourse"], Value::Null);
}

#[tokio::test]
async fn a_reset_clears_the_rate_limit_of_failed_logins() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        for _ in 0..11 {
            stack.send(&user.login_request_with("Wrong horse 1")).await;
        }
        assert_eq!(
            stack.send(&user.login_request()).await.status_and_code(),
            (429, "proof_required")
        );
        let cookie = reset_cookie(&stack, &user).await;
        assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
        assert_eq!(stack.send(&user.login_request_with(NEW_PASSWORD)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn sends_an_email_about_the_new_password() {
    let stack = Stack::running();
    for language in testing::languages() {
        let user = TestUser::verified(&stack).await;
        user.set_attribute(&stack, "language", json!(language)).await;
        let cookie = reset_cookie(&stack, &user).await;
        assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
        assert_snapshot!(
            format!("email_{language}"),
            user.last_email(&stack).await.snapshot_text()
        );
    }
}

#[tokio::test]
async fn removes_all_passkeys_only_when_asked() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let (passkey, _) = user.add_passkey(&stack, &user.access_token(&stack).await).await;
    for (removes, password, status) in [(false, "Another horse 2", 200), (true, "Third horse 3", 401)] {
        let mut body = json!({"email": user.email, "newPassword": password});
        if removes {
            body["removePasskeys"] = true.into();
        }
        let request = user.reset_password_request(&stack, password).await.json(&body);
        assert_eq!(stack.send(&request).await.status, 200);
        let response = stack.send(&passkey.login_request(&stack).await).await;
        assert_eq!(response.status, status, "{response:?}");
    }
    assert!(
        user.last_email(&stack)
            .await
            .subject
            .starts_with("A passkey was removed")
    );
}

#[tokio::test]
async fn malformed_bodies_count_for_their_client() {
    testing::malformed_bodies_count_for_their_client(BINARY, NAME, &TestRequest::post("/users/reset-password")).await;
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    let stack = Stack::running();
    for body in [
        &b""[..],
        b"null",
        b"[]",
        b"{\"email\": \"a@example.org\", \"newPassword\": 12345678}",
    ] {
        let response = stack.send(&TestRequest::post("/users/reset-password").body(body)).await;
        assert_eq!(
            response.status_and_code(),
            (400, "malformed_request"),
            "{}",
            body.escape_ascii()
        );
    }
    let response = stack.send(&reset("a@example.org", &"x".repeat(100_000))).await;
    assert_eq!(response.status_and_code(), (413, "request_too_large"));
}
