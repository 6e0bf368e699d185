//! `GET /users/me`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use insta::assert_json_snapshot;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, get_current_timestamp};
use serde_json::{Value, json};
use testing::{
    Call, Function, Person, Stack,
    faults::{self, Fault, Proxy, Step},
};

const BINARY: &str = env!("CARGO_BIN_EXE_users-me");
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: "UsersMeFunction",
    others: &[],
};

fn me(token: &str) -> Call {
    Call::get("/users/me").bearer(token)
}

/// A session of the person's, as the stack itself would sign it.
fn claims(person: &Person) -> Value {
    let now = get_current_timestamp();
    json!({"sub": person.id, "iat": now, "exp": now + 60, "ver": 0, "purpose": "session"})
}

fn with(mut claims: Value, name: &str, value: impl Into<Value>) -> Value {
    claims[name] = value.into();
    claims
}

fn signed(claims: &Value, key_id: Option<&str>, key: &str, algorithm: Algorithm) -> String {
    let header = Header {
        kid: key_id.map(str::to_owned),
        ..Header::new(algorithm)
    };
    encode(&header, claims, &EncodingKey::from_secret(key.as_bytes())).expect("a token")
}

async fn assert_unauthorized(stack: &Stack, call: &Call) {
    let reply = stack.send(call).await;
    assert_eq!(
        (reply.status, &reply.body["code"]),
        (401, &json!("unauthorized")),
        "{call:?}"
    );
}

#[tokio::test]
async fn tells_whose_the_token_is_and_nobody_may_keep_it() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;

    let reply = stack.send(&me(&token).query("lang", "ar")).await;
    assert_eq!(reply.data()["_id"], person.id.as_str());
    assert_eq!(reply.data()["email"], person.email.as_str());
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8",
        "etag": "\"0\""
      },
      "body": {
        "data": {
          "_id": "[id]",
          "address": "12 rue Didouche Mourad, Algiers",
          "birthdate": null,
          "country": "Algeria",
          "email": "[e-mail]",
          "fullname": "Amina Benali",
          "image": null,
          "phone1": "+213551234567",
          "phone2": null,
          "teacher": null,
          "type": "student"
        },
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn without_a_token_nobody_is_told_anything() {
    let stack = Stack::running();
    let reply = stack.send(&Call::get("/users/me").query("lang", "fr")).await;
    assert_json_snapshot!(reply, @r#"
    {
      "status": 401,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "unauthorized",
        "message": "Veuillez vous connecter pour continuer.",
        "success": false
      }
    }
    "#);

    for authorization in [
        "",
        "Bearer",
        "Bearer ",
        "Bearer null",
        "Basic dXNlcjpwYXNz",
        "Bearer a.b.c",
    ] {
        let call = Call::get("/users/me").header("authorization", authorization);
        assert_unauthorized(&stack, &call).await;
    }
}

#[tokio::test]
async fn a_token_is_ours_unchanged_unexpired_and_for_a_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let (id, key) = stack.secret("signingKey").await;
    let sign = |claims: &Value| signed(claims, Some(&id), &key, Algorithm::HS256);

    // What the tokens below would be, were nothing wrong with them.
    let right = sign(&claims(&person));
    assert_eq!(stack.send(&me(&right)).await.status, 200);

    let now = get_current_timestamp();
    let mut without_end = claims(&person);
    without_end.as_object_mut().expect("claims").remove("exp");
    let header = |text: &str| base64_url(text);
    let (_, rest) = right.split_once('.').expect("a header");
    let (payload, signature) = rest.split_once('.').expect("a payload");
    let another = base64_url(&with(claims(&person), "sub", "somebody-else").to_string());
    let none = format!(r#"{{"alg":"none","typ":"JWT","kid":"{id}"}}"#);
    for (what, token) in [
        ("expired", sign(&with(claims(&person), "exp", now - 1))),
        ("endless", sign(&without_end)),
        (
            "for another purpose",
            sign(&with(claims(&person), "purpose", "verify_email")),
        ),
        ("of another version", sign(&with(claims(&person), "ver", 1))),
        ("of nobody", sign(&with(claims(&person), "sub", "nobody"))),
        (
            "of another algorithm",
            signed(&claims(&person), Some(&id), &key, Algorithm::HS512),
        ),
        (
            "signed with another key",
            signed(&claims(&person), Some(&id), "another key", Algorithm::HS256),
        ),
        (
            "of a key that is not ours",
            signed(&claims(&person), Some("other"), &key, Algorithm::HS256),
        ),
        ("without a key", signed(&claims(&person), None, &key, Algorithm::HS256)),
        ("unsigned", format!("{}.{payload}.", header(&none))),
        (
            "unsigned, with a signature",
            format!("{}.{payload}.{signature}", header(&none)),
        ),
        (
            "changed",
            format!("{}.{another}.{signature}", right.split('.').next().expect("a header")),
        ),
    ] {
        let reply = stack.send(&me(&token)).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (401, &json!("unauthorized")),
            "a token {what}"
        );
    }
}

fn base64_url(text: &str) -> String {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

    URL_SAFE_NO_PAD.encode(text)
}

#[tokio::test]
async fn a_rotation_of_the_key_ends_no_session_and_those_of_the_new_key_are_good() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", person.id);
    let made = client.create_secret().name(&name).secret_string("the first key");
    let first = made.send().await.expect("a secret").version_id.expect("its version");
    let function = Function::deployed(BINARY, &stack, "UsersMeFunction", &[("SIGNING_KEY_SECRET", &name)]).await;
    let of_first = signed(&claims(&person), Some(&first), "the first key", Algorithm::HS256);
    assert_eq!(function.send(&me(&of_first)).await.status, 200);

    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second key");
    let second = rotated.send().await.expect("a version").version_id.expect("its id");
    // A key that is not known is looked for every five seconds at most.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let of_second = signed(&claims(&person), Some(&second), "the second key", Algorithm::HS256);
    for token in [of_second, of_first] {
        assert_eq!(function.send(&me(&token)).await.status, 200);
    }
}

#[tokio::test]
async fn a_session_lasts_as_long_as_the_template_says() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let claims = jsonwebtoken::dangerous::insecure_decode::<Value>(&token)
        .expect("a token")
        .claims;
    let seconds = claims["exp"].as_u64().expect("its end") - claims["iat"].as_u64().expect("its beginning");
    assert_eq!(seconds, 7 * 24 * 60 * 60);
}

#[tokio::test]
async fn a_higher_token_version_ends_every_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    assert_eq!(stack.send(&me(&token)).await.status, 200);

    person.set(&stack, "tokenVersion", json!(1)).await;
    assert_unauthorized(&stack, &me(&token)).await;
    let token = person.token(&stack).await;
    assert_eq!(stack.send(&me(&token)).await.status, 200);
}

#[tokio::test]
async fn a_block_ends_every_session_and_says_so() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;

    person.set(&stack, "blocked", json!(true)).await;
    let reply = stack.send(&me(&token)).await;
    assert_json_snapshot!((reply.status, reply.body), @r#"
    [
      403,
      {
        "code": "account_blocked",
        "message": "Your account has been blocked.",
        "success": false
      }
    ]
    "#);
}

#[tokio::test]
async fn an_account_that_is_malformed_is_a_500_whose_log_line_names_it_and_not_the_person() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    person.set(&stack, "email", json!("no address")).await;

    let function = Function::deployed(BINARY, &stack, "UsersMeFunction", &[]).await;
    assert_eq!(function.send(&me(&token)).await.status, 500);
    let cause = function.logged("failed").await["cause"].to_string();
    assert!(cause.contains(&person.id) && !cause.contains("Amina"), "{cause}");
}

#[tokio::test]
async fn secrets_that_are_out_of_reach_are_a_503_until_they_are_back() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let outage = faults::Outage::of(&stack).await;
    let others = [("AWS_ENDPOINT_URL_SECRETS_MANAGER", outage.endpoint())];
    let function = Function::deployed(BINARY, &stack, "UsersMeFunction", &others).await;

    assert_eq!(function.send(&me(&token)).await.status, 503);
    outage.end();
    assert_eq!(function.send(&me(&token)).await.status, 200);
}

#[tokio::test]
async fn unreachable_services_are_a_503() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let variables = [("USERS_TABLE", "any"), ("SIGNING_KEY_SECRET", "any")];
    faults::check_tables_unreachable(BINARY, &variables, &me(&token)).await;
}

#[tokio::test]
async fn services_that_hang_are_a_503_in_time() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let variables = [("USERS_TABLE", "any"), ("SIGNING_KEY_SECRET", "any")];
    faults::check_tables_hanging(BINARY, &variables, &me(&token)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = [("USERS_TABLE", "any"), ("SIGNING_KEY_SECRET", "any")];
    faults::check_each_variable_is_required(BINARY, &variables, &me("any")).await;
}

async fn me_of_somebody(stack: &Stack) -> (Call, Person) {
    let person = Person::verified(stack).await;
    (me(&person.token(stack).await), person)
}

#[tokio::test]
async fn telling_whose_a_token_is_takes_one_read() {
    let asked = faults::requests_of_a_call(DEPLOYED, me_of_somebody).await;
    assert_eq!(asked, ["dynamodb GetItem users"]);
}

#[tokio::test]
async fn whatever_fails_the_session_stays_good() {
    faults::check_each_step(DEPLOYED, me_of_somebody, async |case, person| {
        assert_eq!(case.again().await.data()["_id"], person.id.as_str());
    })
    .await;
}

#[tokio::test]
async fn a_key_that_cannot_be_read_ends_no_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", person.id);
    let made = client.create_secret().name(&name).secret_string("the first key");
    let first = made.send().await.expect("a secret").version_id.expect("its version");
    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second key");
    rotated.send().await.expect("a version");
    let of_first = signed(&claims(&person), Some(&first), "the first key", Algorithm::HS256);

    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "secretsmanager GetSecretValue AWSPREVIOUS".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step, Fault::ServerError, true);
    let others = [
        ("SIGNING_KEY_SECRET", name.as_str()),
        ("AWS_ENDPOINT_URL", proxy.endpoint()),
    ];
    let function = Function::deployed(BINARY, &stack, "UsersMeFunction", &others).await;
    assert_eq!(function.send(&me(&of_first)).await.status, 503);
    proxy.end();
    assert_eq!(function.send(&me(&of_first)).await.status, 200);
}
