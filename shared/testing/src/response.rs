//! The response to a test request.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use serde_json::{Value, json};

use crate::TestRequest;

/// The headers that are part of the contract. The gateway adds others, some of which change from run to run.
const CONTRACT_HEADERS: [&str; 7] = [
    "cache-control",
    "content-disposition",
    "content-language",
    "content-type",
    "etag",
    "set-cookie",
    "vary",
];

/// Status, contract headers and body, as a snapshot holds them.
#[derive(Debug, Clone, Serialize)]
pub struct TestResponse {
    pub status: u16,
    /// The headers of the contract, by lower-case name. Several of one name are separated by line breaks.
    pub headers: BTreeMap<String, String>,
    /// The body: parsed, if it is JSON; null when it is empty.
    pub body: Value,
    /// The header `Retry-After`, in seconds. Snapshots do not contain it, because it changes from run to run.
    #[serde(skip)]
    pub retry_after: Option<u64>,
    /// The field `requestId` of a server error, which is taken out of the body: it changes from request to request.
    #[serde(skip)]
    pub request_id: Option<String>,
    /// The request, for the message of a test that fails.
    #[serde(skip)]
    request: Sent,
}

/// Compares as equal in the debug output of two responses.
#[derive(Clone, Default)]
struct Sent(String);

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Awaits a response, and fails the test unless it has a status, or a status and an error code. Returns the response. A message after these
/// names the case.
///
/// ```ignore
/// let saved = expect!(stack.send(&request), 200);
/// expect!(stack.send(&request), (409, "conflict"), "the second time");
/// ```
#[macro_export]
macro_rules! expect {
    ($response:expr, $expected:expr $(,)?) => {
        $crate::expect!($response, $expected, "")
    };
    ($response:expr, $expected:expr, $($case:tt)+) => {{
        let response = $response.await;
        response.check(&$expected, format_args!($($case)+));
        response
    }};
}

/// Sends a request, and fails the test unless it is refused with this status and error code. Returns the response.
///
/// ```ignore
/// refuses!(stack, user.login_request_with("Wrong horse 1"), 401, "incorrect_credentials");
/// ```
#[macro_export]
macro_rules! refuses {
    ($sender:expr, $request:expr, $status:expr, $code:expr $(, $($case:tt)+)?) => {
        $crate::expect!($sender.send(&$request), ($status, $code) $(, $($case)+)?)
    };
}

/// What [`expect!`] expects: a status, or a status and an error code.
pub trait Expected: fmt::Debug {
    fn is_of(&self, response: &TestResponse) -> bool;
}

impl Expected for u16 {
    fn is_of(&self, response: &TestResponse) -> bool {
        response.status == *self
    }
}

impl Expected for (u16, &str) {
    fn is_of(&self, response: &TestResponse) -> bool {
        response.status_and_code() == *self
    }
}

impl TestResponse {
    pub(crate) fn new<'a>(status: u16, headers: impl Iterator<Item = (&'a str, &'a str)>, body: &str) -> Self {
        let mut by_name: BTreeMap<String, String> = BTreeMap::new();
        let mut retry_after = None;
        for (name, value) in headers {
            let name = name.to_lowercase();
            if name == "retry-after" {
                retry_after = value.parse().ok();
            }
            if CONTRACT_HEADERS.contains(&name.as_str()) {
                // A response can set several cookies.
                let values = by_name.entry(name).or_default();
                if !values.is_empty() {
                    values.push('\n');
                }
                values.push_str(value);
            }
        }
        let is_text = by_name
            .get("content-type")
            .is_some_and(|media_type| media_type.starts_with("text/"));
        let mut body = if body.is_empty() {
            Value::Null
        } else if is_text {
            body.into()
        } else {
            serde_json::from_str(body).unwrap_or_else(|error| panic!("the body is not JSON ({error}): {body}"))
        };
        let request_id = body.as_object_mut().and_then(|fields| fields.remove("requestId"));
        Self {
            status,
            headers: by_name,
            body,
            retry_after,
            request_id: request_id.as_ref().and_then(Value::as_str).map(str::to_owned),
            request: Sent::default(),
        }
    }

    pub(crate) fn to(mut self, request: &TestRequest) -> Self {
        self.request = Sent(request.to_string());
        self
    }

    /// See [`expect!`].
    #[track_caller]
    pub fn check(&self, expected: &impl Expected, case: fmt::Arguments<'_>) {
        let request = &self.request.0;
        assert!(
            expected.is_of(self),
            "{case}\n{request}\nexpected: {expected:?}\n{self:#?}"
        );
    }

    /// The result of a job: null, or Lambda's description of an error.
    pub(crate) fn of_job(result: &Value) -> Self {
        let status = match result["errorMessage"].as_str() {
            None => 200,
            Some("service_unavailable") => 503,
            Some(_) => 500,
        };
        Self {
            status,
            headers: BTreeMap::new(),
            retry_after: None,
            request_id: None,
            request: Sent::default(),
            body: json!({"code": result["errorMessage"]}),
        }
    }

    /// The status and the error code, which is empty for a success.
    #[must_use]
    pub fn status_and_code(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }

    #[must_use]
    pub fn data(&self) -> &Value {
        &self.body["data"]
    }

    /// Some courses of a list, as the profile of a teacher has them: without the facts that only the list has.
    #[must_use]
    pub fn taught(&self, positions: &[usize]) -> Value {
        let fields = ["_id", "name", "description", "type", "enrollmentCount"];
        let of_profile = |&position: &usize| {
            let course = &self.data()[position];
            fields
                .into_iter()
                .map(|field| (field.to_owned(), course[field].clone()))
                .collect::<Value>()
        };
        positions.iter().map(of_profile).collect()
    }

    /// A header of the contract. Fails the test when it is missing.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .unwrap_or_else(|| panic!("there is no {name} in {self:?}"))
    }

    /// The `Set-Cookie` header of a cookie. Fails the test when the response does not set it.
    #[must_use]
    pub fn set_cookie(&self, name: &str) -> &str {
        let mut all = self.header("set-cookie").lines();
        all.find(|cookie| cookie.split_once('=').is_some_and(|(set, _)| set == name))
            .unwrap_or_else(|| panic!("{self:?} does not set {name}"))
    }

    /// Fails the test when the body contains the cause of an internal error.
    pub(crate) fn assert_hides_cause(&self, cause: &str) {
        assert!(
            !self.body.to_string().contains(cause),
            "the response contains the text of an internal error: {self:?}"
        );
    }
}

/// Fails the test unless an object has these fields, and their objects have these.
#[track_caller]
pub fn assert_contains(actual: &Value, expected: &Value) {
    assert!(contains(actual, expected), "{actual:#} does not contain {expected:#}");
}

fn contains(actual: &Value, expected: &Value) -> bool {
    match expected {
        Value::Object(fields) => fields.iter().all(|(name, value)| contains(&actual[name], value)),
        value => actual == value,
    }
}
