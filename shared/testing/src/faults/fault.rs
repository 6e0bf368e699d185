//! The ways in which a request to AWS fails.

use std::fmt;

use http_body_util::Full;
use hyper::{
    body::Bytes,
    header::CONTENT_TYPE,
    http::{Error, StatusCode},
};
use serde_json::{Value, json};

/// How a request to AWS fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// AWS responds with status 500 and has done nothing.
    ServerError,
    /// The connection breaks before AWS receives the request.
    ConnectionLost,
    /// AWS carries out the request and the response is lost, so the function cannot know.
    ResponseLost,
    /// Another transaction holds an item, so DynamoDB writes nothing.
    TransactionConflict,
    /// As [`Fault::TransactionConflict`], and the conditions on the transaction's other items fail.
    TransactionConflictAndFailedConditions,
    /// DynamoDB finds no item, as before another request wrote it.
    ItemMissing,
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

/// A fault that the proxy injects.
#[derive(Debug, Clone)]
pub(super) struct InjectedFault {
    /// The request that fails.
    pub(super) target: NthRequest,
    pub(super) fault: Fault,
    /// Whether all later requests of the same name fail as well, which includes the SDK's retries.
    pub(super) persistent: bool,
}

pub(super) type AwsResponse = hyper::Response<Full<Bytes>>;

/// The tables with items that transactions write.
const TRANSACTION_TABLES: [&str; 8] = [
    "users",
    "files",
    "uploads",
    "attempts",
    "passwordResets",
    "payments",
    "placeRequests",
    "courseDetails",
];

impl Fault {
    /// The faults that may be temporary.
    pub const TEMPORARY: [Self; 4] = [
        Self::ServerError,
        Self::ConnectionLost,
        Self::ResponseLost,
        Self::TransactionConflict,
    ];

    /// Whether the request can fail in this way, with another effect than the other faults have. A lost response makes no difference
    /// to a read, and only items that transactions write can meet a transaction conflict.
    pub(super) fn applies_to(self, target: &NthRequest) -> bool {
        let mut words = target.name.split(' ').skip(1);
        let operation = words.next().unwrap_or_default();
        match self {
            Self::ServerError | Self::ConnectionLost | Self::Forbidden => true,
            Self::ItemMissing => operation == "GetItem",
            Self::ResponseLost => {
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
pub(super) fn server_error() -> Result<AwsResponse, Error> {
    dynamodb_error(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", json!({}))
}

/// DynamoDB's response to a write that meets a transaction. When the write is itself a transaction, of `items` items, the response
/// lists a reason for each: a conflict for the first, and `reason_of_others` for the others.
pub(super) fn transaction_conflict(items: Option<usize>, reason_of_others: &str) -> Result<AwsResponse, Error> {
    let Some(items) = items else {
        return dynamodb_error(StatusCode::BAD_REQUEST, "TransactionConflictException", json!({}));
    };
    let reasons = (0..items).map(|index| match index {
        0 => json!({"Code": "TransactionConflict", "Message": "The test injects this fault."}),
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
pub(super) fn item_missing() -> Result<AwsResponse, Error> {
    hyper::Response::builder()
        .header(CONTENT_TYPE, "application/x-amz-json-1.0")
        .body(Full::new(Bytes::from_static(b"{}")))
}

/// Status 403 in S3's format.
pub(super) fn forbidden() -> Result<AwsResponse, Error> {
    let body = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";
    hyper::Response::builder()
        .status(StatusCode::FORBIDDEN)
        .header(CONTENT_TYPE, "application/xml")
        .body(Full::new(Bytes::from(body)))
}

fn dynamodb_error(status: StatusCode, kind: &str, mut body: Value) -> Result<AwsResponse, Error> {
    body["__type"] = format!("com.amazonaws.dynamodb.v20120810#{kind}").into();
    body["message"] = "The test injects this fault.".into();
    hyper::Response::builder()
        .status(status)
        .header(CONTENT_TYPE, "application/x-amz-json-1.0")
        .body(Full::new(Bytes::from(body.to_string())))
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
