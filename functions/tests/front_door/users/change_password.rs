//! Front-door tests of `PUT /users/me/password`.
//!
//! Protected here: an access token alone changes no password, a change ends every other session, and after any fault either the old
//! or the new password works.
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
    Function, Stack, TestRequest, TestResponse, TestSession, TestUser, faults, in_one_window,
    traces::{self, Browser, Password, SignInRequest, SignInScene},
};

const BINARY: &str = "users-change-password";
const NAME: &str = "UsersChangePasswordFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
const PATH: &str = "/users/me/password";
const NEW_PASSWORD: &str = "Another horse 2";
/// The limit in the template.
const ATTEMPTS: usize = 10;
const WINDOW: Duration = Duration::from_mins(15);

fn change(token: &str, current: &str, new: &str) -> TestRequest {
    let body = json!({"currentPassword": current, "newPassword": new});
    TestRequest::put(PATH).bearer(token).json(&body)
}

async fn status_of_me(stack: &Stack, token: &str) -> u16 {
    stack.send(&TestRequest::get("/users/me").bearer(token)).await.status
}

fn token_in(response: &TestResponse) -> &str {
    response.body["token"].as_str().expect("a token")
}

#[tokio::test]
async fn replaces_the_password_and_ends_every_other_session() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let (here, elsewhere) = (user.access_token(&stack).await, user.access_token(&stack).await);

    let response = stack
        .send(&change(&here, &user.password, NEW_PASSWORD).query("lang", "fr"))
        .await;
    assert!(response.set_cookie("__Host-device").contains("HttpOnly"));
    assert_json_snapshot!(response, {".body.token" => "[token]", ".headers[\"set-cookie\"]" => "[device]"}, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8",
        "set-cookie": "[device]"
      },
      "body": {
        "message": "Votre mot de passe a été modifié. Tous les autres appareils ont été déconnectés.",
        "success": true,
        "token": "[token]"
      }
    }
    "#);
    assert_eq!(
        user.last_email(&stack).await.subject,
        "Your password was changed · Masar"
    );
    assert_eq!(status_of_me(&stack, token_in(&response)).await, 200);
    for ended in [&here, &elsewhere] {
        assert_eq!(status_of_me(&stack, ended).await, 401);
    }
    assert_eq!(stack.send(&user.login_request()).await.status, 401);
    assert_eq!(stack.send(&user.login_request_with(NEW_PASSWORD)).await.status, 200);
    let hash = user.record(&stack).await["passwordHash"].clone();
    let hash = hash.as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
}

#[tokio::test]
async fn only_the_device_of_the_change_stays_known() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let elsewhere = stack.send(&user.login_request()).await;
        let here = stack.send(&user.login_request()).await;
        let cookie_of = |response: &TestResponse| response.set_cookie("__Host-device").to_owned();
        let request = change(token_in(&here), &user.password, NEW_PASSWORD).cookie(&cookie_of(&here));
        let changed = stack.send(&request).await;
        assert_eq!(changed.status, 200, "{changed:?}");

        for _ in 0..ATTEMPTS {
            stack.send(&user.login_request()).await;
        }
        for (device, status) in [(&elsewhere, 429), (&here, 429), (&changed, 200)] {
            let login = user.login_request_with(NEW_PASSWORD).cookie(&cookie_of(device));
            assert_eq!(stack.send(&login).await.status, status);
        }
    })
    .await;
}

#[tokio::test]
async fn a_user_changes_the_password_few_times_in_a_day() {
    in_one_window(Duration::from_hours(24), async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "SecurityMailsPerUser:1")];
        let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
        let user = TestUser::verified(&stack).await;
        let token = user.access_token(&stack).await;
        let changed = function.send(&change(&token, &user.password, NEW_PASSWORD)).await;
        assert_eq!(changed.status, 200, "{changed:?}");
        let request = change(token_in(&changed), NEW_PASSWORD, &user.password);
        let refused = function.send(&request).await;
        assert_eq!(refused.status_and_code(), (429, "too_many_requests"));
        let login = user.login_request_with(NEW_PASSWORD);
        assert_eq!(stack.send(&login).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn changes_nothing_without_the_current_password() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let before = user.record(&stack).await;
    let wrong = stack.send(&change(&token, "Wrong horse 1", NEW_PASSWORD)).await;
    assert_eq!(wrong.status_and_code(), (403, "incorrect_password"));
    for missing in [
        json!({"newPassword": NEW_PASSWORD}),
        json!({"currentPassword": "", "newPassword": NEW_PASSWORD}),
    ] {
        let response = stack.send(&TestRequest::put(PATH).bearer(&token).json(&missing)).await;
        assert_eq!(response.status_and_code(), (400, "missing_password"), "{missing}");
        assert_eq!(response.body["errors"], json!({"currentPassword": "missing_password"}));
    }
    assert_eq!(user.record(&stack).await, before);
    assert_eq!(status_of_me(&stack, &token).await, 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), 0);
}

#[tokio::test]
async fn validates_the_new_password_before_it_counts_an_attempt() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let token = user.access_token(&stack).await;
        let long = "x".repeat(129);
        for _ in 0..ATTEMPTS {
            for (password, code) in [
                ("1234567", "password_too_short"),
                (&long, "field_too_long"),
                ("Password1", "password_known"),
                ("Amina Benali 1", "password_personal"),
            ] {
                let response = stack.send(&change(&token, "Wrong horse 1", password)).await;
                assert_eq!(response.status_and_code(), (400, code), "{password}");
                assert_eq!(response.body["errors"], json!({"newPassword": code}));
            }
        }
        assert_eq!(
            stack.send(&change(&token, &user.password, NEW_PASSWORD)).await.status,
            200
        );
    })
    .await;
}

#[tokio::test]
async fn limits_wrong_passwords_apart_from_sign_ins() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let token = user.access_token(&stack).await;
        for _ in 0..ATTEMPTS {
            let response = stack.send(&change(&token, "Wrong horse 1", NEW_PASSWORD)).await;
            assert_eq!(response.status_and_code(), (403, "incorrect_password"));
        }
        let right = stack.send(&change(&token, &user.password, NEW_PASSWORD)).await;
        assert_eq!(right.status_and_code(), (429, "too_many_attempts"));
        assert_eq!(stack.send(&user.login_request()).await.status, 200);
        let another = TestUser::verified(&stack).await;
        let token = another.access_token(&stack).await;
        let response = stack.send(&change(&token, &another.password, NEW_PASSWORD)).await;
        assert_eq!(response.status, 200, "another user has another counter");
    })
    .await;
}

#[tokio::test]
async fn right_passwords_are_not_counted() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let mut token = user.access_token(&stack).await;
        let passwords = [user.password.as_str(), NEW_PASSWORD];
        for number in 0..=ATTEMPTS {
            let (current, new) = (passwords[number % 2], passwords[(number + 1) % 2]);
            let response = stack.send(&change(&token, current, new)).await;
            token = token_in(&response).to_owned();
        }
    })
    .await;
}

#[tokio::test]
async fn a_token_without_a_session_is_replaced_by_one_with_a_session() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let before = user.token_without_session(&stack).await;
    let function = Function::start_deployed(BINARY, &stack, NAME, &[stack.former_tokens()]).await;
    let response = function.send(&change(&before, &user.password, NEW_PASSWORD)).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(status_of_me(&stack, &before).await, 401);
    let session = TestSession::of_token(token_in(&response));
    assert!(session.is_live(&stack).await);

    let logout = TestRequest::post("/users/logout").bearer(&session.token);
    assert_eq!(stack.send(&logout).await.status, 200);
    assert!(!session.is_live(&stack).await);
}

/// The first change has ended the session of the request, so a repetition without the key gets 401.
#[tokio::test]
async fn a_repetition_with_the_same_key_gets_the_first_answer() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let request = change(&token, &user.password, NEW_PASSWORD);
    let keyed = request.clone().header("idempotency-key", &user.id);
    let (one, other) = tokio::join!(stack.send(&keyed), stack.send(&keyed));
    assert_eq!((one.status, &one.body), (200, &other.body));
    assert_eq!(one.set_cookie("__Host-device"), other.set_cookie("__Host-device"));
    let again = stack.send(&keyed).await;
    assert_eq!((again.status, again.body), (200, one.body.clone()));
    assert_eq!(status_of_me(&stack, token_in(&one)).await, 200);

    let with_another_key = request.clone().header("idempotency-key", &format!("{}-other", user.id));
    for refused in [request, with_another_key] {
        assert_eq!(stack.send(&refused).await.status_and_code(), (401, "unauthorized"));
    }
    let other_body = change(&token, &user.password, "Third horse 3").header("idempotency-key", &user.id);
    assert_eq!(stack.send(&other_body).await.status_and_code(), (401, "unauthorized"));
    let dump = stack.scan_items(&stack.tables["attempts"]).await;
    let dump = format!("{dump:?}");
    assert!(!dump.contains(token_in(&one)) && !dump.contains(&user.id));
}

/// It is answered before anything else is read.
#[tokio::test]
async fn a_repetition_sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let token = user.access_token(stack).await;
        let request = change(&token, &user.password, NEW_PASSWORD).header("idempotency-key", &user.id);
        assert!(stack.send(&request).await.status < 300);
        (request, ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn a_request_that_has_failed_is_made_again() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let wrong = change(&token, "Wrong horse 1", NEW_PASSWORD).header("idempotency-key", &user.id);
    for _ in 0..2 {
        assert_eq!(stack.send(&wrong).await.status, 403);
    }
}

#[tokio::test]
async fn only_one_of_several_concurrent_changes_succeeds() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let passwords: Vec<String> = (0..4).map(|number| format!("Horse number {number}")).collect();
    let changes: Vec<_> = passwords
        .iter()
        .map(|password| {
            let (stack, change) = (stack.clone(), change(&token, &user.password, password));
            tokio::spawn(async move { stack.send(&change).await })
        })
        .collect();
    let mut chosen = Vec::new();
    for (password, change) in passwords.iter().zip(changes) {
        let response = change.await.expect("a response");
        match response.status {
            200 => chosen.push((password, response)),
            // The session was ended before the request, or between check and write.
            status => assert_eq!(status, 401, "{response:?}"),
        }
    }
    assert_eq!(chosen.len(), 1);
    let (password, response) = &chosen[0];
    assert_eq!(stack.send(&user.login_request_with(password)).await.status, 200);
    assert_eq!(status_of_me(&stack, token_in(response)).await, 200);
    assert_eq!(user.record(&stack).await["tokenVersion"], 1);
}

#[tokio::test]
async fn requires_an_access_token_of_a_user_who_is_not_blocked() {
    let stack = Stack::running();
    let user = TestUser::verified_with(&stack, &TestUser::registration()).await;
    let token = user.access_token(&stack).await;
    let link = stack.emails_to(&user.email).await[0].verification_token();
    for request in [
        TestRequest::put(PATH).json(&json!({"currentPassword": user.password, "newPassword": NEW_PASSWORD})),
        change("no token", &user.password, NEW_PASSWORD),
        change(&link, &user.password, NEW_PASSWORD),
    ] {
        let response = stack.send(&request).await;
        assert_eq!(response.status_and_code(), (401, "unauthorized"));
    }
    user.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&change(&token, &user.password, NEW_PASSWORD)).await;
    assert_eq!(response.status_and_code(), (403, "account_blocked"));
}

#[tokio::test]
async fn malformed_bodies_count_for_their_client() {
    let token = TestUser::verified(&Stack::running())
        .await
        .access_token(&Stack::running())
        .await;
    let request = TestRequest::put(PATH).bearer(&token);
    testing::malformed_bodies_count_for_their_client(BINARY, NAME, &request).await;
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    let stack = Stack::running();
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    for body in [&b""[..], b"null", b"[]", b"{\"currentPassword\": 1}"] {
        let response = stack.send(&TestRequest::put(PATH).bearer(&token).body(body)).await;
        assert_eq!(
            response.status_and_code(),
            (400, "malformed_request"),
            "{}",
            body.escape_ascii()
        );
    }
    let response = stack.send(&change(&token, "any", &"x".repeat(100_000))).await;
    assert_eq!(response.status_and_code(), (413, "request_too_large"));
}

#[tokio::test]
async fn succeeds_and_logs_no_secret_when_the_email_cannot_be_sent() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
    let response = function.send(&change(&token, &user.password, NEW_PASSWORD)).await;
    assert_eq!(response.status, 200);
    assert_eq!(function.wait_for_log("mail not sent").await["mail"], "password_changed");
    for secret in [&user.email, &user.password, NEW_PASSWORD, &token, token_in(&response)] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

#[tokio::test]
async fn after_any_fault_the_old_or_the_new_password_works() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let token = user.access_token(stack).await;
        (change(&token, &user.password, NEW_PASSWORD), user)
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        let stack = Stack::running();
        let is_changed = user.record(&stack).await["tokenVersion"] == 1;
        if case.response.status == 200 {
            assert!(is_changed);
            assert_eq!(status_of_me(&stack, token_in(&case.response)).await, 200);
        }
        // An intruder's change must not stay unnoticed. Of a change whose response was lost, the function does not know.
        if is_changed && !case.fault().is_carried_out() && case.failed_request() != "ses SendEmail" {
            assert_eq!(stack.emails_to(&user.email).await.len(), 1, "of the change");
        }
        // A change whose response was lost has ended the session of the request.
        let again = case.retry().await;
        assert_eq!(again.status, if is_changed { 401 } else { 200 }, "{again:?}");
        let user = TestUser {
            password: NEW_PASSWORD.to_owned(),
            ..user.clone()
        };
        assert_eq!(status_of_me(&stack, &user.access_token(&stack).await).await, 200);
    })
    .await;
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let token = user.access_token(stack).await;
        (change(&token, &user.password, NEW_PASSWORD), Value::Null)
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let request = change(&token, &user.password, NEW_PASSWORD);
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &request).await;
    faults::check_tables_unresponsive(BINARY, &variables, &request).await;
    assert_eq!(stack.send(&request).await.status, 200);
}

#[tokio::test]
async fn a_change_is_a_path_of_the_model() {
    let request = SignInRequest::ChangePassword(Browser::One, Password::Old, Password::New);
    traces::check(DEPLOYED, async |stack| {
        let user = TestUser::verified(stack).await;
        let (here, _) = (user.sign_in(stack).await, user.sign_in(stack).await);
        let scene = SignInScene::observed(stack, request, &user)
            .await
            .session(Browser::One, &here);
        (change(&here.token, &user.password, NEW_PASSWORD), scene)
    })
    .await;
    let wrong = SignInRequest::ChangePassword(Browser::One, Password::Other, Password::New);
    traces::check_without_faults(DEPLOYED, async |stack| {
        let user = TestUser::verified(stack).await;
        let here = user.sign_in(stack).await;
        let scene = SignInScene::observed(stack, wrong, &user)
            .await
            .session(Browser::One, &here);
        (change(&here.token, "Wrong horse 1", NEW_PASSWORD), scene)
    })
    .await;
}

/// Sends another request of the user before the handler writes: from this browser, or from another one.
async fn check_with_another(
    meanwhile: SignInRequest,
    other: impl Fn(&TestUser, &TestSession, &TestSession) -> TestRequest,
) {
    let changes = SignInRequest::ChangePassword(Browser::One, Password::Old, Password::New);
    traces::check_with_another(DEPLOYED, ("dynamodb UpdateItem users", 1), async |stack| {
        let user = TestUser::verified(stack).await;
        let (here, elsewhere) = (user.sign_in(stack).await, user.sign_in(stack).await);
        let scene = SignInScene::observed(stack, changes, &user).await;
        let scene = scene.session(Browser::One, &here).session(Browser::Two, &elsewhere);
        let request = change(&here.token, &user.password, NEW_PASSWORD);
        (request, scene, other(&user, &here, &elsewhere), meanwhile)
    })
    .await;
}

/// Of two changes at the same time, one is refused.
#[tokio::test]
async fn a_change_after_another_one_is_a_path_of_the_model() {
    let meanwhile = SignInRequest::ChangePassword(Browser::Two, Password::Old, Password::Other);
    check_with_another(meanwhile, |user, _, elsewhere| {
        change(&elsewhere.token, &user.password, "A third horse 3")
    })
    .await;
}

/// The session would continue under another id.
#[tokio::test]
async fn a_change_after_its_session_was_ended_is_a_path_of_the_model() {
    check_with_another(SignInRequest::Logout(Browser::One), |_, here, _| {
        TestRequest::post("/users/logout").bearer(&here.token)
    })
    .await;
}

/// Its session would belong to a token version that has ended.
#[tokio::test]
async fn a_change_after_the_sessions_were_ended_is_a_path_of_the_model() {
    check_with_another(SignInRequest::EndOthers(Browser::Two), |_, _, elsewhere| {
        TestRequest::delete("/users/me/sessions").bearer(&elsewhere.token)
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &change("any", "any", NEW_PASSWORD)).await;
}
