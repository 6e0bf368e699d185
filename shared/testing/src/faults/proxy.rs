//! An HTTP proxy between one function and AWS. It knows what each request asks for, keeps that, and fails the one that a test
//! chooses.

use std::{
    collections::BTreeMap,
    error::Error,
    fmt,
    net::Ipv4Addr,
    sync::{Arc, Mutex},
};

use http_body_util::{BodyExt, Full};
use hyper::{
    body::{Bytes, Incoming},
    client,
    header::{AUTHORIZATION, CONTENT_TYPE},
    http::{HeaderMap, StatusCode, request::Parts},
    server,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
    time::timeout,
};

use crate::{Stack, function::PATIENCE, mail::find_code};

/// How a request fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// AWS answers that something is wrong with it, and has done nothing.
    ServerError,
    /// The connection ends before AWS has the request.
    ConnectionLost,
    /// AWS does what it is asked, and the answer is lost: nobody knows that it is done.
    AnswerLost,
    /// A transaction is at work on an item, so that DynamoDB writes nothing to it.
    Conflict,
    /// As that, and the conditions of the other items of a transaction do not hold.
    ConflictAndRefusal,
    /// S3 answers that it is not allowed, as it does also for an object that is not there, to those who may not list the bucket.
    Forbidden,
}

/// A request as the function sent it.
#[derive(Debug, Clone)]
pub struct AwsRequest {
    /// What it asks for: `dynamodb GetItem users`, with the stack's own names of tables and secrets, or `s3 PutObject`.
    pub name: String,
    /// The path, in which S3 has the names of bucket and object.
    pub path: String,
    /// The tags that it gives an object, as in `claim=pending`.
    pub tags: Option<String>,
    /// The body; null when it is not JSON.
    pub body: Value,
    /// Whether AWS has answered it, and the function has got the answer.
    pub is_answered: bool,
}

/// One of the requests that a call makes: the first, second, … with a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// [`AwsRequest::name`]
    pub request: String,
    /// Which of those that have that name, from 1 on.
    pub occurrence: usize,
}

/// What fails: a step, and how.
#[derive(Debug, Clone)]
pub(super) struct Failing {
    pub(super) step: Step,
    pub(super) fault: Fault,
    /// Whether all requests of that name fail from then on, and with them what the SDK tries again.
    pub(super) lasting: bool,
}

/// The proxy. It passes on everything, byte for byte, until it is told to fail something.
///
/// Signatures stay good, because the `Host` that was signed is passed on as it is.
#[derive(Debug)]
pub struct Proxy {
    endpoint: String,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    service: String,
    names: Names,
    requests: Mutex<Vec<AwsRequest>>,
    /// Told of each request, and of each answer.
    changed: Notify,
    failing: Mutex<Option<Failing>>,
}

/// The stack's own names of its tables and secrets, by their names in AWS.
#[derive(Debug)]
struct Names {
    tables: BTreeMap<String, String>,
    secrets: BTreeMap<String, String>,
}

/// The tables with items that are written in transactions.
const WRITTEN_TOGETHER: [&str; 5] = ["users", "files", "uploads", "passwordResets", "payments"];

type Answer = hyper::Response<Full<Bytes>>;
type Failure = Box<dyn Error + Send + Sync>;

impl Fault {
    /// Each of them that may pass.
    pub const ALL: [Self; 4] = [
        Self::ServerError,
        Self::ConnectionLost,
        Self::AnswerLost,
        Self::Conflict,
    ];

    /// Whether it is another one than the rest for that step: what only reads is not done or undone, and only what others write
    /// in transactions can meet one.
    pub(super) fn can_befall(self, step: &Step) -> bool {
        let mut words = step.request.split(' ').skip(1);
        let operation = words.next().unwrap_or_default();
        match self {
            Self::ServerError | Self::ConnectionLost | Self::Forbidden => true,
            Self::AnswerLost => {
                let reads = ["Get", "BatchGet", "List", "Query", "Scan"];
                !reads.iter().any(|verb| operation.starts_with(verb))
            }
            Self::Conflict | Self::ConflictAndRefusal => {
                // What is put alone is new.
                ["UpdateItem", "DeleteItem", "TransactWriteItems"].contains(&operation)
                    && words.any(|table| WRITTEN_TOGETHER.contains(&table))
            }
        }
    }
}

impl Proxy {
    /// A proxy to every service of a stack.
    pub async fn of(stack: &Stack) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("the port is bound"));
        let inner = Arc::new(Inner {
            service: stack.aws.trim_start_matches("http://").to_owned(),
            names: Names::of(stack),
            requests: Mutex::default(),
            changed: Notify::new(),
            failing: Mutex::default(),
        });
        tokio::spawn(accept(listener, Arc::clone(&inner)));
        Self { endpoint, inner }
    }

    /// What the function takes for AWS, as in `AWS_ENDPOINT_URL`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Lets a step fail once, or with everything of its name after it until [`Self::end`].
    pub fn fail(&self, step: Step, fault: Fault, lasting: bool) {
        *self.inner.failing() = Some(Failing { step, fault, lasting });
    }

    /// From now on nothing fails.
    pub fn end(&self) {
        *self.inner.failing() = None;
    }

    /// What was asked for so far, in the order in which it came.
    #[must_use]
    pub fn requests(&self) -> Vec<AwsRequest> {
        self.inner.requests().clone()
    }

    /// Waits until a step has come.
    pub async fn is_asked(&self, step: &Step) {
        let came = |requests: &[AwsRequest]| {
            let named = requests.iter().filter(|request| request.name == step.request);
            named.count() >= step.occurrence
        };
        self.requests_once(came).await;
    }

    /// What was asked for so far, once that is as wanted. It fails the test when it never is.
    pub async fn requests_once(&self, is_wanted: impl Fn(&[AwsRequest]) -> bool) -> Vec<AwsRequest> {
        let wanted = async {
            loop {
                let changed = self.inner.changed.notified();
                let requests = self.requests();
                if is_wanted(&requests) {
                    return requests;
                }
                changed.await;
            }
        };
        let found = timeout(PATIENCE, wanted).await;
        found.unwrap_or_else(|_| panic!("nothing more was asked for: {:#?}", self.requests()))
    }

    /// Forgets what was asked for so far.
    pub fn forget(&self) {
        self.inner.requests().clear();
    }
}

async fn accept(listener: TcpListener, inner: Arc<Inner>) {
    while let Ok((connection, _)) = listener.accept().await {
        let inner = Arc::clone(&inner);
        tokio::spawn(async move {
            let answer = service_fn(|request| inner.answer(request));
            // What fails here is meant to: hyper closes the connection without an answer.
            let connection = server::conn::http1::Builder::new().serve_connection(TokioIo::new(connection), answer);
            connection.await.ok();
        });
    }
}

impl Inner {
    async fn answer(&self, request: hyper::Request<Incoming>) -> Result<Answer, Failure> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let request = AwsRequest::read(&head, &body, &self.names);
        let items = request.body["TransactItems"].as_array().map(Vec::len);
        let (place, fault) = self.keep(request);
        match fault {
            None => {
                let answer = self.pass_on(head, body).await?;
                if let Some(request) = self.requests().get_mut(place) {
                    request.is_answered = true;
                }
                self.changed.notify_waiters();
                Ok(answer)
            }
            Some(Fault::ServerError) => Ok(server_error()?),
            Some(Fault::Conflict) => Ok(conflict(items, "None")?),
            Some(Fault::ConflictAndRefusal) => Ok(conflict(items, "ConditionalCheckFailed")?),
            Some(Fault::Forbidden) => Ok(forbidden()?),
            Some(Fault::ConnectionLost) => Err("the connection is lost".into()),
            Some(Fault::AnswerLost) => {
                self.pass_on(head, body).await?;
                Err("the answer is lost".into())
            }
        }
    }

    /// Keeps a request, and tells its place, and whether and how it is to fail.
    fn keep(&self, request: AwsRequest) -> (usize, Option<Fault>) {
        let mut requests = self.requests();
        let occurrence = 1 + requests.iter().filter(|earlier| earlier.name == request.name).count();
        let fails = |Failing { step, lasting, .. }: &&Failing| {
            step.request == request.name
                && (occurrence == step.occurrence || (*lasting && occurrence > step.occurrence))
        };
        let fault = self.failing().as_ref().filter(fails).map(|failing| failing.fault);
        requests.push(request);
        self.changed.notify_waiters();
        (requests.len() - 1, fault)
    }

    async fn pass_on(&self, head: Parts, body: Bytes) -> Result<Answer, Failure> {
        let service = TokioIo::new(TcpStream::connect(&self.service).await?);
        let (mut sender, connection) = client::conn::http1::handshake(service).await?;
        tokio::spawn(connection);
        let answer = sender
            .send_request(hyper::Request::from_parts(head, Full::new(body)))
            .await?;
        let (head, body) = answer.into_parts();
        Ok(Answer::from_parts(head, Full::new(body.collect().await?.to_bytes())))
    }

    fn requests(&self) -> std::sync::MutexGuard<'_, Vec<AwsRequest>> {
        self.requests.lock().expect("no test thread panicked")
    }

    fn failing(&self) -> std::sync::MutexGuard<'_, Option<Failing>> {
        self.failing.lock().expect("no test thread panicked")
    }
}

/// As DynamoDB writes it; other services' clients look at the status alone.
fn server_error() -> Result<Answer, hyper::http::Error> {
    failure(StatusCode::INTERNAL_SERVER_ERROR, "InternalServerError", json!({}))
}

/// What DynamoDB answers to a write that meets a transaction. Another transaction, of so many items, is told which of them did,
/// and something else of the others.
fn conflict(items: Option<usize>, of_others: &str) -> Result<Answer, hyper::http::Error> {
    let Some(items) = items else {
        return failure(StatusCode::BAD_REQUEST, "TransactionConflictException", json!({}));
    };
    let reasons = (0..items).map(|place| match place {
        0 => json!({"Code": "TransactionConflict", "Message": "The test says so."}),
        _ => json!({"Code": of_others}),
    });
    let reasons: Vec<_> = reasons.collect();
    failure(
        StatusCode::BAD_REQUEST,
        "TransactionCanceledException",
        json!({"CancellationReasons": reasons}),
    )
}

fn forbidden() -> Result<Answer, hyper::http::Error> {
    let body = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";
    hyper::Response::builder()
        .status(StatusCode::FORBIDDEN)
        .header(CONTENT_TYPE, "application/xml")
        .body(Full::new(Bytes::from(body)))
}

fn failure(status: StatusCode, kind: &str, mut body: Value) -> Result<Answer, hyper::http::Error> {
    body["__type"] = format!("com.amazonaws.dynamodb.v20120810#{kind}").into();
    body["message"] = "The test says so.".into();
    hyper::Response::builder()
        .status(status)
        .header(CONTENT_TYPE, "application/x-amz-json-1.0")
        .body(Full::new(Bytes::from(body.to_string())))
}

impl AwsRequest {
    fn read(head: &Parts, body: &[u8], names: &Names) -> Self {
        let body = serde_json::from_slice(body).unwrap_or_default();
        let header = |name| {
            let value = head.headers.get(name)?.to_str().ok()?;
            Some(value.to_owned())
        };
        let words = [
            Some(service(&head.headers)),
            Some(operation(head)),
            names.subject_of(&body),
        ];
        Self {
            name: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
            path: head.uri.path().to_owned(),
            tags: header("x-amz-tagging"),
            body,
            is_answered: false,
        }
    }

    /// The code in the mail that it sends.
    #[must_use]
    pub fn mailed_code(&self) -> Option<String> {
        find_code(self.body["Content"]["Simple"]["Body"]["Text"]["Data"].as_str()?)
    }
}

/// The service that a request was signed for.
fn service(headers: &HeaderMap) -> String {
    let signed = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let scope = signed.and_then(|value| value.split_once("Credential=")?.1.split(',').next());
    let service = scope.and_then(|scope| scope.split('/').nth(3));
    service.unwrap_or("unsigned").to_owned()
}

/// The operation's name, from the header, the query or the path that it has in its service's protocol.
fn operation(head: &Parts) -> String {
    let target = head.headers.get("x-amz-target").and_then(|value| value.to_str().ok());
    let query = head.uri.query().unwrap_or_default();
    let has = |name: &str| query.split(['&', '=']).any(|part| part == name);
    // S3's client says it in the query, mostly.
    let named = query.split('&').find_map(|parameter| parameter.strip_prefix("x-id="));
    match (target, named, head.method.as_str(), head.uri.path()) {
        (Some(target), _, _, _) => target.rsplit('.').next().unwrap_or(target).to_owned(),
        (None, Some(named), _, _) => named.to_owned(),
        (None, None, "POST", _) if has("uploads") => "CreateMultipartUpload".to_owned(),
        (None, None, "POST", _) if has("uploadId") => "CompleteMultipartUpload".to_owned(),
        (None, None, "GET", _) if has("list-type") => "ListObjectsV2".to_owned(),
        (None, None, "POST", "/v2/email/outbound-emails") => "SendEmail".to_owned(),
        (None, None, method, path) if path.starts_with("/v2/email/suppression/addresses/") => {
            // The address is part of the path.
            format!("{}{}SuppressedDestination", &method[..1], method[1..].to_lowercase())
        }
        (None, None, "PUT", _) if has("tagging") => "PutObjectTagging".to_owned(),
        (None, None, "DELETE", _) if has("tagging") => "DeleteObjectTagging".to_owned(),
        (None, None, method, path) => format!("{method} {path}"),
    }
}

impl Names {
    fn of(stack: &Stack) -> Self {
        let by_id = |names: &BTreeMap<String, String>| {
            let pairs = names.iter().map(|(name, id)| (id.clone(), name.clone()));
            pairs.collect()
        };
        Self {
            tables: by_id(&stack.tables),
            secrets: by_id(&stack.secrets),
        }
    }

    /// What a request is about: the tables that it names, or the secret and the stage of its version.
    fn subject_of(&self, body: &Value) -> Option<String> {
        let mut found = Vec::new();
        self.find_tables(body, &mut found);
        if let Some(id) = body["SecretId"].as_str() {
            let secret = self.secrets.iter().find(|(name, _)| id.contains(name.as_str()));
            found.extend(secret.map(|(_, name)| name.clone()));
            found.extend(body["VersionStage"].as_str().map(str::to_owned));
        }
        (!found.is_empty()).then(|| found.join(" "))
    }

    fn find_tables(&self, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                let table = fields.get("TableName").and_then(|name| self.tables.get(name.as_str()?));
                if let Some(table) = table.filter(|table| !found.contains(table)) {
                    found.push(table.clone());
                }
                for field in fields.values() {
                    self.find_tables(field, found);
                }
            }
            Value::Array(values) => {
                for value in values {
                    self.find_tables(value, found);
                }
            }
            _ => {}
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} #{}", self.request, self.occurrence)
    }
}
