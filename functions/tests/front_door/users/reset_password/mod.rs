//! Front-door tests of `POST /users/reset-password`.
//!
//! Protected here: only the reset token of the same email address allows a new password, once and for ten minutes, and a reset ends
//! every session.
//!
//! `faults` has the failures of AWS.

mod faults;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-reset-password");
const NEW_PASSWORD: &str = "another horse";

/// A reset without a cookie.
fn reset(email: &str, password: &str) -> TestRequest {
    TestRequest::post("/users/reset-password").json(&json!({"email": email, "newPassword": password}))
}

/// Exchanges the emailed code of a user for the reset cookie.
async fn reset_cookie(stack: &Stack, user: &TestUser) -> String {
    let code = user.request_reset_code(stack).await;
    let response = expect!(stack.send(&code.exchange_request(&user.email)), 200);
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
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let cookie = reset_cookie(&stack, &user).await;

    let response = stack
        .send(&reset(&user.email, NEW_PASSWORD).cookie(&cookie).query("lang", "fr"))
        .await;
    let cookies = response.header("set-cookie");
    let device = response.set_cookie("__Host-device");
    assert_json_snapshot!(response, { ".headers[\"set-cookie\"]" => cookies.replace(value_of(device), "[device]") });
    assert_eq!(user.record(&stack).await["sessions"], json!({}));
    let me = TestRequest::get("/users/me").bearer(&token);
    refuses!(stack, me, 401, "unauthorized");
    refuses!(stack, user.login_request(), 401, "incorrect_credentials");
    let login = expect!(stack.send(&user.login_request_with(NEW_PASSWORD)), 200);
    let token = login.body["token"].as_str().expect("a token");
    expect!(stack.send(&TestRequest::get("/users/me").bearer(token)), 200);

    let item = user.record(&stack).await;
    assert_eq!(item["tokenVersion"], 1);
    let hash = item["passwordHash"].as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
}

#[tokio::test]
async fn the_reset_token_works_once() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);

    let again = stack
        .send(&reset(&user.email, "a third horse").cookie(&cookie).query("lang", "ar"))
        .await;
    assert_json_snapshot!(again);
    expect!(stack.send(&user.login_request_with(NEW_PASSWORD)), 200);
}

#[tokio::test]
async fn only_one_of_several_concurrent_resets_succeeds() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    let passwords: Vec<String> = (0..5).map(|number| format!("horse number {number}")).collect();
    let resets = stack
        .send_at_once(
            passwords
                .iter()
                .map(|password| reset(&user.email, password).cookie(&cookie)),
        )
        .await;
    let mut chosen = Vec::new();
    for (password, reset) in passwords.iter().zip(resets) {
        match reset.status {
            200 => chosen.push(password),
            status => assert_eq!(status, 400),
        }
    }
    assert_eq!(chosen.len(), 1);
    expect!(stack.send(&user.login_request_with(chosen[0])), 200);
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
        refuses!(stack, request, 400, "reset_failed");
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
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    user.request_reset_code(&stack).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
}

#[tokio::test]
async fn a_reset_invalidates_the_codes_and_reset_tokens_of_other_browsers() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    let other_cookie = reset_cookie(&stack, &user).await;
    let code = user.request_reset_code(&stack).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);

    assert_eq!(reset_with(&stack, &user, &other_cookie).await, 400);
    let response = expect!(stack.send(&code.exchange_request(&user.email)), 200);
    assert_eq!(
        reset_with(&stack, &user, response.set_cookie("__Host-reset")).await,
        400
    );
}

#[tokio::test]
async fn a_reset_invalidates_another_one_that_has_begun() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    let other_cookie = reset_cookie(&stack, &user).await;
    let begun = reset(&user.email, "a third horse").cookie(&other_cookie);
    let held = async { reset_with(&stack, &user, &cookie).await };
    let held = FUNCTION.send_held(&stack, "dynamodb TransactWriteItems passwordResets users", &begun, held);
    let (response, status) = held.await;
    assert_eq!(status, 200);
    assert_eq!(response.status_and_code(), (400, "reset_failed"), "{response:?}");
    expect!(stack.send(&user.login_request_with(NEW_PASSWORD)), 200);
}

#[tokio::test]
async fn ignores_other_cookies_with_non_ascii_values() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    let (reset_token, _) = cookie.split_once(';').expect("attributes");
    let function = FUNCTION.start(&stack, &[]).await;
    let request = reset(&user.email, NEW_PASSWORD).header("cookie", &format!("city=الجزائر; {reset_token}"));
    expect!(function.send(&request), 200);
}

#[tokio::test]
async fn the_reset_token_expires_after_ten_minutes() {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["passwordResets"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    let user = TestUser::verified(&stack).await;
    for (age, status) in [(601, 400), (590, 200)] {
        let before = stack.scan_items("passwordResets").await;
        let cookie = reset_cookie(&stack, &user).await;
        // Copies the new item, and those that other tests wrote meanwhile, with an earlier expiry.
        for mut item in stack.scan_items("passwordResets").await {
            if let (false, Some(expiry)) = (before.contains(&item), item["proofExpiresAt"].as_u64()) {
                item["proofExpiresAt"] = json!(expiry - age);
                own.put_item("passwordResets", item).await;
            }
        }
        expect!(
            function.send(&reset(&user.email, NEW_PASSWORD).cookie(&cookie)),
            status,
            "{age} seconds old"
        );
    }
}

#[tokio::test]
async fn an_invalid_password_does_not_use_up_the_reset_token() {
    let (stack, user) = Stack::with_user().await;
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
        let response = refuses!(stack, reset(&user.email, password).cookie(&cookie), 400, code);
        assert_eq!(response.body["errors"], json!({"newPassword": code}));
    }
    let missing = TestRequest::post("/users/reset-password").json(&json!({"email": user.email}));
    refuses!(stack, missing.cookie(&cookie), 400, "password_too_short");
    let shortest = reset(&user.email, "48159263").cookie(&cookie);
    expect!(stack.send(&shortest), 200);
}

#[tokio::test]
async fn keeps_spaces_of_the_password() {
    let (stack, user) = Stack::with_user().await;
    let cookie = reset_cookie(&stack, &user).await;
    expect!(stack.send(&reset(&user.email, "  red horse  ").cookie(&cookie)), 200);
    expect!(stack.send(&user.login_request_with("red horse")), 401);
    expect!(stack.send(&user.login_request_with("  red horse  ")), 200);
}

#[tokio::test]
async fn a_reset_verifies_an_unverified_email() {
    let (stack, user) = Stack::with_unverified_user().await;
    user.set_attribute(&stack, "wantedCourse", json!("project-management"))
        .await;
    let cookie = reset_cookie(&stack, &user).await;
    assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
    expect!(stack.send(&user.login_request_with(NEW_PASSWORD)), 200);
    assert_eq!(user.record(&stack).await["wantedCourse"], Value::Null);
}

#[tokio::test]
async fn a_reset_clears_the_rate_limit_of_failed_logins() {
    in_one_window(Duration::from_mins(15), async || {
        let (stack, user) = Stack::with_user().await;
        for _ in 0..11 {
            stack.send(&user.login_request_with("Wrong horse 1")).await;
        }
        refuses!(stack, user.login_request(), 429, "proof_required");
        let cookie = reset_cookie(&stack, &user).await;
        assert_eq!(reset_with(&stack, &user, &cookie).await, 200);
        expect!(stack.send(&user.login_request_with(NEW_PASSWORD)), 200);
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
    let (stack, user) = Stack::with_user().await;
    let (passkey, _) = user.add_passkey(&stack, &user.access_token(&stack).await).await;
    for (removes, password, status) in [(false, "Another horse 2", 200), (true, "Third horse 3", 401)] {
        let mut body = json!({"email": user.email, "newPassword": password});
        if removes {
            body["removePasskeys"] = true.into();
        }
        let request = user.reset_password_request(&stack, password).await.json(&body);
        expect!(stack.send(&request), 200);
        expect!(stack.send(&passkey.login_request(&stack).await), status);
    }
    assert!(
        user.last_email(&stack)
            .await
            .subject
            .starts_with("A passkey was removed")
    );
}

endpoint_checks!(
    FUNCTION,
    returns_400_for_a_malformed_body(
        &TestRequest::post("/users/reset-password"),
        &["{\"email\": \"a@example.org\", \"newPassword\": 12345678}"]
    ),
    malformed_bodies_count_for_their_client(&TestRequest::post("/users/reset-password")),
);
