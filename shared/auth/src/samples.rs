//! What the unit tests need: users, requests, and secrets whose values are known, so that nothing is read from AWS.

use api::ApiRequest;
use lambda_http::{Body, http::HeaderMap};
use serde_json::{Map, Value};
use store::users::User;

use crate::{
    secrets::{RotatedSecret, SecretVersion},
    tokens::Tokens,
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
pub(crate) fn tokens() -> Tokens {
    let key = SecretVersion {
        id: "1".to_owned(),
        secret: b"a key".to_vec(),
    };
    Tokens::new(RotatedSecret::known(key, None))
}

/// A request with these headers.
pub(crate) fn request(headers: &[(&'static str, &str)]) -> ApiRequest {
    let mut request = lambda_http::Request::new(Body::Empty);
    let headers = headers
        .iter()
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
    *request.headers_mut() = headers.collect::<HeaderMap>();
    ApiRequest::new(request)
}

/// A request with that cookie.
pub(crate) fn request_with(cookie: &cookie::Cookie<'_>) -> ApiRequest {
    request(&[("cookie", &cookie.stripped().to_string())])
}
