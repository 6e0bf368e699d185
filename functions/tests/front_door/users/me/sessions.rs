//! Which access tokens are valid, and what ends a session.

use super::{FUNCTION, me, with_field};
use crate::prelude::*;

fn claims(user: &TestUser) -> Value {
    let now = Timestamp::now().as_second();
    json!({"sub": user.id, "iat": now, "exp": now + 60, "ver": 0, "purpose": "session"})
}

async fn assert_unauthorized(stack: &Stack, request: &TestRequest) {
    expect!(stack.send(request), (401, "unauthorized"), "{request:?}");
}

#[tokio::test]
async fn returns_401_without_an_access_token() {
    let stack = Stack::running();
    let response = stack.send(&TestRequest::get("/users/me").query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
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
        let request = TestRequest::get("/users/me").header("authorization", authorization);
        assert_unauthorized(&stack, &request).await;
    }
}

#[tokio::test]
async fn returns_401_for_an_invalid_access_token() {
    let (stack, user) = Stack::with_user().await;
    let session = user.sign_in(&stack).await;
    let claims = |user: &TestUser| with_field(claims(user), "sid", session.id.as_str());
    let (id, key) = stack.secret("tokenKey").await;
    let sign_correctly = |claims: &Value| sign_jwt(claims, Some(&id), &key, JwtAlgorithm::EdDsa);

    // The tokens below differ from this valid one in one point each.
    let right = sign_correctly(&claims(&user));
    expect!(stack.send(&me(&right)), 200);

    let now = Timestamp::now().as_second();
    let mut without_end = claims(&user);
    without_end.as_object_mut().expect("claims").remove("exp");
    let header = |text: &str| base64_url(text);
    let (_, rest) = right.split_once('.').expect("a header");
    let (payload, signature) = rest.split_once('.').expect("a payload");
    let another = base64_url(&with_field(claims(&user), "sub", "somebody-else").to_string());
    let none = format!(r#"{{"alg":"none","typ":"JWT","kid":"{id}"}}"#);
    for (what, token) in [
        ("expired", sign_correctly(&with_field(claims(&user), "exp", now - 1))),
        ("without an expiry", sign_correctly(&without_end)),
        (
            "for another purpose",
            sign_correctly(&with_field(claims(&user), "purpose", "verify_email")),
        ),
        ("without a session", sign_correctly(&self::claims(&user))),
        (
            "of an unknown user",
            sign_correctly(&with_field(claims(&user), "sub", "nobody")),
        ),
        (
            "of another algorithm",
            sign_jwt(&claims(&user), Some(&id), &key, JwtAlgorithm::Hs512),
        ),
        ("of a former release", user.token_without_session(&stack).await),
        (
            "signed with another key",
            sign_jwt(&claims(&user), Some(&id), "another key", JwtAlgorithm::EdDsa),
        ),
        (
            "signed with what functions that read tokens know",
            sign_jwt(
                &claims(&user),
                Some(&id),
                &stack.secret("tokenVerification").await.1,
                JwtAlgorithm::Hs256,
            ),
        ),
        (
            "with an unknown key id",
            sign_jwt(&claims(&user), Some("other"), &key, JwtAlgorithm::EdDsa),
        ),
        (
            "without a key",
            sign_jwt(&claims(&user), None, &key, JwtAlgorithm::EdDsa),
        ),
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
        refuses!(stack, me(&token), 401, "unauthorized", "a token {what}");
    }
}

fn base64_url(text: &str) -> String {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

    URL_SAFE_NO_PAD.encode(text)
}

#[tokio::test]
async fn accepts_tokens_of_a_former_release_where_they_are_accepted() {
    let (stack, user) = Stack::with_user().await;
    let function = FUNCTION.start(&stack, &[stack.former_tokens()]).await;
    let token = user.token_without_session(&stack).await;
    expect!(function.send(&me(&token)), 200);
    user.set_attribute(&stack, "tokenVersion", json!(1)).await;
    expect!(function.send(&me(&token)), 401);
}

/// A secret of a test with the public keys of these versions of the private key.
async fn published(stack: &Stack, name: &str, keys: &[(&str, &str)], is_new: bool) {
    let keys: Vec<_> = keys.iter().map(|(id, key)| published_key(id, key)).collect();
    let (client, value) = (stack.secrets_manager(), json!({"keys": keys}).to_string());
    if is_new {
        let created = client.create_secret().name(name).secret_string(value).send();
        created.await.expect("a secret");
    } else {
        let written = client.put_secret_value().secret_id(name).secret_string(value).send();
        written.await.expect("a version");
    }
}

#[tokio::test]
async fn accepts_access_tokens_of_both_keys_after_a_rotation() {
    let (stack, user) = Stack::with_user().await;
    let session = user.sign_in(&stack).await;
    let claims = with_field(claims(&user), "sid", session.id.as_str());
    let name = format!("test-{}", user.id);
    published(&stack, &name, &[("1", "the first key")], true).await;
    let overrides = [
        ("TOKEN_VERIFICATION_SECRET", name.as_str()),
        ("SECRETS_LOOK_AGAIN_SECONDS", "0"),
    ];
    let function = FUNCTION.start(&stack, &overrides).await;
    let first_token = sign_jwt(&claims, Some("1"), "the first key", JwtAlgorithm::EdDsa);
    expect!(function.send(&me(&first_token)), 200);

    published(&stack, &name, &[("2", "the second key"), ("1", "the first key")], false).await;
    let second_token = sign_jwt(&claims, Some("2"), "the second key", JwtAlgorithm::EdDsa);
    for token in [second_token, first_token] {
        expect!(function.send(&me(&token)), 200);
    }
}

#[tokio::test]
async fn accepts_the_first_token_of_a_new_stack_at_once() {
    let (stack, user) = Stack::with_user().await;
    let session = user.sign_in(&stack).await;
    let claims = with_field(claims(&user), "sid", session.id.as_str());
    let name = format!("test-{}", user.id);
    published(&stack, &name, &[], true).await;
    let overrides = [
        ("TOKEN_VERIFICATION_SECRET", name.as_str()),
        ("SECRETS_LOOK_AGAIN_SECONDS", "3600"),
    ];
    let function = FUNCTION.start(&stack, &overrides).await;
    let token = sign_jwt(&claims, Some("1"), "the first key", JwtAlgorithm::EdDsa);
    expect!(function.send(&me(&token)), 401, "not published yet");
    published(&stack, &name, &[("1", "the first key")], false).await;
    expect!(function.send(&me(&token)), 200);
}

#[tokio::test]
async fn does_not_read_the_secret_again_for_every_unknown_key_id() {
    let (stack, user) = Stack::with_user().await;
    user.sign_in(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let overrides = [
        ("AWS_ENDPOINT_URL", proxy.endpoint()),
        ("SECRETS_LOOK_AGAIN_SECONDS", "3600"),
    ];
    let function = FUNCTION.start(&stack, &overrides).await;
    let unknown_key = sign_jwt(&claims(&user), Some("made-up"), "a key", JwtAlgorithm::EdDsa);
    expect!(function.send(&me(&unknown_key)), 401);
    proxy.clear_requests();
    expect!(function.send(&me(&unknown_key)), 401);
    let requests = proxy.requests();
    assert!(requests.is_empty(), "{requests:?}");
}

#[tokio::test]
async fn a_session_lasts_as_long_as_the_template_says() {
    let (_, _, token) = Stack::with_signed_in_user().await;
    let claims = jwt_claims(&token);
    let seconds = claims["exp"].as_u64().expect("an expiry") - claims["iat"].as_u64().expect("an issue time");
    assert_eq!(seconds, 7 * 24 * 60 * 60);
}

#[tokio::test]
async fn a_higher_token_version_ends_every_session() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    expect!(stack.send(&me(&token)), 200);

    user.set_attribute(&stack, "tokenVersion", json!(1)).await;
    assert_unauthorized(&stack, &me(&token)).await;
    let token = user.access_token(&stack).await;
    expect!(stack.send(&me(&token)), 200);
}

#[tokio::test]
async fn returns_account_blocked_for_every_session_of_a_blocked_user() {
    let (stack, user, token) = Stack::with_signed_in_user().await;

    user.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&me(&token)).await;
    assert_json_snapshot!((response.status, response.body), @r#"
    [
      403,
      {
        "code": "account_blocked",
        "message": "Your account has been blocked. If you think that this is a mistake, write to us.",
        "success": false
      }
    ]
    "#);
}

#[tokio::test]
async fn returns_503_instead_of_401_when_the_previous_key_cannot_be_read() {
    let (stack, user) = Stack::with_user().await;
    let session = user.sign_in(&stack).await;
    let claims = with_field(claims(&user), "sid", session.id.as_str());
    let name = format!("test-{}", user.id);
    published(&stack, &name, &[("1", "the first key")], true).await;
    published(&stack, &name, &[("2", "the second key")], false).await;
    let first_token = sign_jwt(&claims, Some("1"), "the first key", JwtAlgorithm::EdDsa);

    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("secretsmanager GetSecretValue AWSPREVIOUS");
    proxy.inject_fault(target, Fault::ServerError, true);
    let overrides = [
        ("TOKEN_VERIFICATION_SECRET", name.as_str()),
        ("AWS_ENDPOINT_URL", proxy.endpoint()),
    ];
    let function = FUNCTION.start(&stack, &overrides).await;
    expect!(function.send(&me(&first_token)), 503);
    proxy.clear_fault();
    expect!(function.send(&me(&first_token)), 200);
}
