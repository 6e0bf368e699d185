//! `POST /users/verify-email`, through the gateway of the running stack, and in environments that a deployed function cannot
//! have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::assert_json_snapshot;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, get_current_timestamp};
use serde_json::{Value, json};
use testing::{
    Call, Function, Person, Reply, Stack,
    faults::{self, Fault},
};

const BINARY: &str = "users-verify-email";
const NAME: &str = "UsersVerifyEmailFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

fn verify(token: &str) -> Call {
    Call::post("/users/verify-email").json(&json!({"token": token}))
}

fn assert_invalid(reply: &Reply, what: &str) {
    let expected = (400, &json!("verification_invalid"));
    assert_eq!((reply.status, &reply.body["code"]), expected, "{what}");
}

/// A token as the stack itself would sign it.
async fn signed(stack: &Stack, claims: &Value) -> String {
    let (id, key) = stack.secret("signingKey").await;
    let header = Header {
        kid: Some(id),
        ..Header::new(Algorithm::HS256)
    };
    encode(&header, claims, &EncodingKey::from_secret(key.as_bytes())).expect("a token")
}

#[tokio::test]
async fn the_mailed_link_verifies_the_account_once_and_again() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let token = person.last_mail(&stack).await.token();
    assert_eq!(person.item(&stack).await["verified"], false);

    let reply = stack.send(&verify(&token).query("lang", "fr")).await;
    assert_json_snapshot!(reply, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Votre adresse e-mail est vérifiée. Vous pouvez maintenant vous connecter.",
        "success": true
      }
    }
    "#);
    assert_eq!(person.item(&stack).await["verified"], true);

    let again = stack.send(&verify(&token).query("lang", "fr")).await;
    assert_eq!((again.status, again.body), (reply.status, reply.body));
}

#[tokio::test]
async fn a_link_changes_nothing_but_that() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let mut before = person.item(&stack).await;
    let token = person.last_mail(&stack).await.token();
    stack.send(&verify(&token)).await;

    before["verified"] = true.into();
    assert_eq!(person.item(&stack).await, before);
}

#[tokio::test]
async fn a_link_is_good_for_three_days() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let token = person.last_mail(&stack).await.token();
    let claims = jsonwebtoken::dangerous::insecure_decode::<Value>(&token)
        .expect("a token")
        .claims;
    let seconds = claims["exp"].as_u64().expect("its end") - claims["iat"].as_u64().expect("its beginning");
    assert_eq!(seconds, 3 * 24 * 60 * 60);

    let now = get_current_timestamp();
    let claims =
        |exp: u64| json!({"sub": person.id, "iat": exp - seconds, "exp": exp, "ver": 0, "purpose": "verify_email"});
    let expired = signed(&stack, &claims(now - 1)).await;
    assert_invalid(&stack.send(&verify(&expired)).await, "an expired token");
    let last_minute = signed(&stack, &claims(now + 60)).await;
    assert_eq!(stack.send(&verify(&last_minute)).await.status, 200);
}

#[tokio::test]
async fn what_is_no_token_of_a_mail_is_invalid() {
    let stack = Stack::running();
    let session = Person::verified(&stack).await.token(&stack).await;
    for token in ["", "abc", "a.b.c", &session] {
        assert_invalid(&stack.send(&verify(token)).await, token);
    }
    assert_invalid(
        &stack.send(&Call::post("/users/verify-email").json(&json!({}))).await,
        "no token",
    );
}

#[tokio::test]
async fn a_link_of_an_account_that_is_gone_is_invalid_and_makes_none() {
    let stack = Stack::running();
    let now = get_current_timestamp();
    let claims = json!({"sub": "gone", "iat": now, "exp": now + 60, "ver": 0, "purpose": "verify_email"});
    let token = signed(&stack, &claims).await;

    assert_invalid(&stack.send(&verify(&token)).await, "an account that is gone");
    assert_eq!(
        stack.item(&stack.tables["users"], ("pk", "user#gone")).await,
        Value::Null
    );
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    for body in [&b""[..], b"token=abc", b"[]", b"{\"token\": 7}"] {
        let reply = stack.send(&Call::post("/users/verify-email").body(body)).await;
        let expected = (400, &json!("malformed_request"));
        assert_eq!((reply.status, &reply.body["code"]), expected, "{body:?}");
    }
    // The gateway passes on what is not UTF-8 in base64; the emulator would replace it.
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let call = Call::post("/users/verify-email").body(*b"{\"token\": \"\xff\"}");
    assert_eq!(function.send(&call).await.body["code"], "malformed_request");

    let reply = stack.send(&verify(&"x".repeat(100_000))).await;
    assert_eq!((reply.status, &reply.body["code"]), (413, &json!("request_too_large")));
}

#[tokio::test]
async fn a_table_that_is_out_of_reach_is_a_503_and_the_link_stays_good() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let token = person.last_mail(&stack).await.token();
    let outage = faults::Outage::of(&stack).await;
    let others = [("AWS_ENDPOINT_URL_DYNAMODB", outage.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;

    assert_eq!(function.send(&verify(&token)).await.status, 503);
    assert_eq!(person.item(&stack).await["verified"], false);
    outage.end();
    assert_eq!(function.send(&verify(&token)).await.status, 200);
    assert_eq!(person.item(&stack).await["verified"], true);
}

#[tokio::test]
async fn unreachable_services_are_a_503() {
    let stack = Stack::running();
    let token = Person::registered(&stack).await.last_mail(&stack).await.token();
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &verify(&token)).await;
}

#[tokio::test]
async fn services_that_hang_are_a_503_in_time() {
    let stack = Stack::running();
    let token = Person::registered(&stack).await.last_mail(&stack).await.token();
    let variables = Stack::variables_of(NAME);
    faults::check_tables_hanging(BINARY, &variables, &verify(&token)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &verify("any")).await;
}

async fn verify_somebody(stack: &Stack) -> (Call, Person) {
    let person = Person::registered(stack).await;
    (verify(&person.last_mail(stack).await.token()), person)
}

#[tokio::test]
async fn verifying_takes_one_write() {
    let asked = faults::requests_of_a_call(DEPLOYED, verify_somebody).await;
    assert_eq!(asked, ["dynamodb UpdateItem users"]);
}

#[tokio::test]
async fn whatever_fails_the_link_stays_good() {
    faults::check_each_step(DEPLOYED, verify_somebody, async |case, person| {
        let stack = Stack::running();
        let answer_lost = case.fault() == Fault::AnswerLost;
        assert_eq!(
            person.item(&stack).await["verified"],
            case.reply.status == 200 || answer_lost
        );
        assert_eq!(case.again().await.status, 200);
        assert_eq!(person.item(&stack).await["verified"], true);
    })
    .await;
}
