//! `POST /users/verify-reset-code`, through the gateway of the running stack, and in environments that a deployed function
//! cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{Call, Function, Person, Stack, faults, in_one_window};

const BINARY: &str = "users-verify-reset-code";
const NAME: &str = "UsersVerifyResetCodeFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
/// As the template has it.
const ATTEMPTS_PER_CODE: usize = 5;

fn exchange(email: &str, code: &str) -> Call {
    Call::post("/users/verify-reset-code").json(&json!({"email": email, "resetCode": code}))
}

/// A code that is not this one.
fn other_than(code: &str) -> String {
    let number: u32 = code.parse().expect("digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

#[tokio::test]
async fn the_right_code_is_exchanged_for_a_cookie() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;

    let email = format!(" {}", person.email.to_uppercase());
    let reply = stack
        .send(&exchange(&email, &format!("{code}\n")).query("lang", "fr"))
        .await;
    let cookie = reply.header("set-cookie").to_owned();
    let (proof, _) = cookie
        .trim_start_matches("__Host-reset=")
        .split_once(';')
        .expect("attributes");
    assert_eq!(proof.len(), 43, "256 bits");
    assert_json_snapshot!(reply, { ".headers[\"set-cookie\"]" => cookie.replace(proof, "[proof]") });

    let again = stack.send(&exchange(&person.email, &code)).await;
    assert_eq!(again.outcome(), (400, "invalid_code"), "a code is good once");
}

#[tokio::test]
async fn the_table_holds_neither_code_nor_proof() {
    let stack = Stack::running();
    let table = stack.empty_table_like("passwordResets").await;
    let others = [("PASSWORD_RESETS_TABLE", table.as_str())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    let person = Person::verified(&stack).await;
    let code = code_in(&stack, &person, &table).await;
    let reply = function.send(&exchange(&person.email, &code)).await;
    assert_eq!(reply.status, 200);

    let items = stack.items(&table).await;
    let mut exchanged = items.iter().filter(|item| !item["proofHash"].is_null());
    let item = exchanged.next().expect("the code was exchanged");
    assert_eq!(exchanged.next(), None);
    let names: Vec<_> = item.as_object().expect("an item").keys().cloned().collect();
    assert_eq!(names, ["expiresAt", "mailbox", "proofExpiresAt", "proofHash"]);
    assert!(
        !reply
            .header("set-cookie")
            .contains(item["proofHash"].as_str().expect("a hash"))
    );
    assert!(!item.to_string().contains(&person.email));
}

/// Requests a code as usual, and copies what is kept of it, and of what others requested meanwhile and did not exchange yet, into
/// another table.
async fn code_in(stack: &Stack, person: &Person, table: &str) -> String {
    let kept = &stack.tables["passwordResets"];
    let before = stack.items(kept).await;
    let code = person.reset_code(stack).await;
    let after = stack.items(kept).await;
    let is_new = |item: &Value| !before.contains(item) && item["proofHash"].is_null();
    for item in after.into_iter().filter(is_new) {
        stack.put_item(table, item).await;
    }
    code
}

#[tokio::test]
async fn the_sixth_attempt_is_refused_even_with_the_right_code() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;
    let wrong = exchange(&person.email, &other_than(&code)).query("lang", "ar");
    let first = stack.send(&wrong).await;
    assert_json_snapshot!(first);
    for _ in 1..ATTEMPTS_PER_CODE {
        assert_eq!(format!("{:?}", stack.send(&wrong).await), format!("{first:?}"));
    }
    let used_up = stack.send(&exchange(&person.email, &code).query("lang", "ar")).await;
    assert_eq!(format!("{used_up:?}"), format!("{first:?}"));
}

#[tokio::test]
async fn the_fifth_attempt_may_be_the_right_one() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;
    for _ in 1..ATTEMPTS_PER_CODE {
        stack.send(&exchange(&person.email, &other_than(&code))).await;
    }
    assert_eq!(stack.send(&exchange(&person.email, &code)).await.status, 200);
}

#[tokio::test]
async fn of_many_guesses_at_once_no_more_are_looked_at_than_allowed() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;
    let guesses: Vec<_> = (0..20)
        .map(|_| {
            let (stack, guess) = (stack.clone(), exchange(&person.email, &other_than(&code)));
            tokio::spawn(async move { stack.send(&guess).await.status })
        })
        .collect();
    for guess in guesses {
        assert_eq!(guess.await.expect("an answer"), 400);
    }
    let reply = stack.send(&exchange(&person.email, &code)).await;
    assert_eq!(reply.outcome(), (400, "invalid_code"));
}

#[tokio::test]
async fn of_two_exchanges_of_one_code_one_gets_a_cookie() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;
    let exchanges: Vec<_> = (0..ATTEMPTS_PER_CODE)
        .map(|_| {
            let (stack, exchange) = (stack.clone(), exchange(&person.email, &code));
            tokio::spawn(async move { stack.send(&exchange).await.status })
        })
        .collect();
    let mut succeeded = 0;
    for exchange in exchanges {
        succeeded += usize::from(exchange.await.expect("an answer") == 200);
    }
    assert_eq!(succeeded, 1);
}

#[tokio::test]
async fn a_code_is_good_for_its_own_e_mail_and_ten_minutes() {
    let stack = Stack::running();
    let (person, other) = (Person::verified(&stack).await, Person::verified(&stack).await);
    let code = person.reset_code(&stack).await;
    other.reset_code(&stack).await;
    for email in [other.email.as_str(), "nobody@example.org", "no address", ""] {
        let reply = stack.send(&exchange(email, &code)).await;
        assert_eq!(reply.outcome(), (400, "invalid_code"), "{email}");
    }

    let table = stack.empty_table_like("passwordResets").await;
    let others = [("PASSWORD_RESETS_TABLE", table.as_str())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    for (age, status) in [(590, 200), (601, 400)] {
        let code = code_in(&stack, &person, &table).await;
        for mut item in stack.items(&table).await {
            let Some(expires_at) = item["codeExpiresAt"].as_u64() else {
                continue;
            };
            item["codeExpiresAt"] = json!(expires_at - age);
            stack.put_item(&table, item).await;
        }
        let reply = function.send(&exchange(&person.email, &code)).await;
        assert_eq!(reply.status, status, "{age} seconds old: {reply:?}");
    }
}

#[tokio::test]
async fn what_is_no_code_is_not_right_and_no_attempt() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;
    for text in ["", "12345", "1234567", "abcdef", "12 345", "١٢٣٤٥٦"] {
        let reply = stack.send(&exchange(&person.email, text)).await;
        assert_eq!(reply.outcome(), (400, "invalid_code"), "{text}");
    }
    let missing = Call::post("/users/verify-reset-code").json(&json!({"email": person.email}));
    assert_eq!(stack.send(&missing).await.outcome(), (400, "invalid_code"));
    assert_eq!(stack.send(&exchange(&person.email, &code)).await.status, 200);
}

#[tokio::test]
async fn an_address_that_guesses_too_often_is_refused_for_every_code() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_LOGINS_PER_ADDRESS", "3")]).await;
        let (_, secret) = stack.secret("origin").await;
        let person = Person::verified(&stack).await;
        let code = person.reset_code(&stack).await;
        let address = person.client_address();

        // One that is right is not counted.
        for guess in [&other_than(&code), &code] {
            function
                .send(&exchange(&person.email, guess).through_cdn(&secret, &address))
                .await;
        }
        let nobody = exchange("nobody@example.org", &code);
        for _ in 0..2 {
            let reply = function.send(&nobody.clone().through_cdn(&secret, &address)).await;
            assert_eq!(reply.outcome(), (400, "invalid_code"));
        }
        let reply = function.send(&nobody.clone().through_cdn(&secret, &address)).await;
        assert_eq!(reply.outcome(), (429, "too_many_attempts"));
        let reply = function.send(&nobody.through_cdn(&secret, "[2001:db8::1]:50000")).await;
        assert_eq!(reply.outcome(), (400, "invalid_code"));
    })
    .await;
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    for body in [
        &b""[..],
        b"null",
        b"[]",
        b"{\"email\": \"a@example.org\", \"resetCode\": 123456}",
    ] {
        let reply = stack.send(&Call::post("/users/verify-reset-code").body(body)).await;
        assert_eq!(reply.outcome(), (400, "malformed_request"), "{}", body.escape_ascii());
    }
    let reply = stack.send(&exchange(&"x".repeat(100_000), "123456")).await;
    assert_eq!(reply.outcome(), (413, "request_too_large"));
}

#[tokio::test]
async fn services_that_are_out_of_reach_are_a_503_until_they_are_back() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let code = person.reset_code(&stack).await;
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::of(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let guess = exchange(&person.email, &other_than(&code));
        let reply = function.send(&guess).await;
        assert_eq!(reply.outcome(), (503, "service_unavailable"), "{service}");
        outage.end();
        assert_eq!(
            function.send(&guess).await.outcome(),
            (400, "invalid_code"),
            "{service}"
        );
    }
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &exchange(&person.email, &code)).await;
    faults::check_tables_hanging(BINARY, &variables, &exchange(&person.email, &code)).await;
    assert_eq!(
        stack.send(&exchange(&person.email, &code)).await.status,
        200,
        "none of it used the code up"
    );
}

#[tokio::test]
async fn whatever_fails_the_code_is_still_good_or_a_new_one_is() {
    let like = Person::verified(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let person = like.twin(stack).await;
        let code = person.reset_code(stack).await;
        (exchange(&person.email, &code), person)
    };
    faults::check_each_step(DEPLOYED, prepare, async |case, person| {
        let again = case.again().await;
        let is_exchanged = case.items("passwordResets").await[0]["codeHash"].is_null();
        assert!(again.status == 200 || is_exchanged, "{again:?}");
        let stack = Stack::running();
        let code = person.reset_code(&stack).await;
        assert_eq!(stack.send(&exchange(&person.email, &code)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn exchanging_a_code_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let person = Person::verified(stack).await;
        let code = person.reset_code(stack).await;
        (exchange(&person.email, &code), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, prepare).await;
    assert_eq!(
        asked,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem passwordResets",
            "dynamodb UpdateItem passwordResets",
            "dynamodb UpdateItem attempts",
        ]
    );
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &exchange("a@example.org", "123456")).await;
}
