//! `POST /users/reset-password`, through the gateway of the running stack, and in environments that a deployed function cannot
//! have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::json;
use testing::{Call, Function, Person, Stack, faults, in_one_window};

const BINARY: &str = "users-reset-password";
const NAME: &str = "UsersResetPasswordFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
const NEW: &str = "another horse";

/// The call of somebody without a cookie.
fn reset(email: &str, password: &str) -> Call {
    Call::post("/users/reset-password").json(&json!({"email": email, "newPassword": password}))
}

/// Proves the mailbox of a person with the mailed code, and returns the cookie.
async fn cookie_of(stack: &Stack, person: &Person) -> String {
    let code = person.reset_code(stack).await;
    let exchange = Call::post("/users/verify-reset-code").json(&json!({"email": person.email, "resetCode": code}));
    let reply = stack.send(&exchange).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.header("set-cookie").to_owned()
}

#[tokio::test]
async fn the_new_password_takes_the_place_of_the_old_one_and_ends_every_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    let cookie = cookie_of(&stack, &person).await;

    let reply = stack
        .send(&reset(&person.email, NEW).cookie(&cookie).query("lang", "fr"))
        .await;
    assert_json_snapshot!(reply);
    let me = Call::get("/users/me").bearer(&token);
    assert_eq!(stack.send(&me).await.outcome(), (401, "unauthorized"));
    assert_eq!(
        stack.send(&person.login()).await.outcome(),
        (401, "incorrect_credentials")
    );
    let login = stack.send(&person.login_with(NEW)).await;
    assert_eq!(login.status, 200);
    let token = login.body["token"].as_str().expect("a token");
    assert_eq!(stack.send(&Call::get("/users/me").bearer(token)).await.status, 200);

    let item = person.item(&stack).await;
    assert_eq!(item["tokenVersion"], 1);
    let hash = item["passwordHash"].as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
}

#[tokio::test]
async fn a_cookie_is_good_once() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    assert_eq!(stack.send(&reset(&person.email, NEW).cookie(&cookie)).await.status, 200);

    let again = stack
        .send(
            &reset(&person.email, "a third horse")
                .cookie(&cookie)
                .query("lang", "ar"),
        )
        .await;
    assert_json_snapshot!(again);
    assert_eq!(stack.send(&person.login_with(NEW)).await.status, 200);
}

#[tokio::test]
async fn of_many_resets_at_once_one_counts() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    let passwords: Vec<String> = (0..5).map(|number| format!("horse number {number}")).collect();
    let resets: Vec<_> = passwords
        .iter()
        .map(|password| {
            let (stack, reset) = (stack.clone(), reset(&person.email, password).cookie(&cookie));
            tokio::spawn(async move { stack.send(&reset).await.status })
        })
        .collect();
    let mut chosen = Vec::new();
    for (password, reset) in passwords.iter().zip(resets) {
        match reset.await.expect("an answer") {
            200 => chosen.push(password),
            status => assert_eq!(status, 400),
        }
    }
    assert_eq!(chosen.len(), 1);
    assert_eq!(stack.send(&person.login_with(chosen[0])).await.status, 200);
    assert_eq!(person.item(&stack).await["tokenVersion"], 1);
}

#[tokio::test]
async fn no_other_cookie_opens_anything() {
    let stack = Stack::running();
    let (person, other) = (Person::verified(&stack).await, Person::verified(&stack).await);
    let cookie = cookie_of(&stack, &person).await;
    let of_other = cookie_of(&stack, &other).await;
    let before = person.item(&stack).await;

    let forged = format!("__Host-reset={};", "A".repeat(43));
    let another_name = cookie.replace("__Host-reset", "reset");
    let mut refused = vec![reset(&person.email, NEW)];
    for cookie in [
        of_other.as_str(),
        &forged,
        &another_name,
        "__Host-reset=;",
        "__Host-reset=a; b;",
    ] {
        refused.push(reset(&person.email, NEW).cookie(cookie));
    }
    for email in [other.email.as_str(), "nobody@example.org", "no address", ""] {
        refused.push(reset(email, NEW).cookie(&cookie));
    }
    for call in refused {
        assert_eq!(stack.send(&call).await.outcome(), (400, "reset_failed"), "{call:?}");
    }
    assert_eq!(person.item(&stack).await, before);
    assert_eq!(
        stack.send(&reset(&person.email, NEW).cookie(&cookie)).await.status,
        200,
        "its own still does"
    );
}

#[tokio::test]
async fn a_stranger_who_asks_for_a_code_does_not_end_a_reset() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    person.reset_code(&stack).await;
    let reply = stack.send(&reset(&person.email, NEW).cookie(&cookie)).await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn a_reset_voids_the_code_that_is_on_its_way() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    let code = person.reset_code(&stack).await;
    assert_eq!(stack.send(&reset(&person.email, NEW).cookie(&cookie)).await.status, 200);
    let exchange = Call::post("/users/verify-reset-code").json(&json!({"email": person.email, "resetCode": code}));
    assert_eq!(stack.send(&exchange).await.outcome(), (400, "invalid_code"));
}

#[tokio::test]
async fn a_cookie_of_somebody_else_that_is_not_ascii_is_in_nobodys_way() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    let (proof, _) = cookie.split_once(';').expect("attributes");
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let call = reset(&person.email, NEW).header("cookie", &format!("city=الجزائر; {proof}"));
    assert_eq!(function.send(&call).await.status, 200);
}

#[tokio::test]
async fn a_cookie_is_good_for_ten_minutes() {
    let stack = Stack::running();
    let table = stack.empty_table_like("passwordResets").await;
    let others = [("PASSWORD_RESETS_TABLE", table.as_str())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    let person = Person::verified(&stack).await;
    for (age, status) in [(601, 400), (590, 200)] {
        let cookie = cookie_of(&stack, &person).await;
        // A copy of what is kept of everybody, older than it is.
        for mut item in stack.items(&stack.tables["passwordResets"]).await {
            let Some(expires_at) = item["proofExpiresAt"].as_u64() else {
                continue;
            };
            item["proofExpiresAt"] = json!(expires_at - age);
            stack.put_item(&table, item).await;
        }
        let reply = function.send(&reset(&person.email, NEW).cookie(&cookie)).await;
        assert_eq!(reply.status, status, "{age} seconds old: {reply:?}");
    }
}

#[tokio::test]
async fn a_password_that_is_too_short_does_not_use_the_cookie_up() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    let long = "x".repeat(129);
    for (password, code) in [
        ("", "password_too_short"),
        ("1234567", "password_too_short"),
        (&long, "field_too_long"),
    ] {
        let reply = stack.send(&reset(&person.email, password).cookie(&cookie)).await;
        assert_eq!(reply.outcome(), (400, code), "{password}");
        assert_eq!(reply.body["errors"], json!({"newPassword": code}));
    }
    let missing = Call::post("/users/reset-password").json(&json!({"email": person.email}));
    assert_eq!(
        stack.send(&missing.cookie(&cookie)).await.outcome(),
        (400, "password_too_short")
    );
    assert_eq!(
        stack
            .send(&reset(&person.email, "12345678").cookie(&cookie))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn spaces_are_part_of_the_password() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    assert_eq!(
        stack
            .send(&reset(&person.email, "  horse  ").cookie(&cookie))
            .await
            .status,
        200
    );
    assert_eq!(stack.send(&person.login_with("horse")).await.status, 401);
    assert_eq!(stack.send(&person.login_with("  horse  ")).await.status, 200);
}

#[tokio::test]
async fn the_code_proves_the_mailbox_as_well_as_a_link_does() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    assert_eq!(stack.send(&reset(&person.email, NEW).cookie(&cookie)).await.status, 200);
    assert_eq!(stack.send(&person.login_with(NEW)).await.status, 200);
}

#[tokio::test]
async fn whoever_tried_too_many_passwords_can_sign_in_with_the_new_one() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let person = Person::verified(&stack).await;
        for _ in 0..11 {
            stack.send(&person.login_with("Wrong horse 1")).await;
        }
        assert_eq!(stack.send(&person.login()).await.outcome(), (429, "too_many_attempts"));
        let cookie = cookie_of(&stack, &person).await;
        assert_eq!(stack.send(&reset(&person.email, NEW).cookie(&cookie)).await.status, 200);
        assert_eq!(stack.send(&person.login_with(NEW)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn the_person_is_told_by_mail() {
    let stack = Stack::running();
    for language in ["en", "fr", "ar"] {
        let person = Person::verified(&stack).await;
        assert_eq!(stack.send(&person.login().query("lang", language)).await.status, 200);
        let cookie = cookie_of(&stack, &person).await;
        assert_eq!(stack.send(&reset(&person.email, NEW).cookie(&cookie)).await.status, 200);
        assert_snapshot!(format!("mail_{language}"), person.last_mail(&stack).await.seen());
    }
}

#[tokio::test]
async fn mail_that_cannot_be_sent_is_logged_and_fails_nothing() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    let outage = faults::Outage::of(&stack).await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())]).await;
    assert_eq!(
        function.send(&reset(&person.email, NEW).cookie(&cookie)).await.status,
        200
    );
    assert_eq!(function.logged("mail not sent").await["mail"], "password_changed");
    for secret in [person.email.as_str(), NEW] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    for body in [
        &b""[..],
        b"null",
        b"[]",
        b"{\"email\": \"a@example.org\", \"newPassword\": 12345678}",
    ] {
        let reply = stack.send(&Call::post("/users/reset-password").body(body)).await;
        assert_eq!(reply.outcome(), (400, "malformed_request"), "{}", body.escape_ascii());
    }
    let reply = stack.send(&reset("a@example.org", &"x".repeat(100_000))).await;
    assert_eq!(reply.outcome(), (413, "request_too_large"));
}

#[tokio::test]
async fn services_that_are_out_of_reach_are_a_503_and_the_cookie_stays_good() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let cookie = cookie_of(&stack, &person).await;
    let call = reset(&person.email, NEW).cookie(&cookie);
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::of(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let reply = function.send(&call).await;
        assert_eq!(reply.outcome(), (503, "service_unavailable"), "{service}");
    }
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &call).await;
    faults::check_tables_hanging(BINARY, &variables, &call).await;
    assert_eq!(stack.send(&call).await.status, 200);
}

#[tokio::test]
async fn whatever_fails_the_password_is_the_old_one_or_the_new_one() {
    let like = Person::verified(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let person = like.twin(stack).await;
        let cookie = cookie_of(stack, &person).await;
        (reset(&person.email, NEW).cookie(&cookie), person)
    };
    faults::check_each_step(DEPLOYED, prepare, async |case, person| {
        let stack = Stack::running();
        let is_new = person.item(&stack).await["tokenVersion"] == 1;
        let password = if is_new { NEW } else { &person.password };
        assert_eq!(stack.send(&person.login_with(password)).await.status, 200);
        assert!(is_new || case.reply.status == 503);
        // The cookie is good until it was used.
        assert_eq!(case.again().await.status, if is_new { 400 } else { 200 });
        assert_eq!(person.item(&stack).await["tokenVersion"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_reset_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let person = Person::verified(stack).await;
        let cookie = cookie_of(stack, &person).await;
        (reset(&person.email, NEW).cookie(&cookie), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, prepare).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem passwordResets",
            "dynamodb GetItem users",
            "dynamodb GetItem users",
            "dynamodb TransactWriteItems passwordResets users",
            "dynamodb DeleteItem attempts",
            "ses SendEmail",
        ]
    );
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &reset("a@example.org", NEW)).await;
}
