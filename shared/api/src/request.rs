//! Requests.

use std::{ops::RangeInclusive, str::FromStr};

use cookie::Cookie;
use domain::Language;
use lambda_http::{
    Request, RequestExt,
    http::{header, uri::PathAndQuery},
    request::RequestContext,
};
use platform::causes;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{ApiError, ApiResult, ErrorCode, event::INVALID_HEADERS, response::contains_etag};

/// The maximum size of a JSON body. The longest profile in Arabic has a tenth of it.
const MAX_JSON_BYTES: usize = 64 * 1024;

const IDEMPOTENCY_KEY: header::HeaderName = header::HeaderName::from_static("idempotency-key");
const IDEMPOTENCY_KEY_LENGTHS: RangeInclusive<usize> = 16..=255;

#[derive(Debug)]
pub struct ApiRequest {
    inner: Request,
    language: Language,
}

impl ApiRequest {
    /// The request that the Lambda runtime received.
    pub fn new(inner: Request) -> Self {
        let parameters = inner.query_string_parameters_ref();
        let code = parameters.and_then(|all| all.first("lang"));
        let language = match code {
            Some(code) => Language::from_tag(code),
            None => header_of(&inner, header::ACCEPT_LANGUAGE).map(Language::negotiate),
        };
        Self {
            language: language.unwrap_or_default(),
            inner,
        }
    }

    /// The language of names, descriptions and messages: `?lang=`, else `Accept-Language`, else English (contract,
    /// "Conventions").
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Whether `lang` is missing, so that the header `Accept-Language` decides.
    pub(crate) fn is_language_negotiated(&self) -> bool {
        self.query("lang").is_none()
    }

    /// A query parameter, decoded. Of a repeated parameter, the first.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.inner.query_string_parameters_ref()?.first(name)
    }

    /// The body as a JSON object.
    ///
    /// # Errors
    /// `request_too_large` over 64 KiB; `malformed_request` when it is not UTF-8, not a JSON object, or has values of other
    /// types.
    pub fn json<T: DeserializeOwned>(&self) -> ApiResult<T> {
        let body = self.body();
        if body.len() > MAX_JSON_BYTES {
            return Err(ErrorCode::RequestTooLarge.into());
        }
        // Parsed as an object first, because serde would also accept an array for a struct.
        serde_json::from_slice::<Map<String, Value>>(body)
            .and_then(|fields| T::deserialize(Value::Object(fields)))
            .map_err(|error| ApiError::caused_by(ErrorCode::MalformedRequest, causes::of_json(&error)))
    }

    pub(super) fn body(&self) -> &[u8] {
        self.inner.body().as_ref()
    }

    /// A parameter of the path, decoded, such as `id` in `/users/{id}`.
    pub fn path_parameter(&self, name: &str) -> Option<&str> {
        self.inner.path_parameters_ref()?.first(name)
    }

    /// An id in the path, as [`Self::path_parameter`]. None when it does not have the form of one, so that nothing has it.
    pub fn path_id<T: FromStr>(&self, name: &str) -> Option<T> {
        self.path_parameter(name)?.parse().ok()
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        // Each cookie is parsed alone, so that one of another site that is not ASCII does not hide the others.
        let pairs = self
            .inner
            .headers()
            .get(header::COOKIE)?
            .as_bytes()
            .split(|byte| *byte == b';');
        let cookies = pairs.filter_map(|pair| Cookie::parse(str::from_utf8(pair).ok()?).ok());
        cookies.into_iter().find(|cookie| cookie.name() == name)?.value_raw()
    }

    /// Whether `If-Match` contains that `ETag`. None without the header.
    pub fn if_match(&self, etag: &str) -> Option<bool> {
        Some(contains_etag(self.header(header::IF_MATCH)?, etag))
    }

    pub fn bearer_token(&self) -> Option<&str> {
        let (scheme, token) = self.header(header::AUTHORIZATION)?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    }

    /// The random value that a client sends with a request and its repetitions. None when it is missing, or so short that it could be
    /// guessed.
    pub fn idempotency_key(&self) -> Option<&str> {
        let key = self.header(IDEMPOTENCY_KEY)?;
        IDEMPOTENCY_KEY_LENGTHS.contains(&key.len()).then_some(key)
    }

    /// What a request and its repetitions have in common: method, path with query, access token and body.
    pub fn identity(&self) -> Vec<u8> {
        let token = self.bearer_token().unwrap_or_default();
        // The same API has several hosts.
        let path = self.inner.uri().path_and_query().map_or("", PathAndQuery::as_str);
        let head = format!("{} {path} {token}\0", self.inner.method());
        [head.as_bytes(), self.body()].concat()
    }

    /// The IP address from which the gateway got the request: that of the client, or of the CDN.
    pub fn source_ip(&self) -> Option<&str> {
        match self.inner.request_context_ref()? {
            RequestContext::ApiGatewayV2(context) => context.http.source_ip.as_deref(),
            _ => None,
        }
    }

    /// The value of a header, if it is ASCII.
    pub fn header(&self, name: header::HeaderName) -> Option<&str> {
        header_of(&self.inner, name)
    }

    /// Whether the client has sent headers that no request may have.
    pub(crate) fn had_invalid_headers(&self) -> bool {
        self.inner.headers().contains_key(INVALID_HEADERS)
    }
}

fn header_of(request: &Request, name: header::HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}
