//! Responses: the envelope around data and errors, and the headers for caches.

use std::{collections::BTreeMap, time::Duration};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::{Language, PartIndex};
use lambda_http::{
    Body, Response,
    http::{HeaderName, HeaderValue, StatusCode, header},
};
use platform::correlation;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{ApiError, ApiRequest, ApiResult, ErrorCode, Message};

/// How long the CDN and browsers may use a stale response while they fetch a new one.
const STALE_WHILE_REVALIDATE: Duration = Duration::from_mins(1);
/// How long the CDN may serve a stale response while the API is down.
const STALE_IF_ERROR: Duration = Duration::from_hours(24);

/// A complete response. Its constructors set the headers of its kind.
#[derive(Debug)]
pub struct ApiResponse {
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Vec<u8>,
}

/// A response that is stored, for a repetition of its request.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredResponse {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

#[derive(Serialize)]
struct Success<T> {
    success: bool,
    #[serde(flatten)]
    rest: T,
}

#[derive(Debug, Serialize)]
pub struct Data<T> {
    pub data: T,
}

#[derive(Serialize)]
struct MessageBody {
    message: &'static str,
}

#[derive(Serialize)]
struct Failure<'a> {
    success: bool,
    code: &'static str,
    message: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    errors: BTreeMap<&'static str, &'static str>,
    #[serde(skip_serializing_if = "<[PartIndex]>::is_empty")]
    missing: &'a [PartIndex],
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<&'a serde_json::Value>,
    /// By which operators find the cause. Only for server errors: of others, the response says what is wrong.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

/// How caches may store a response without personal data.
#[derive(Debug, Clone, Copy)]
pub struct CachePolicy {
    /// How long a cache may use the response.
    pub max_age: Duration,
    /// Whether the data is in the language of the request. If not, one response serves all languages.
    pub is_translated: bool,
}

/// A file of text. The name is ASCII without quotes.
#[derive(Debug)]
pub struct File<'a> {
    pub name: &'a str,
    pub media_type: &'a str,
    pub content: String,
}

impl ApiResponse {
    /// Public data, with a lifetime and an `ETag`. 304 without a body when the client has the current version.
    pub fn public(request: &ApiRequest, data: impl Serialize, cache: CachePolicy) -> ApiResult<Self> {
        Ok(Self::of_public(request, public_body(data)?, cache))
    }

    /// A public file that a browser saves under that name, with a lifetime and an `ETag`, as [`Self::public`].
    pub fn public_file(request: &ApiRequest, file: File<'_>, cache: CachePolicy) -> Self {
        let mut response = Self::of_public(request, file.content.into_bytes(), cache);
        response.set(header::CONTENT_TYPE, file.media_type);
        response.set(
            header::CONTENT_DISPOSITION,
            &format!("attachment; filename=\"{}\"", file.name),
        );
        response
    }

    fn of_public(request: &ApiRequest, body: Vec<u8>, cache: CachePolicy) -> Self {
        let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(Sha256::digest(&body)));
        let is_current = request
            .header(header::IF_NONE_MATCH)
            .is_some_and(|known| contains_etag(known, &etag));

        let mut response = Self {
            status: StatusCode::OK,
            headers: Vec::new(),
            body,
        };
        if is_current {
            response.status = StatusCode::NOT_MODIFIED;
            response.body.clear();
        }
        response.set(
            header::CACHE_CONTROL,
            &format!(
                "public, max-age={}, stale-while-revalidate={}, stale-if-error={}",
                cache.max_age.as_secs(),
                STALE_WHILE_REVALIDATE.as_secs(),
                STALE_IF_ERROR.as_secs(),
            ),
        );
        response.set(header::ETAG, &etag);
        if cache.is_translated {
            response.set(header::CONTENT_LANGUAGE, request.language().code());
            if request.is_language_negotiated() {
                response.set(header::VARY, "Accept-Language");
            }
        }
        response
    }

    /// Data for one user, which no cache may store.
    pub fn private(request: &ApiRequest, status: StatusCode, rest: impl Serialize) -> ApiResult<Self> {
        let body = to_json(&Success { success: true, rest })?;
        let mut response = Self {
            status,
            headers: Vec::new(),
            body,
        };
        response.set(header::CACHE_CONTROL, "no-store");
        response.set(header::CONTENT_LANGUAGE, request.language().code());
        Ok(response)
    }

    pub fn message(request: &ApiRequest, message: Message) -> ApiResult<Self> {
        Self::private(
            request,
            StatusCode::OK,
            MessageBody {
                message: message.text(request.language()),
            },
        )
    }

    /// With the version of the data, for `If-Match` in a later request.
    #[must_use]
    pub fn with_etag(mut self, etag: &str) -> Self {
        self.set(header::ETAG, etag);
        self
    }

    #[must_use]
    pub fn with_cookie(mut self, cookie: &Cookie) -> Self {
        self.set(header::SET_COOKIE, &cookie.to_string());
        self
    }

    /// The response to store. None when it is not text.
    pub fn stored(&self) -> Option<StoredResponse> {
        let headers = self.headers.iter().map(|(name, value)| {
            let value = value.to_str().ok()?;
            Some((name.to_string(), value.to_owned()))
        });
        Some(StoredResponse {
            status: self.status.as_u16(),
            headers: headers.collect::<Option<_>>()?,
            body: String::from_utf8(self.body.clone()).ok()?,
        })
    }

    pub fn of_stored(stored: StoredResponse) -> Option<Self> {
        let headers = stored
            .headers
            .iter()
            .map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?)));
        Some(Self {
            status: StatusCode::from_u16(stored.status).ok()?,
            headers: headers.collect::<Option<_>>()?,
            body: stored.body.into_bytes(),
        })
    }

    /// The response to a failed request, which no cache may store.
    pub(crate) fn failure(error: &ApiError, language: Language) -> Self {
        let code = error.code();
        let failure = Failure {
            success: false,
            code: code.as_str(),
            message: code.message(language),
            errors: error
                .fields()
                .iter()
                .rev()
                .map(|(field, code)| (*field, code.as_str()))
                .collect(),
            missing: error.missing(),
            challenge: error.challenge(),
            request_id: error.status().is_server_error().then(correlation::current).flatten(),
        };
        let mut response = Self {
            status: error.status(),
            headers: Vec::new(),
            // Strings, numbers and a boolean can always be serialized.
            body: serde_json::to_vec(&failure).unwrap_or_default(),
        };
        response.set(header::CACHE_CONTROL, "no-store");
        response.set(header::CONTENT_LANGUAGE, language.code());
        if let Some(seconds) = error.retry_after() {
            response.set(header::RETRY_AFTER, &seconds.to_string());
        }
        response
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn into_response(self) -> Response<Body> {
        // JSON is UTF-8. The runtime would send bytes to the gateway as base64.
        let body = String::from_utf8(self.body).map_or(Body::Empty, |text| {
            if text.is_empty() { Body::Empty } else { Body::Text(text) }
        });
        let has_body = !matches!(body, Body::Empty);
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        response.headers_mut().extend(self.headers);
        if has_body {
            let content_type = response.headers_mut().entry(header::CONTENT_TYPE);
            content_type.or_insert(HeaderValue::from_static("application/json; charset=utf-8"));
        }
        response
    }

    /// A value that is not valid in a header is left out. All values are ASCII of our own.
    fn set(&mut self, name: HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
    }
}

/// The body of a response with public data ([`ApiResponse::public`]).
pub fn public_body(data: impl Serialize) -> ApiResult<Vec<u8>> {
    to_json(&Success {
        success: true,
        rest: Data { data },
    })
}

fn to_json(value: &impl Serialize) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}

/// Whether a list of `ETag`s, or `*`, contains an `ETag`. Weak ones count: RFC 9110 §13.1.2 requires that for `If-None-Match`, and in
/// `If-Match` it means that a CDN has compressed the response.
pub(super) fn contains_etag(list: &str, etag: &str) -> bool {
    list.trim() == "*"
        || list
            .split(',')
            .map(str::trim)
            .any(|tag| tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn etags_in_a_list_are_compared_weakly() {
        assert!(contains_etag("\"a\"", "\"a\""));
        assert!(contains_etag("\"x\", W/\"a\"", "\"a\""));
        assert!(contains_etag(" * ", "\"a\""));
        assert!(!contains_etag("\"b\"", "\"a\""));
        assert!(!contains_etag("a", "\"a\""));
        assert!(!contains_etag("", "\"a\""));
    }
}
