//! Answers: the envelope around data and errors, and the headers that say who may keep a copy.

use std::{collections::BTreeMap, time::Duration};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cookie::Cookie;
use domain::{ChunkIndex, Language};
use lambda_http::{
    Body, Response,
    http::{HeaderName, HeaderValue, StatusCode, header},
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{ApiError, ApiRequest, ApiResult, ErrorCode, Message};

/// How long the CDN and browsers may use a copy that is too old, while they fetch a new one.
const STALE_WHILE_REVALIDATE: Duration = Duration::from_mins(1);
/// How long the CDN may serve an old copy while the API is down.
const STALE_IF_ERROR: Duration = Duration::from_hours(24);

/// A complete answer. Made by one of the constructors, which set the headers that belong to its kind.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Vec<u8>,
}

#[derive(Serialize)]
struct Success<T> {
    success: bool,
    #[serde(flatten)]
    rest: T,
}

/// What most answers carry.
#[derive(Debug, Serialize)]
pub struct Data<T> {
    /// The data.
    pub data: T,
}

#[derive(Serialize)]
struct Said {
    message: &'static str,
}

#[derive(Serialize)]
struct Failure<'a> {
    success: bool,
    code: &'static str,
    message: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    errors: BTreeMap<&'static str, &'static str>,
    #[serde(skip_serializing_if = "<[ChunkIndex]>::is_empty")]
    missing: &'a [ChunkIndex],
}

/// How an answer without personal data may be kept by browsers and the CDN.
#[derive(Debug, Clone, Copy)]
pub struct PublicCopy {
    /// How long a copy is good without asking again.
    pub max_age: Duration,
    /// Whether the data is in the language of the request. One copy serves everybody where it is not.
    pub in_language: bool,
}

impl Answer {
    /// Public data, with a lifetime and an `ETag`; 304 without a body when the client's copy is current.
    ///
    /// # Errors
    /// `internal_error` when `data` cannot be written as JSON.
    pub fn public(request: &ApiRequest, data: impl Serialize, copy: PublicCopy) -> ApiResult<Self> {
        let body = to_json(&Success {
            success: true,
            rest: Data { data },
        })?;
        let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(Sha256::digest(&body)));
        let current = request
            .header(header::IF_NONE_MATCH)
            .is_some_and(|known| names_tag(known, &etag));

        let mut answer = Self {
            status: StatusCode::OK,
            headers: Vec::new(),
            body,
        };
        if current {
            answer.status = StatusCode::NOT_MODIFIED;
            answer.body.clear();
        }
        answer.set(
            header::CACHE_CONTROL,
            &format!(
                "public, max-age={}, stale-while-revalidate={}, stale-if-error={}",
                copy.max_age.as_secs(),
                STALE_WHILE_REVALIDATE.as_secs(),
                STALE_IF_ERROR.as_secs(),
            ),
        );
        answer.set(header::ETAG, &etag);
        if copy.in_language {
            answer.set(header::CONTENT_LANGUAGE, request.language().code());
            if request.named_language().is_none() {
                answer.set(header::VARY, "Accept-Language");
            }
        }
        Ok(answer)
    }

    /// Something for one person alone: nobody keeps a copy.
    ///
    /// # Errors
    /// `internal_error` when it cannot be written as JSON.
    pub fn private(request: &ApiRequest, status: StatusCode, rest: impl Serialize) -> ApiResult<Self> {
        let body = to_json(&Success { success: true, rest })?;
        let mut answer = Self {
            status,
            headers: Vec::new(),
            body,
        };
        answer.set(header::CACHE_CONTROL, "no-store");
        answer.set(header::CONTENT_LANGUAGE, request.language().code());
        Ok(answer)
    }

    /// A sentence that says what was done.
    ///
    /// # Errors
    /// As [`Self::private`].
    pub fn message(request: &ApiRequest, message: Message) -> ApiResult<Self> {
        Self::private(
            request,
            StatusCode::OK,
            Said {
                message: message.text(request.language()),
            },
        )
    }

    /// With the version of what it carries, which a later change can name in `If-Match`.
    #[must_use]
    pub fn with_etag(mut self, etag: &str) -> Self {
        self.set(header::ETAG, etag);
        self
    }

    /// With a cookie for the browser to keep.
    #[must_use]
    pub fn with_cookie(mut self, cookie: &Cookie) -> Self {
        self.set(header::SET_COOKIE, &cookie.to_string());
        self
    }

    /// What a failed request is told. Nobody keeps a copy.
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
        };
        let mut answer = Self {
            status: error.status(),
            headers: Vec::new(),
            // Two strings and a boolean can always be written.
            body: serde_json::to_vec(&failure).unwrap_or_default(),
        };
        answer.set(header::CACHE_CONTROL, "no-store");
        answer.set(header::CONTENT_LANGUAGE, language.code());
        answer
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// The answer as the runtime takes it.
    pub(crate) fn into_response(self) -> Response<Body> {
        // JSON is UTF-8. As text it reaches the gateway as it is; bytes would travel as base64.
        let body = String::from_utf8(self.body).map_or(Body::Empty, |text| {
            if text.is_empty() { Body::Empty } else { Body::Text(text) }
        });
        let has_body = !matches!(body, Body::Empty);
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        response.headers_mut().extend(self.headers);
        if has_body {
            response.headers_mut().insert(
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/json; charset=utf-8"),
            );
        }
        response
    }

    /// Values are our own ASCII; one that is not would be left out.
    fn set(&mut self, name: HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
    }
}

fn to_json(value: &impl Serialize) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))
}

/// `If-None-Match` and `If-Match` are lists of tags, or `*`. Weakness does not count: the first is compared so (RFC 9110 §13.1.2),
/// and in the second it means that a CDN has compressed the answer that the tag came with.
pub(super) fn names_tag(list: &str, etag: &str) -> bool {
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
    fn if_none_match_is_a_list_compared_weakly() {
        assert!(names_tag("\"a\"", "\"a\""));
        assert!(names_tag("\"x\", W/\"a\"", "\"a\""));
        assert!(names_tag(" * ", "\"a\""));
        assert!(!names_tag("\"b\"", "\"a\""));
        assert!(!names_tag("a", "\"a\""));
        assert!(!names_tag("", "\"a\""));
    }
}
