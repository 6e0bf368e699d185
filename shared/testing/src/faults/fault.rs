//! The ways in which a request to AWS fails.

use std::{env, error::Error, fmt, time::Duration};

use futures_util::stream;
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    body::{Bytes, Frame},
    header::{CONTENT_LENGTH, CONTENT_TYPE},
    http::{StatusCode, response},
};
use serde_json::{Value, json};
use tokio::time::sleep;

/// How a request to AWS fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// AWS responds with status 500 and has done nothing.
    ServerError,
    /// The connection breaks before AWS receives the request.
    ConnectionLost,
    /// AWS refuses the request because there are too many, and has done nothing.
    Throttled,
    /// AWS does nothing and never responds.
    Hang,
    /// As [`Fault::Hang`], and the function's time is over before the time limit of the call: only the deadline ends the request.
    UntilDeadline,
    /// AWS carries out the request and the response is lost, so the function cannot know.
    ResponseLost,
    /// AWS carries out the request, and the connection breaks within the body of the response.
    CutOff,
    /// AWS carries out the request, and responds after the time limit of an attempt.
    Slow,
    /// Another transaction holds an item, so DynamoDB writes nothing.
    TransactionConflict,
    /// As [`Fault::TransactionConflict`], and the conditions on the transaction's other items fail.
    TransactionConflictAndFailedConditions,
    /// DynamoDB finds no item, as before another request wrote it.
    ItemMissing,
    /// S3 responds that a part of the multipart upload does not exist, or has another `ETag`.
    InvalidPart,
    /// S3 responds with half of the bytes of an object, as if these were all.
    ShortBody,
    /// S3 responds with status 403, which it also does for a missing object when the caller may not list the bucket.
    Forbidden,
}

/// One of a function's requests to AWS: the first, second, … with the same name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NthRequest {
    /// [`AwsRequest::name`](super::AwsRequest::name)
    pub name: String,
    /// Its number among the requests with this name, from 1 on.
    pub occurrence: usize,
}

impl NthRequest {
    #[must_use]
    pub fn first(name: &str) -> Self {
        Self::nth(name, 1)
    }

    #[must_use]
    pub fn nth(name: &str, occurrence: usize) -> Self {
        let name = name.to_owned();
        Self { name, occurrence }
    }
}

impl From<&str> for NthRequest {
    fn from(name: &str) -> Self {
        Self::first(name)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct InjectedFault {
    pub(crate) target: NthRequest,
    pub(crate) fault: Fault,
    /// Whether all later requests of the same name fail as well, which includes the SDK's retries.
    pub(crate) persistent: bool,
}

pub(super) type BoxError = Box<dyn Error + Send + Sync>;
pub(super) type AwsResponse = hyper::Response<UnsyncBoxBody<Bytes, BoxError>>;

/// How long the proxy waits before it breaks the connection, so that the function receives what was sent.
const FLUSH: Duration = Duration::from_millis(20);

/// The tables with items that transactions write.
const TRANSACTION_TABLES: [&str; 7] = [
    "users",
    "files",
    "attempts",
    "passwordResets",
    "payments",
    "placeRequests",
    "courseDetails",
];

/// Whether this run injects every fault at every request, once and persistently, and tests in large numbers.
#[must_use]
pub fn is_full_run() -> bool {
    #[expect(clippy::disallowed_methods, reason = "scripts/test --full sets the variable")]
    let faults = env::var_os("FAULTS");
    faults.is_some_and(|faults| faults == "all")
}

impl Fault {
    /// The faults that the SDK's retries recover from, without a condition of ours. They are the same for every request of a client.
    pub(super) const OF_RETRIES: [Self; 3] = [Self::ServerError, Self::Throttled, Self::ConnectionLost];

    /// The faults that a function can meet at each of its requests, the others last. Most of these take seconds.
    const ALL: [Self; 9] = [
        Self::ServerError,
        Self::Throttled,
        Self::ConnectionLost,
        Self::ResponseLost,
        Self::TransactionConflict,
        Self::Hang,
        Self::Slow,
        Self::CutOff,
        Self::UntilDeadline,
    ];

    /// The faults of this run at a request, with whether they persist. An ordinary run leaves out what only tests the SDK ([`check_retries`]
    /// does, for each client).
    ///
    /// [`check_retries`]: super::check_retries
    pub(super) fn of_this_run(target: &NthRequest) -> Vec<(Self, bool)> {
        let all = is_full_run();
        let durations = |fault: Self| match fault {
            Self::UntilDeadline => [None, Some(true)],
            Self::ServerError if !all => [None, Some(true)],
            _ => [Some(false), Some(true)],
        };
        Self::ALL
            .into_iter()
            .filter(|fault| (all || fault.tests_a_condition()) && fault.applies_to(target))
            .flat_map(|fault| {
                durations(fault)
                    .into_iter()
                    .flatten()
                    .map(move |persistent| (fault, persistent))
            })
            .collect()
    }

    /// Whether what follows depends on the function's own code, and takes no time: such a fault is part of every run.
    pub(super) const fn tests_a_condition(self) -> bool {
        matches!(self, Self::ServerError | Self::ResponseLost | Self::TransactionConflict)
    }

    /// Its name in a snapshot.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::ServerError => "server error",
            Self::Throttled => "throttled",
            Self::ConnectionLost => "connection lost",
            Self::Hang => "no response",
            Self::UntilDeadline => "no time left",
            Self::CutOff => "cut off",
            Self::ResponseLost => "response lost",
            Self::Slow => "late",
            Self::TransactionConflict | Self::TransactionConflictAndFailedConditions => "conflict",
            Self::ItemMissing => "item missing",
            Self::InvalidPart => "invalid part",
            Self::ShortBody => "short body",
            Self::Forbidden => "forbidden",
        }
    }

    /// Whether the deadline ends the request, so that no retry follows. Such a fault only occurs persistently.
    pub(super) const fn ends_the_request(self) -> bool {
        matches!(self, Self::UntilDeadline)
    }

    /// Whether the function waits for a time limit.
    pub(super) const fn takes_time(self) -> bool {
        matches!(self, Self::Hang | Self::UntilDeadline | Self::Slow)
    }

    /// Whether AWS carries out the request, although the function cannot know.
    #[must_use]
    pub const fn is_carried_out(self) -> bool {
        matches!(self, Self::ResponseLost | Self::CutOff | Self::Slow)
    }

    /// Whether the request can fail in this way, with another effect than the other faults have. For a read, a lost response is a lost
    /// connection, and a late one is none. Only items that transactions write can meet a transaction conflict.
    pub(super) fn applies_to(self, target: &NthRequest) -> bool {
        let mut words = target.name.split(' ').skip(1);
        let operation = words.next().unwrap_or_default();
        match self {
            Self::ServerError
            | Self::Throttled
            | Self::ConnectionLost
            | Self::Hang
            | Self::UntilDeadline
            | Self::CutOff
            | Self::Forbidden => true,
            Self::ItemMissing => operation == "GetItem",
            Self::InvalidPart => operation == "CompleteMultipartUpload",
            Self::ShortBody => operation == "GetObject",
            Self::ResponseLost | Self::Slow => {
                let reads = ["Get", "BatchGet", "List", "Query", "Scan"];
                !reads.iter().any(|verb| operation.starts_with(verb))
            }
            Self::TransactionConflict | Self::TransactionConflictAndFailedConditions => {
                // `PutItem` only writes new items.
                ["UpdateItem", "DeleteItem", "TransactWriteItems"].contains(&operation)
                    && words.any(|table| TRANSACTION_TABLES.contains(&table))
            }
        }
    }
}

impl InjectedFault {
    /// Whether the `occurrence`-th request with this name fails.
    pub(super) fn applies_to(&self, name: &str, occurrence: usize) -> bool {
        let Self { target, persistent, .. } = self;
        target.name == name && (occurrence == target.occurrence || (*persistent && occurrence > target.occurrence))
    }
}

/// Status 500 in DynamoDB's format. The clients of other services only read the status.
pub(super) fn server_error() -> AwsResponse {
    dynamodb_error(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", json!({}))
}

/// The response of a service that receives too many requests. `items` is the number of items when the request is a transaction.
pub(super) fn throttled(service: &str, items: Option<usize>) -> AwsResponse {
    match (service, items) {
        ("dynamodb", Some(items)) => transaction_cancelled(items, "ThrottlingError", "None"),
        ("dynamodb" | "secretsmanager", _) => dynamodb_error(StatusCode::BAD_REQUEST, "ThrottlingException", json!({})),
        ("s3", _) => s3_error(StatusCode::SERVICE_UNAVAILABLE, "SlowDown"),
        _ => {
            let kind = "TooManyRequestsException";
            let mut response = response(StatusCode::TOO_MANY_REQUESTS, "application/json", "{}".to_owned());
            let kind = kind.parse().expect("a header's value");
            response.headers_mut().insert("x-amzn-errortype", kind);
            response
        }
    }
}

/// DynamoDB's response to a write that meets a transaction. When the write is itself a transaction, of `items` items, the response
/// lists a reason for each: a conflict for the first, and `reason_of_others` for the others.
pub(super) fn transaction_conflict(items: Option<usize>, reason_of_others: &str) -> AwsResponse {
    match items {
        Some(items) => transaction_cancelled(items, "TransactionConflict", reason_of_others),
        None => dynamodb_error(StatusCode::BAD_REQUEST, "TransactionConflictException", json!({})),
    }
}

/// DynamoDB's response to a transaction that it cancels, with the reasons of the first item and of the others.
fn transaction_cancelled(items: usize, reason_of_first: &str, reason_of_others: &str) -> AwsResponse {
    let reasons = (0..items).map(|index| match index {
        0 => json!({"Code": reason_of_first, "Message": "The test injects this fault."}),
        _ => json!({"Code": reason_of_others}),
    });
    let reasons: Vec<_> = reasons.collect();
    dynamodb_error(
        StatusCode::BAD_REQUEST,
        "TransactionCanceledException",
        json!({"CancellationReasons": reasons}),
    )
}

/// DynamoDB's response to a read of an item that does not exist.
pub(super) fn item_missing() -> AwsResponse {
    response(StatusCode::OK, "application/x-amz-json-1.0", "{}".to_owned())
}

pub(super) fn s3_error(status: StatusCode, code: &str) -> AwsResponse {
    let body = format!("<Error><Code>{code}</Code><Message>The test injects this fault.</Message></Error>");
    response(status, "application/xml", body)
}

fn dynamodb_error(status: StatusCode, kind: &str, mut body: Value) -> AwsResponse {
    body["__type"] = format!("com.amazonaws.dynamodb.v20120810#{kind}").into();
    body["message"] = "The test injects this fault.".into();
    response(status, "application/x-amz-json-1.0", body.to_string())
}

fn response(status: StatusCode, content_type: &str, body: String) -> AwsResponse {
    let builder = hyper::Response::builder().status(status);
    let response = builder.header(CONTENT_TYPE, content_type).body(whole(body.into()));
    response.expect("a response of constants")
}

pub(super) fn forwarded(head: response::Parts, body: Bytes) -> AwsResponse {
    AwsResponse::from_parts(head, whole(body))
}

fn whole(body: Bytes) -> UnsyncBoxBody<Bytes, BoxError> {
    Full::new(body).map_err(Into::into).boxed_unsync()
}

/// A response with the first half of its body, which its head calls the whole one.
pub(super) fn shortened(mut head: response::Parts, mut body: Bytes) -> AwsResponse {
    body.truncate(body.len() / 2);
    head.headers.insert(CONTENT_LENGTH, body.len().into());
    forwarded(head, body)
}

/// A response that ends in the middle of its body, although its head announces the whole one.
///
/// # Errors
/// When the body is empty: the connection then breaks without a response.
pub(super) fn cut_off(head: response::Parts, mut body: Bytes) -> Result<AwsResponse, BoxError> {
    if body.is_empty() {
        return Err("the response is cut off".into());
    }
    body.truncate(body.len() / 2);
    let frames = stream::unfold(Some(body), |body| async {
        if let Some(body) = body {
            return Some((Ok(Frame::data(body)), None));
        }
        sleep(FLUSH).await;
        Some((Err(BoxError::from("the response is cut off")), None))
    });
    Ok(AwsResponse::from_parts(head, StreamBody::new(frames).boxed_unsync()))
}

impl fmt::Display for NthRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} #{}", self.name, self.occurrence)
    }
}

impl fmt::Display for InjectedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            target,
            fault,
            persistent,
        } = self;
        let duration = if *persistent { "persistent" } else { "once" };
        write!(f, "{target}: {fault:?}, {duration}")
    }
}
