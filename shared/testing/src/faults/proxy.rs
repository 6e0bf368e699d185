//! An HTTP proxy between one function and AWS. It records each request, and injects a fault into the one that a test chooses.

use std::{
    future::pending,
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use http_body_util::{BodyExt, Full};
use hyper::{
    body::{Bytes, Incoming},
    client,
    http::{StatusCode, request, response},
    server,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
    time::{sleep, timeout},
};

use super::{
    aws_request::{AwsRequest, ResourceNames},
    fault::{
        AwsResponse, BoxError, Fault, InjectedFault, NthRequest, cut_off, forwarded, item_missing, s3_error,
        server_error, shortened, throttled, transaction_conflict,
    },
};
use crate::{Stack, function::WAIT_LIMIT};

/// The proxy. It forwards every request unchanged until a test injects a fault.
///
/// Signatures stay valid, because the proxy forwards the signed `Host` header unchanged.
#[derive(Debug)]
pub struct Proxy {
    endpoint: String,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// Host and port of AWS.
    service: String,
    names: ResourceNames,
    requests: Mutex<Vec<AwsRequest>>,
    /// Notified of each request and of each response.
    changed: Notify,
    fault: Mutex<Option<InjectedFault>>,
    /// How long each request waits before it is forwarded.
    delay: Mutex<Duration>,
    /// The request whose response waits for [`Proxy::release`].
    held: Mutex<Option<NthRequest>>,
    released: Notify,
}

impl Proxy {
    /// Starts a proxy to every service of a stack.
    pub async fn start(stack: &Stack) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("the port is bound"));
        let inner = Arc::new(Inner {
            service: stack.aws.trim_start_matches("http://").to_owned(),
            names: ResourceNames::of(stack),
            requests: Mutex::default(),
            changed: Notify::new(),
            fault: Mutex::default(),
            delay: Mutex::default(),
            held: Mutex::default(),
            released: Notify::new(),
        });
        tokio::spawn(accept(listener, Arc::clone(&inner)));
        Self { endpoint, inner }
    }

    /// The URL that the function uses instead of AWS's, for the variable `AWS_ENDPOINT_URL`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// A stack whose requests to AWS pass the proxy.
    #[must_use]
    pub fn in_front_of(&self, stack: &Stack) -> Stack {
        let mut stack = stack.clone();
        self.endpoint.clone_into(&mut stack.aws);
        stack
    }

    /// Makes a request fail. When `persistent`, all later requests of its name fail as well, until [`Self::clear_fault`].
    pub fn inject_fault(&self, target: NthRequest, fault: Fault, persistent: bool) {
        *self.inner.fault() = Some(InjectedFault {
            target,
            fault,
            persistent,
        });
    }

    /// Makes a request fail once, and only after [`Self::release`]: what the test does between the arrival of the request
    /// ([`Self::wait_for_request`]) and the release happens during the request, however long it takes. The function needs
    /// [`Self::NO_TIMEOUT`].
    pub fn hold_and_fail(&self, target: NthRequest, fault: Fault) {
        *self.inner.held() = Some(target.clone());
        self.inject_fault(target, fault, false);
    }

    /// The variable with which a function waits for a held request as long as the test does.
    pub const NO_TIMEOUT: (&str, &str) = ("AWS_CALL_TIMEOUT_SECONDS", "120");

    /// Lets the held request fail.
    pub fn release(&self) {
        self.inner.released.notify_one();
    }

    /// Makes every later request take that much longer.
    pub fn delay_requests(&self, delay: Duration) {
        *self.inner.delay() = delay;
    }

    pub fn clear_fault(&self) {
        *self.inner.fault() = None;
    }

    /// The requests so far, in the order in which they arrived.
    #[must_use]
    pub fn requests(&self) -> Vec<AwsRequest> {
        self.inner.requests().clone()
    }

    /// Waits until a request has arrived.
    pub async fn wait_for_request(&self, target: &NthRequest) {
        let arrived = |requests: &[AwsRequest]| {
            let named = requests.iter().filter(|request| request.name == target.name);
            named.count() >= target.occurrence
        };
        self.wait_until(arrived).await;
    }

    /// Waits until the requests so far meet a condition, and returns them. Fails the test when they never do.
    pub async fn wait_until(&self, condition: impl Fn(&[AwsRequest]) -> bool) -> Vec<AwsRequest> {
        let met = async {
            loop {
                let changed = self.inner.changed.notified();
                let requests = self.requests();
                if condition(&requests) {
                    return requests;
                }
                changed.await;
            }
        };
        let requests = timeout(WAIT_LIMIT, met).await;
        requests.unwrap_or_else(|_| panic!("the requests do not meet the condition: {:#?}", self.requests()))
    }

    pub fn clear_requests(&self) {
        self.inner.requests().clear();
    }
}

async fn accept(listener: TcpListener, inner: Arc<Inner>) {
    while let Ok((connection, _)) = listener.accept().await {
        let inner = Arc::clone(&inner);
        tokio::spawn(async move {
            let service = service_fn(|request| inner.respond(request));
            // An error is an injected fault. hyper then closes the connection without a response.
            let connection = server::conn::http1::Builder::new().serve_connection(TokioIo::new(connection), service);
            connection.await.ok();
        });
    }
}

impl Inner {
    async fn respond(&self, request: hyper::Request<Incoming>) -> Result<AwsResponse, BoxError> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let request = AwsRequest::parse(&head, &body, &self.names);
        let items = request.body["TransactItems"].as_array().map(Vec::len);
        let service = request.name.split(' ').next().unwrap_or_default().to_owned();
        let is_held = self.is_held(&request);
        let (index, fault) = self.record(request);
        if is_held {
            self.released.notified().await;
        }
        let delay = *self.delay();
        sleep(delay).await;
        let Some(fault) = fault else {
            let (head, body) = self.forward(head, body).await?;
            if let Some(request) = self.requests().get_mut(index) {
                request.is_answered = true;
            }
            self.changed.notify_waiters();
            return Ok(forwarded(head, body));
        };
        match fault {
            Fault::ServerError => Ok(server_error()),
            Fault::Throttled => Ok(throttled(&service, items)),
            Fault::TransactionConflict => Ok(transaction_conflict(items, "None")),
            Fault::TransactionConflictAndFailedConditions => Ok(transaction_conflict(items, "ConditionalCheckFailed")),
            Fault::ItemMissing => Ok(item_missing()),
            Fault::InvalidPart => Ok(s3_error(StatusCode::BAD_REQUEST, "InvalidPart")),
            Fault::Forbidden => Ok(s3_error(StatusCode::FORBIDDEN, "AccessDenied")),
            Fault::ConnectionLost => Err("the connection is lost".into()),
            // hyper drops this future when the function gives up and closes the connection.
            Fault::Hang | Fault::UntilDeadline => pending().await,
            Fault::ResponseLost => {
                self.forward(head, body).await?;
                Err("the response is lost".into())
            }
            Fault::CutOff => {
                let (head, body) = self.forward(head, body).await?;
                cut_off(head, body)
            }
            Fault::ShortBody => {
                let (head, body) = self.forward(head, body).await?;
                Ok(shortened(head, body))
            }
            Fault::Slow => {
                self.forward(head, body).await?;
                pending().await
            }
        }
    }

    fn is_held(&self, request: &AwsRequest) -> bool {
        let requests = self.requests();
        let occurrence = 1 + requests.iter().filter(|earlier| earlier.name == request.name).count();
        let held = self.held();
        held.as_ref()
            .is_some_and(|held| held.name == request.name && held.occurrence == occurrence)
    }

    /// Records a request. Returns its index, and its fault if one is injected.
    fn record(&self, mut request: AwsRequest) -> (usize, Option<Fault>) {
        let mut requests = self.requests();
        let occurrence = 1 + requests.iter().filter(|earlier| earlier.name == request.name).count();
        let injected = self.fault();
        let injected = injected
            .as_ref()
            .filter(|fault| fault.applies_to(&request.name, occurrence));
        let fault = injected.map(|injected| injected.fault);
        request.fault = fault;
        requests.push(request);
        self.changed.notify_waiters();
        (requests.len() - 1, fault)
    }

    async fn forward(&self, head: request::Parts, body: Bytes) -> Result<(response::Parts, Bytes), BoxError> {
        let service = TokioIo::new(TcpStream::connect(&self.service).await?);
        let (mut sender, connection) = client::conn::http1::handshake(service).await?;
        tokio::spawn(connection);
        let response = sender
            .send_request(hyper::Request::from_parts(head, Full::new(body)))
            .await?;
        let (head, body) = response.into_parts();
        Ok((head, body.collect().await?.to_bytes()))
    }

    fn requests(&self) -> MutexGuard<'_, Vec<AwsRequest>> {
        self.requests.lock().expect("no test thread panicked")
    }

    fn delay(&self) -> MutexGuard<'_, Duration> {
        self.delay.lock().expect("no test thread panicked")
    }

    fn held(&self) -> MutexGuard<'_, Option<NthRequest>> {
        self.held.lock().expect("no test thread panicked")
    }

    fn fault(&self) -> MutexGuard<'_, Option<InjectedFault>> {
        self.fault.lock().expect("no test thread panicked")
    }
}
