//! Front-door tests of `PUT /users/me/password`.
//!
//! Protected here: an access token alone changes no password, a change ends every other session, and after any fault either the old
//! or the new password works.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-change-password");
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
    let (stack, user) = Stack::with_user().await;
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
    expect!(stack.send(&user.login_request()), 401);
    expect!(stack.send(&user.login_request_with(NEW_PASSWORD)), 200);
    let hash = user.record(&stack).await["passwordHash"].clone();
    let hash = hash.as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
}

#[tokio::test]
async fn only_the_device_of_the_change_stays_known() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
        let elsewhere = stack.send(&user.login_request()).await;
        let here = stack.send(&user.login_request()).await;
        let cookie_of = |response: &TestResponse| response.set_cookie("__Host-device").to_owned();
        let request = change(token_in(&here), &user.password, NEW_PASSWORD).cookie(&cookie_of(&here));
        let changed = expect!(stack.send(&request), 200);

        for _ in 0..ATTEMPTS {
            stack.send(&user.login_request()).await;
        }
        for (device, status) in [(&elsewhere, 429), (&here, 429), (&changed, 200)] {
            let login = user.login_request_with(NEW_PASSWORD).cookie(&cookie_of(device));
            expect!(stack.send(&login), status);
        }
    })
    .await;
}

#[tokio::test]
async fn a_user_changes_the_password_few_times_in_a_day() {
    in_one_window(Duration::from_hours(24), async || {
        let stack = Stack::running();
        let overrides = [("RATE_LIMITS", "SecurityMailsPerUser:1")];
        let function = FUNCTION.start(&stack, &overrides).await;
        let (user, token) = TestUser::signed_in(&stack).await;
        let changed = expect!(function.send(&change(&token, &user.password, NEW_PASSWORD)), 200);
        let request = change(token_in(&changed), NEW_PASSWORD, &user.password);
        refuses!(function, request, 429, "too_many_requests");
        let login = user.login_request_with(NEW_PASSWORD);
        expect!(stack.send(&login), 200);
    })
    .await;
}

#[tokio::test]
async fn changes_nothing_without_the_current_password() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let before = user.record(&stack).await;
    expect!(
        stack.send(&change(&token, "Wrong horse 1", NEW_PASSWORD)),
        (403, "incorrect_password")
    );
    for missing in [
        json!({"newPassword": NEW_PASSWORD}),
        json!({"currentPassword": "", "newPassword": NEW_PASSWORD}),
    ] {
        let response = expect!(
            stack.send(&TestRequest::put(PATH).bearer(&token).json(&missing)),
            (400, "missing_password")
        );
        assert_eq!(response.body["errors"], json!({"currentPassword": "missing_password"}));
    }
    assert_eq!(user.record(&stack).await, before);
    assert_eq!(status_of_me(&stack, &token).await, 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), 0);
}

#[tokio::test]
async fn validates_the_new_password_before_it_counts_an_attempt() {
    in_one_window(WINDOW, async || {
        let (stack, user, token) = Stack::with_signed_in_user().await;
        let long = "x".repeat(129);
        for _ in 0..ATTEMPTS {
            for (password, code) in [
                ("1234567", "password_too_short"),
                (&long, "field_too_long"),
                ("Password1", "password_known"),
                ("Amina Benali 1", "password_personal"),
            ] {
                let response = refuses!(stack, change(&token, "Wrong horse 1", password), 400, code);
                assert_eq!(response.body["errors"], json!({"newPassword": code}));
            }
        }
        expect!(stack.send(&change(&token, &user.password, NEW_PASSWORD)), 200);
    })
    .await;
}

#[tokio::test]
async fn limits_wrong_passwords_apart_from_sign_ins() {
    in_one_window(WINDOW, async || {
        let (stack, user, token) = Stack::with_signed_in_user().await;
        for _ in 0..ATTEMPTS {
            expect!(
                stack.send(&change(&token, "Wrong horse 1", NEW_PASSWORD)),
                (403, "incorrect_password")
            );
        }
        expect!(
            stack.send(&change(&token, &user.password, NEW_PASSWORD)),
            (429, "too_many_attempts")
        );
        expect!(stack.send(&user.login_request()), 200);
        let another = TestUser::verified(&stack).await;
        let token = another.access_token(&stack).await;
        expect!(
            stack.send(&change(&token, &another.password, NEW_PASSWORD)),
            200,
            "another user has another counter"
        );
    })
    .await;
}

#[tokio::test]
async fn right_passwords_are_not_counted() {
    in_one_window(WINDOW, async || {
        let (stack, user) = Stack::with_user().await;
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
    let (stack, user) = Stack::with_user().await;
    let before = user.token_without_session(&stack).await;
    let function = FUNCTION.start(&stack, &[stack.former_tokens()]).await;
    let response = expect!(function.send(&change(&before, &user.password, NEW_PASSWORD)), 200);
    assert_eq!(status_of_me(&stack, &before).await, 401);
    let session = TestSession::of_token(token_in(&response));
    assert!(session.is_live(&stack).await);

    let logout = TestRequest::post("/users/logout").bearer(&session.token);
    expect!(stack.send(&logout), 200);
    assert!(!session.is_live(&stack).await);
}

/// The first change has ended the session of the request, so a repetition without the key gets 401.
#[tokio::test]
async fn a_repetition_with_the_same_key_gets_the_first_answer() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
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
        refuses!(stack, refused, 401, "unauthorized");
    }
    let other_body = change(&token, &user.password, "Third horse 3").header("idempotency-key", &user.id);
    refuses!(stack, other_body, 401, "unauthorized");
    let dump = stack.scan_items("attempts").await;
    let dump = format!("{dump:?}");
    assert!(!dump.contains(token_in(&one)) && !dump.contains(&user.id));
}

#[tokio::test]
async fn a_request_that_has_failed_is_made_again() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let wrong = change(&token, "Wrong horse 1", NEW_PASSWORD).header("idempotency-key", &user.id);
    for _ in 0..2 {
        expect!(stack.send(&wrong), 403);
    }
}

#[tokio::test]
async fn only_one_of_several_concurrent_changes_succeeds() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let passwords: Vec<String> = (0..4).map(|number| format!("Horse number {number}")).collect();
    let changes = stack
        .send_at_once(
            passwords
                .iter()
                .map(|password| change(&token, &user.password, password)),
        )
        .await;
    let mut chosen = Vec::new();
    for (password, response) in passwords.iter().zip(changes) {
        match response.status {
            200 => chosen.push((password, response)),
            // The session was ended before the request, or between check and write.
            status => assert_eq!(status, 401, "{response:?}"),
        }
    }
    assert_eq!(chosen.len(), 1);
    let (password, response) = &chosen[0];
    expect!(stack.send(&user.login_request_with(password)), 200);
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
        refuses!(stack, request, 401, "unauthorized");
    }
    user.set_attribute(&stack, "blocked", json!(true)).await;
    expect!(
        stack.send(&change(&token, &user.password, NEW_PASSWORD)),
        (403, "account_blocked")
    );
}

#[tokio::test]
async fn succeeds_and_logs_no_secret_when_the_email_cannot_be_sent() {
    let (_, user, token) = Stack::with_signed_in_user().await;
    let request = change(&token, &user.password, NEW_PASSWORD);
    let secrets = [&user.email, &user.password, NEW_PASSWORD, &token];
    let check =
        checks::succeeds_and_logs_when_the_email_cannot_be_sent(FUNCTION, &request, "password_changed", &secrets);
    let (response, function) = check.await;
    assert!(!function.log().contains(token_in(&response)), "{}", function.log());
}

#[tokio::test]
async fn after_any_fault_the_old_or_the_new_password_works() {
    let prepare = async |stack: &Stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        (change(&token, &user.password, NEW_PASSWORD), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
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
        expect!(case.retry(), if is_changed { 401 } else { 200 });
        let user = TestUser {
            password: NEW_PASSWORD.to_owned(),
            ..user.clone()
        };
        assert_eq!(status_of_me(&stack, &user.access_token(&stack).await).await, 200);
    })
    .await;
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let request = change(&token, &user.password, NEW_PASSWORD);
    checks::returns_503_when_tables_are_unreachable_or_do_not_respond(FUNCTION, &request).await;
    expect!(stack.send(&request), 200);
}

#[tokio::test]
async fn a_change_is_a_path_of_the_model() {
    let request = SignInRequest::ChangePassword(Browser::One, Password::Old, Password::New);
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let (here, _) = (user.sign_in(stack).await, user.sign_in(stack).await);
        let scene = SignInScene::observed(stack, request, &user)
            .await
            .session(Browser::One, &here);
        (change(&here.token, &user.password, NEW_PASSWORD), scene)
    })
    .await;
    let wrong = SignInRequest::ChangePassword(Browser::One, Password::Other, Password::New);
    traces::check_without_faults(FUNCTION, async |stack| {
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
    traces::check_with_another(FUNCTION, ("dynamodb UpdateItem users", 1), async |stack| {
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

endpoint_checks!(
    FUNCTION,
    returns_400_for_a_malformed_body(
        &TestRequest::put(PATH).bearer(&TestUser::any_token().await),
        &["{\"currentPassword\": 1}"]
    ),
    a_repetition_sends_these_requests_to_aws(async |stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        change(&token, &user.password, NEW_PASSWORD)
    }),
    malformed_bodies_count_for_their_client(
        &TestRequest::put(PATH).bearer(
            &TestUser::verified(&Stack::running())
                .await
                .access_token(&Stack::running())
                .await
        )
    ),
    sends_these_requests_to_aws(async |stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        (change(&token, &user.password, NEW_PASSWORD), Value::Null)
    }),
    every_variable_is_required(&change("any", "any", NEW_PASSWORD)),
);
