//! What the unit tests need: users, requests, and secrets whose values are known, so that nothing is read from AWS.

use api::ApiRequest;
use lambda_http::{Body, http::HeaderMap};
use serde_json::{Map, Value};
use store::users::User;

use crate::{
    secrets::{RotatedSecret, SecretVersion},
    token_keys::{PrivateKey, PublicKeys},
    tokens::{TokenIssuer, Tokens},
};

/// The id that repeats a hexadecimal digit.
pub(crate) fn id(digit: char) -> String {
    digit.to_string().repeat(32)
}

/// The user of the sample, who has token version 3, with these attributes besides the required ones.
pub(crate) fn user(attributes: Value) -> User {
    let mut item: Map<String, Value> = serde_json::from_str(include_str!("../../store/src/users/sample.json")).unwrap();
    let Value::Object(attributes) = attributes else {
        panic!("attributes are an object");
    };
    item.extend(attributes);
    serde_json::from_value(item.into()).unwrap()
}

/// Tokens that are signed with a known key.
pub(crate) fn tokens() -> TokenIssuer {
    let key = SecretVersion {
        id: "1".to_owned(),
        secret: b"a key".to_vec(),
    };
    issuer(key, None)
}

/// An issuer of tokens with these versions of the private key, whose public keys are published.
pub(crate) fn issuer(current: SecretVersion, previous: Option<SecretVersion>) -> TokenIssuer {
    let key = |version: &SecretVersion| PrivateKey::of(version).unwrap();
    let keys = PublicKeys::new(&key(&current), previous.as_ref().map(key).as_ref());
    let published = SecretVersion {
        id: "published".to_owned(),
        secret: serde_json::to_vec(&keys).unwrap(),
    };
    let tokens = Tokens::new(RotatedSecret::known(published, None), None);
    TokenIssuer::new(tokens, RotatedSecret::known(current, previous))
}

pub(crate) fn request(headers: &[(&'static str, &str)]) -> ApiRequest {
    let mut request = lambda_http::Request::new(Body::Empty);
    let headers = headers
        .iter()
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
    *request.headers_mut() = headers.collect::<HeaderMap>();
    ApiRequest::new(request)
}

pub(crate) fn request_with(cookie: &cookie::Cookie<'_>) -> ApiRequest {
    request(&[("cookie", &cookie.stripped().to_string())])
}
