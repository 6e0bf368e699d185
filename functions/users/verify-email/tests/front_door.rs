//! Front-door tests of `POST /users/verify-email`.
//!
//! Protected here: only a valid verification token verifies a user, for three days, and it changes nothing else.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use insta::assert_json_snapshot;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, get_current_timestamp};
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest, TestResponse, TestUser,
    faults::{self, Fault},
};

const BINARY: &str = "users-verify-email";
const NAME: &str = "UsersVerifyEmailFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn verify(token: &str) -> TestRequest {
    TestRequest::post("/users/verify-email").json(&json!({"token": token}))
}

fn assert_invalid(response: &TestResponse, what: &str) {
    let expected = (400, &json!("verification_invalid"));
    assert_eq!((response.status, &response.body["code"]), expected, "{what}");
}

/// Signs a token with the stack's key.
async fn sign(stack: &Stack, claims: &Value) -> String {
    let (id, key) = stack.secret("signingKey").await;
    let header = Header {
        kid: Some(id),
        ..Header::new(Algorithm::HS256)
    };
    encode(&header, claims, &EncodingKey::from_secret(key.as_bytes())).expect("a token")
}

#[tokio::test]
async fn the_verification_link_verifies_the_user_and_can_be_repeated() {
    let stack = Stack::running();
    let user = TestUser::registered(&stack).await;
    let token = user.last_email(&stack).await.verification_token();
    assert_eq!(user.record(&stack).await["verified"], false);

    let response = stack.send(&verify(&token).query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
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
    assert_eq!(user.record(&stack).await["verified"], true);

    let again = stack.send(&verify(&token).query("lang", "fr")).await;
    assert_eq!((again.status, again.body), (response.status, response.body));
}

#[tokio::test]
async fn changes_nothing_else_of_the_user() {
    let stack = Stack::running();
    let user = TestUser::registered(&stack).await;
    let mut before = user.record(&stack).await;
    let token = user.last_email(&stack).await.verification_token();
    stack.send(&verify(&token)).await;

    before["verified"] = true.into();
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn the_verification_link_expires_after_three_days() {
    let stack = Stack::running();
    let user = TestUser::registered(&stack).await;
    let token = user.last_email(&stack).await.verification_token();
    let claims = jsonwebtoken::dangerous::insecure_decode::<Value>(&token)
        .expect("a token")
        .claims;
    let seconds = claims["exp"].as_u64().expect("an expiry") - claims["iat"].as_u64().expect("an issue time");
    assert_eq!(seconds, 3 * 24 * 60 * 60);

    let now = get_current_timestamp();
    let claims =
        |exp: u64| json!({"sub": user.id, "iat": exp - seconds, "exp": exp, "ver": 0, "purpose": "verify_email"});
    let expired = sign(&stack, &claims(now - 1)).await;
    assert_invalid(&stack.send(&verify(&expired)).await, "an expired token");
    let last_minute = sign(&stack, &claims(now + 60)).await;
    assert_eq!(stack.send(&verify(&last_minute)).await.status, 200);
}

#[tokio::test]
async fn rejects_tokens_that_are_not_verification_tokens() {
    let stack = Stack::running();
    let session = TestUser::verified(&stack).await.access_token(&stack).await;
    for token in ["", "abc", "a.b.c", &session] {
        assert_invalid(&stack.send(&verify(token)).await, token);
    }
    assert_invalid(
        &stack
            .send(&TestRequest::post("/users/verify-email").json(&json!({})))
            .await,
        "no token",
    );
}

#[tokio::test]
async fn rejects_the_link_of_a_deleted_user_and_creates_none() {
    let stack = Stack::running();
    let now = get_current_timestamp();
    let claims = json!({"sub": "gone", "iat": now, "exp": now + 60, "ver": 0, "purpose": "verify_email"});
    let token = sign(&stack, &claims).await;

    assert_invalid(&stack.send(&verify(&token)).await, "a deleted user");
    assert_eq!(
        stack.get_item(&stack.tables["users"], ("pk", "user#gone")).await,
        Value::Null
    );
}

#[tokio::test]
async fn returns_400_for_a_malformed_body() {
    let stack = Stack::running();
    for body in [&b""[..], b"token=abc", b"[]", b"{\"token\": 7}"] {
        let response = stack.send(&TestRequest::post("/users/verify-email").body(body)).await;
        let expected = (400, &json!("malformed_request"));
        assert_eq!((response.status, &response.body["code"]), expected, "{body:?}");
    }
    // The gateway sends a body that is not UTF-8 in base64. The local gateway would replace the invalid bytes, so the test bypasses it.
    let function = Function::start_deployed(BINARY, &stack, NAME, &[]).await;
    let request = TestRequest::post("/users/verify-email").body(*b"{\"token\": \"\xff\"}");
    assert_eq!(function.send(&request).await.body["code"], "malformed_request");

    let response = stack.send(&verify(&"x".repeat(100_000))).await;
    assert_eq!(
        (response.status, &response.body["code"]),
        (413, &json!("request_too_large"))
    );
}

#[tokio::test]
async fn returns_503_during_an_outage_and_the_link_stays_valid() {
    let stack = Stack::running();
    let user = TestUser::registered(&stack).await;
    let token = user.last_email(&stack).await.verification_token();
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_DYNAMODB", outage.endpoint())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;

    assert_eq!(function.send(&verify(&token)).await.status, 503);
    assert_eq!(user.record(&stack).await["verified"], false);
    outage.end();
    assert_eq!(function.send(&verify(&token)).await.status, 200);
    assert_eq!(user.record(&stack).await["verified"], true);
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable() {
    let stack = Stack::running();
    let token = TestUser::registered(&stack)
        .await
        .last_email(&stack)
        .await
        .verification_token();
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &verify(&token)).await;
}

#[tokio::test]
async fn returns_503_when_tables_do_not_respond() {
    let stack = Stack::running();
    let token = TestUser::registered(&stack)
        .await
        .last_email(&stack)
        .await
        .verification_token();
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unresponsive(BINARY, &variables, &verify(&token)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::function_variables(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &verify("any")).await;
}

async fn verify_new_user(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::registered(stack).await;
    (verify(&user.last_email(stack).await.verification_token()), user)
}

#[tokio::test]
async fn sends_one_write_to_aws() {
    let requests = faults::aws_requests(DEPLOYED, verify_new_user).await;
    assert_eq!(requests, ["dynamodb UpdateItem users"]);
}

#[tokio::test]
async fn after_any_fault_the_link_stays_valid() {
    faults::check_every_fault(DEPLOYED, verify_new_user, async |case, user| {
        let stack = Stack::running();
        let response_lost = case.fault() == Fault::ResponseLost;
        assert_eq!(
            user.record(&stack).await["verified"],
            case.response.status == 200 || response_lost
        );
        assert_eq!(case.retry().await.status, 200);
        assert_eq!(user.record(&stack).await["verified"], true);
    })
    .await;
}
