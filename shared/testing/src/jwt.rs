//! Tokens as tests sign and read them, without the crates that the functions use.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Sha256, Sha512};

use crate::Stack;

#[derive(Debug, Clone, Copy)]
pub enum JwtAlgorithm {
    Hs256,
    Hs512,
    /// Ed25519, with the private key that functions derive from the secret.
    EdDsa,
}

/// A JWT with these claims. `key_id` is the `kid` of its header.
#[must_use]
pub fn sign_jwt(claims: &Value, key_id: Option<&str>, key: &str, algorithm: JwtAlgorithm) -> String {
    let name = match algorithm {
        JwtAlgorithm::Hs256 => "HS256",
        JwtAlgorithm::Hs512 => "HS512",
        JwtAlgorithm::EdDsa => "EdDSA",
    };
    let mut header = json!({"typ": "JWT", "alg": name});
    if let Some(id) = key_id {
        header["kid"] = id.into();
    }
    let [header, claims] = [&header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    let message = format!("{header}.{claims}");
    let signature = match algorithm {
        JwtAlgorithm::Hs256 => mac::<Hmac<Sha256>>(key, &message),
        JwtAlgorithm::Hs512 => mac::<Hmac<Sha512>>(key, &message),
        JwtAlgorithm::EdDsa => URL_SAFE_NO_PAD.encode(key_pair(key).sign(message.as_bytes())),
    };
    format!("{message}.{signature}")
}

/// The public key of a version of the secret, as functions publish it.
#[must_use]
pub fn published_key(id: &str, secret: &str) -> Value {
    json!({"id": id, "x": URL_SAFE_NO_PAD.encode(key_pair(secret).public_key())})
}

fn key_pair(secret: &str) -> Ed25519KeyPair {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    let seed = mac.chain_update(b"token signing key").finalize().into_bytes();
    Ed25519KeyPair::from_seed_unchecked(&seed).expect("32 bytes")
}

/// The claims of a JWT. Its signature is not verified.
#[must_use]
pub fn jwt_claims(token: &str) -> Value {
    let claims = token.split('.').nth(1).expect("a token has three parts");
    let claims = URL_SAFE_NO_PAD.decode(claims).expect("claims in Base64");
    serde_json::from_slice(&claims).expect("claims in JSON")
}

fn mac<M: Mac + KeyInit>(key: &str, message: &str) -> String {
    let mac = <M as KeyInit>::new_from_slice(key.as_bytes()).expect("HMAC takes keys of any length");
    URL_SAFE_NO_PAD.encode(mac.chain_update(message).finalize().into_bytes())
}

/// The token in the reminders to a user.
pub async fn reminder_token(stack: &Stack, user_id: &str) -> String {
    let (_, pepper) = stack.secret("pepper").await;
    let mac = mac::<Hmac<Sha256>>(&pepper, &format!("reminders\0{user_id}"));
    format!("{user_id}.{mac}")
}
