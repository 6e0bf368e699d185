//! Bodies and headers of requests.

use api::{ApiRequest, ApiResult, Form};
use domain::LegalVersions;
use futures_util::FutureExt;
use lambda_http::{
    Body, Request,
    http::header::{self, HeaderName, HeaderValue},
};
use serde::Deserialize;

use crate::claims::{TokenPurpose, VerifyingKey, read_signed};

/// A key of a former release.
const KEY: &[u8] = b"the key of the fuzz target of tokens";
/// A public key, whose private key nobody has kept.
const PUBLIC_KEY: [u8; 32] = [
    0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1, 0x72,
    0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
];
/// Signed with the key of a former release.
const TOKEN: &str = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiIsImtpZCI6ImtleSJ9.eyJzdWIiOiIwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZiIsImlhdCI6MCwiZXhwIjo0MTAyNDQ0ODAwLCJ2ZXIiOjAsInB1cnBvc2UiOiJzZXNzaW9uIn0.yh79D8-0pOES0nAnDZpPglfZkRNk7b6aoGTX543JVZY";

/// A form. The first line is its `Content-Type`.
pub(crate) fn multipart(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (content_type, body) = bytes.split_at(end);
    let body = Body::from(body.get(1..).unwrap_or_default());
    let Some(request) = request(header::CONTENT_TYPE, content_type, body) else {
        return;
    };
    let form = request.multipart_form().now_or_never();
    form.expect("the whole body is there").ok();
    let file = request.form_file("document").now_or_never();
    file.expect("the whole body is there").ok();
}

/// Every kind of field that forms have.
#[derive(Deserialize)]
struct Payload {
    fullname: Option<String>,
    name: Option<String>,
    message: Option<String>,
    run: Option<String>,
    email: Option<String>,
    password: Option<String>,
    phone1: Option<String>,
    phone2: Option<String>,
    address: Option<String>,
    birthdate: Option<String>,
    country: Option<String>,
    image: Option<String>,
    consent: Option<LegalVersions>,
}

pub(crate) fn json(bytes: &[u8]) {
    let request = ApiRequest::new(Request::new(Body::from(bytes)));
    request.json().and_then(parse).ok();
}

fn parse(payload: Payload) -> ApiResult<()> {
    let mut form = Form::default();
    let fullname = form.fullname(payload.fullname);
    let email = form.email(payload.email);
    if let (Some(password), Some(fullname), Some(email)) = (form.new_password(payload.password), fullname, email) {
        form.impersonal("password", password, &fullname, &email);
    }
    form.passkey_name(payload.name);
    form.place_request_message(payload.message);
    form.run(payload.run);
    form.phone1(payload.phone1);
    form.phone2(payload.phone2);
    form.address(payload.address);
    form.birthdate(payload.birthdate);
    form.country(payload.country);
    form.file("image", payload.image);
    payload.consent.and_then(|versions| form.consent(versions));
    form.finish(Some(()))
}

/// A bearer token. No other than the one that was issued is accepted.
pub(crate) fn token(bytes: &[u8]) {
    let value = [b"Bearer ", bytes].concat();
    let Some(request) = request(header::AUTHORIZATION, &value, Body::Empty) else {
        return;
    };
    let Some(token) = request.bearer_token() else { return };
    let claims = read_signed(token, TokenPurpose::Access, VerifyingKey::Former(KEY));
    assert!(claims.is_err() || token == TOKEN, "a forged token: {token}");
    let claims = read_signed(token, TokenPurpose::Access, VerifyingKey::Public(&PUBLIC_KEY));
    assert!(claims.is_err(), "a forged token: {token}");
}

/// A request with this header. None when the gateway would refuse the header.
fn request(name: HeaderName, value: &[u8], body: Body) -> Option<ApiRequest> {
    let mut request = Request::new(body);
    request.headers_mut().insert(name, HeaderValue::from_bytes(value).ok()?);
    Some(ApiRequest::new(request))
}
