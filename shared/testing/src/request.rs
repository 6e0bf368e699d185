//! A request that a test sends, through the gateway or to a single function.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use altcha::{Challenge, SolveChallengeOptions};
use base64::{Engine, engine::general_purpose::STANDARD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::{Stack, TestResponse, openapi};

/// Stands for the origin secret until a request is sent.
const ORIGIN_SECRET: &str = "[the origin secret]";
/// The delimiter between the fields of a multipart form.
const BOUNDARY: &str = "----FormBoundaryOfTheTests";

#[derive(Debug, Clone)]
pub struct TestRequest {
    method: &'static str,
    path: String,
    query: Vec<(String, String)>,
    headers: BTreeMap<String, String>,
    body: Option<Vec<u8>>,
    /// The event of an asynchronous invocation, which is no request of the gateway.
    job_event: Option<Value>,
}

impl TestRequest {
    #[must_use]
    pub fn get(path: &str) -> Self {
        Self::new("GET", path)
    }

    #[must_use]
    pub fn post(path: &str) -> Self {
        Self::new("POST", path)
    }

    #[must_use]
    pub fn put(path: &str) -> Self {
        Self::new("PUT", path)
    }

    #[must_use]
    pub fn delete(path: &str) -> Self {
        Self::new("DELETE", path)
    }

    /// An asynchronous invocation of a function that does a job ([`crate::Function::send`]).
    #[must_use]
    pub fn job(event: &Value) -> Self {
        Self {
            job_event: Some(event.clone()),
            ..Self::new("EVENT", "/")
        }
    }

    /// The event of a schedule, for a job.
    #[must_use]
    pub fn scheduled() -> Self {
        Self::job(&json!({"source": "aws.events", "detail-type": "Scheduled Event", "detail": {}}))
    }

    fn new(method: &'static str, path: &str) -> Self {
        Self {
            method,
            path: path.to_owned(),
            query: Vec::new(),
            headers: BTreeMap::new(),
            body: None,
            job_event: None,
        }
    }

    /// Adds a query parameter and percent-encodes its value.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.query.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.insert(name.to_owned(), value.to_owned());
        self
    }

    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// Sends the cookie of a `Set-Cookie` header back, as a browser does: its name and value without the attributes, besides the
    /// cookies before it.
    #[must_use]
    pub fn cookie(self, set_cookie: &str) -> Self {
        let (cookie, _) = set_cookie.split_once(';').expect("a cookie has attributes");
        let cookies = match self.headers.get("cookie") {
            Some(others) => format!("{others}; {cookie}"),
            None => cookie.to_owned(),
        };
        self.header("cookie", &cookies)
    }

    /// The request as the CDN sends it, of a client with an IP address and a port.
    #[must_use]
    pub fn of_ip(self, viewer_address: &str) -> Self {
        self.through_cdn(ORIGIN_SECRET, viewer_address)
    }

    /// The request with the origin secret.
    pub(crate) async fn with_secret(&self) -> Cow<'_, Self> {
        static SECRET: OnceCell<String> = OnceCell::const_new();
        if self.headers.get("x-origin-secret").map(String::as_str) != Some(ORIGIN_SECRET) {
            return Cow::Borrowed(self);
        }
        let secret = SECRET
            .get_or_init(async || Stack::running().secret("origin").await.1)
            .await;
        Cow::Owned(self.clone().header("x-origin-secret", secret))
    }

    /// Sets the headers that the CDN adds: the origin secret, and the client's IP address with its port.
    #[must_use]
    pub fn through_cdn(self, origin_secret: &str, viewer_address: &str) -> Self {
        self.header("x-origin-secret", origin_secret)
            .header("cloudfront-viewer-address", viewer_address)
    }

    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.body(body.to_string())
    }

    /// Sets any body and declares it as JSON, which it may not be.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self.header("content-type", "application/json")
    }

    /// The request again with this JSON body, and with the proof of work that a response has asked for.
    #[must_use]
    pub fn with_proof(&self, body: &Value, asked: &TestResponse) -> Self {
        assert_eq!(asked.status_and_code(), (429, "proof_required"), "{asked:?}");
        let mut body = body.clone();
        body["proof"] = solve_challenge(&asked.body["challenge"]);
        self.clone().json(&body)
    }

    /// Adds a file to the multipart form, as a browser sends it.
    #[must_use]
    pub fn file(self, field: &str, name: &str, content: &[u8]) -> Self {
        let head = format!(
            "Content-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream"
        );
        self.form_field(&head, content)
    }

    #[must_use]
    pub fn field(self, field: &str, text: &str) -> Self {
        let head = format!("Content-Disposition: form-data; name=\"{field}\"");
        self.form_field(&head, text.as_bytes())
    }

    /// Appends a field to the multipart form.
    fn form_field(mut self, head: &str, content: &[u8]) -> Self {
        let mut body = self.body.take().unwrap_or_default();
        let tail = format!("--{BOUNDARY}--\r\n");
        if body.ends_with(tail.as_bytes()) {
            body.truncate(body.len() - tail.len());
        }
        let head = format!("--{BOUNDARY}\r\n{head}\r\n\r\n");
        self.body = Some([&body, head.as_bytes(), content, b"\r\n", tail.as_bytes()].concat());
        self.header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}"))
    }

    /// The size of the body in bytes.
    #[must_use]
    pub fn body_size(&self) -> usize {
        self.body.as_ref().map_or(0, Vec::len)
    }

    /// Removes the end of the form, as when the connection breaks.
    #[must_use]
    pub fn truncated(mut self) -> Self {
        if let Some(body) = &mut self.body {
            body.truncate(body.len() - BOUNDARY.len());
        }
        self
    }

    pub(crate) const fn is_job(&self) -> bool {
        self.job_event.is_some()
    }

    pub(crate) const fn method(&self) -> &'static str {
        self.method
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    #[must_use]
    pub fn path_and_query(&self) -> String {
        match self.query_string() {
            query if query.is_empty() => self.path.clone(),
            query => format!("{}?{query}", self.path),
        }
    }

    fn query_string(&self) -> String {
        let pairs: Vec<String> = self
            .query
            .iter()
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
            .collect();
        pairs.join("&")
    }

    pub(crate) fn headers(&self) -> impl Iterator<Item = (&String, &String)> {
        self.headers.iter()
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.body.clone().unwrap_or_default()
    }

    /// The event that an HTTP API sends to a function for this request (payload format 2.0), or that of the job.
    pub(crate) fn event(&self) -> Value {
        if let Some(event) = &self.job_event {
            return event.clone();
        }
        let parameters: BTreeMap<&String, &String> = self.query.iter().map(|(name, value)| (name, value)).collect();
        // The gateway moves cookies from the headers to a list.
        let mut headers = self.headers.clone();
        let cookies = headers
            .remove("cookie")
            .map(|cookies| cookies.split("; ").map(str::to_owned).collect::<Vec<_>>());
        let (route, path_parameters) = openapi::route(&self.path);
        let route = format!("{} {route}", self.method);
        json!({
            "version": "2.0",
            "routeKey": route,
            "rawPath": self.path,
            "rawQueryString": self.query_string(),
            "queryStringParameters": parameters,
            "pathParameters": path_parameters,
            "headers": headers,
            "cookies": cookies,
            "requestContext": {
                "accountId": "000000000000", "apiId": "test", "stage": "$default", "requestId": "test",
                "routeKey": route,
                "http": {"method": self.method, "path": self.path, "protocol": "HTTP/1.1", "sourceIp": "127.0.0.1"},
                "time": "01/Jan/2025:00:00:00 +0000", "timeEpoch": 1_735_689_600_000_i64,
            },
            "body": self.body.as_ref().map(|body| STANDARD.encode(body)),
            "isBase64Encoded": self.body.is_some(),
        })
    }
}

impl fmt::Display for TestRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, headers, .. } = self;
        let body = self.body.as_deref().unwrap_or_default();
        let start = body.get(..400).unwrap_or(body).escape_ascii();
        write!(f, "{method} {} {headers:?} {start}", self.path_and_query())
    }
}

/// Solves a challenge as a client does. Returns the `proof` of the repeated request.
#[must_use]
pub fn solve_challenge(challenge: &Value) -> Value {
    let parsed: Challenge = serde_json::from_value(challenge.clone()).expect("a challenge");
    let solution = altcha::solve_challenge(SolveChallengeOptions::new(&parsed)).expect("a valid challenge");
    json!({"challenge": challenge, "solution": solution.expect("a solution in time")})
}
