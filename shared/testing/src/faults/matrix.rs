//! The fault matrix: every request that a function sends to AWS fails, one after the other, in every way.

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::AssertUnwindSafe,
    time::Duration,
};

use futures_util::{FutureExt, StreamExt, future::LocalBoxFuture, stream};
use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::{
    aws_request::AwsRequest,
    fault::{Fault, InjectedFault, NthRequest},
    proxy::Proxy,
    snapshot::{self, Outcomes},
};
use crate::{DeployedFunction, Function, Stack, TestRequest, TestResponse};

/// How many cases run at the same time, of all tests together. Each is a process that mostly waits for the SDK's retries.
const CONCURRENCY: usize = 16;
static PERMITS: Semaphore = Semaphore::const_new(CONCURRENCY);
/// How many cases are prepared at the same time. Some send requests to deployed functions: with one for each case that waits, none would
/// have its response before the function's timeout.
static PREPARATIONS: Semaphore = Semaphore::const_new(4);
/// The same for the faults during which a function waits for seconds.
const WAITING_CONCURRENCY: usize = 48;
static WAITING_PERMITS: Semaphore = Semaphore::const_new(WAITING_CONCURRENCY);

/// Waits until a case may run.
pub(crate) async fn case_permit() -> SemaphorePermit<'static> {
    PERMITS.acquire().await.expect("the semaphore is never closed")
}

/// Waits until a case may be prepared.
pub(crate) async fn preparation_permit() -> SemaphorePermit<'static> {
    PREPARATIONS.acquire().await.expect("the semaphore is never closed")
}

/// What a test prepares for a case: the request, and whatever its check needs. A stack before these has tables and variables of this case
/// alone, for cases that would disturb each other.
pub trait Prepared {
    type Made;

    fn into_parts(self) -> (Option<Stack>, TestRequest, Self::Made);
}

impl Prepared for TestRequest {
    type Made = ();

    fn into_parts(self) -> (Option<Stack>, TestRequest, ()) {
        (None, self, ())
    }
}

impl<T> Prepared for (TestRequest, T) {
    type Made = T;

    fn into_parts(self) -> (Option<Stack>, TestRequest, T) {
        (None, self.0, self.1)
    }
}

impl<T> Prepared for (Stack, TestRequest, T) {
    type Made = T;

    fn into_parts(self) -> (Option<Stack>, TestRequest, T) {
        (Some(self.0), self.1, self.2)
    }
}

/// A request to a function, during which one request to AWS failed.
#[derive(Debug)]
pub struct FaultCase {
    injected: InjectedFault,
    pub stack: Stack,
    proxy: Proxy,
    function: Function,
    request: TestRequest,
    pub response: TestResponse,
}

/// When Lambda would stop a function after an event, in a case in which only the deadline ends the request: long enough for what comes
/// before and after the request that hangs, on a busy machine too.
const TIMEOUT: Duration = Duration::from_secs(15);
/// The time limit of an AWS call in such a case, which is longer.
const LONGER_CALL_TIMEOUT: &str = "20";
/// Why the deadline ended a request.
const DEADLINE: &str = "the function's time was nearly over";

/// Sends a request once for each way in which one of its requests to AWS can fail (once or persistently; the requests of the cold start
/// included). Each case has a new instance of the function. `prepare` makes the request, and whatever `check` needs.
///
/// Every case must meet these rules:
/// - After a fault that occurs once, the SDK retries, and the status is that of a request without a fault.
/// - After a persistent fault, the response is `service_unavailable` and hides its cause, unless the request succeeds without the
///   failed one. So it is when the deadline ends the request.
/// - A request with that response counts against no rate limit: each attempt that it counted is refunded.
/// - A snapshot has the status of the response while each request fails.
///
/// `check` adds the endpoint's own rules: what the tables hold now ([`FaultCase::stored_items`], [`FaultCase::counted_attempts`]), and
/// the response to the same request after the fault ([`FaultCase::retry`]).
///
/// ```ignore
/// let prepare = async |stack: &Stack| {
///     let user = TestUser::verified(stack).await;
///     (user.login_request(), user)
/// };
/// faults::check_every_fault(FUNCTION, prepare, async |case, _user| {
///     expect!(case.retry(), 200);
/// })
/// .await;
/// ```
pub fn check_every_fault<'a, P: Prepared + 'a>(
    function: DeployedFunction,
    prepare: impl AsyncFn(&Stack) -> P + 'a,
    check: impl AsyncFn(&FaultCase, &P::Made) + 'a,
) -> LocalBoxFuture<'a, ()> {
    check_faults_of(function, |_| true, prepare, check)
}

/// As [`check_every_fault`], for those requests to AWS whose names are selected, such as `ses SendEmail`. Use it for a variant of a
/// request whose other variant has all faults checked.
pub fn check_faults_of<'a, P: Prepared + 'a>(
    function: DeployedFunction,
    is_selected: impl Fn(&str) -> bool + 'a,
    prepare: impl AsyncFn(&Stack) -> P + 'a,
    check: impl AsyncFn(&FaultCase, &P::Made) + 'a,
) -> LocalBoxFuture<'a, ()> {
    // Boxed, because the futures of many cases are large.
    check_faults(function, is_selected, prepare, check).boxed_local()
}

async fn check_faults<P: Prepared>(
    function: DeployedFunction,
    is_selected: impl Fn(&str) -> bool,
    prepare: impl AsyncFn(&Stack) -> P,
    check: impl AsyncFn(&FaultCase, &P::Made),
) {
    let stack = Stack::running();
    let (own, request, _) = prepare(&stack).await.into_parts();
    let (instance, proxy) = function.start_recorded(own.as_ref().unwrap_or(&stack)).await;
    let expected_status = instance.send(&request).await.status;
    let mut faults = possible_faults(&proxy.requests());
    faults.retain(|injected| is_selected(&injected.target.name));
    drop(instance);

    let checked = stream::iter(&faults).map(|injected| {
        let check = async {
            let takes_time = injected.fault.takes_time();
            let permits = if takes_time { &WAITING_PERMITS } else { &PERMITS };
            let _permit = permits.acquire().await.expect("the semaphore is never closed");
            let (own, request, prepared) = {
                let _permit = preparation_permit().await;
                prepare(&stack).await.into_parts()
            };
            let case = FaultCase::run(function, own.unwrap_or_else(Stack::running), injected, request).await;
            case.check(expected_status).await;
            check(&case, &prepared).await;
            case.response.status
        };
        let check = AssertUnwindSafe(check).catch_unwind();
        check.map(move |checked| (injected, checked.ok()))
    });
    let mut checked = checked.buffer_unordered(CONCURRENCY + WAITING_CONCURRENCY);
    let (mut outcomes, mut failed) = (Outcomes::default(), Vec::new());
    while let Some((injected, status)) = checked.next().await {
        match status {
            Some(status) => outcomes.insert(injected, status),
            None => failed.push(injected.to_string()),
        }
    }
    assert!(!faults.is_empty(), "the function sends no such request");
    assert!(
        failed.is_empty(),
        "{} of {} cases: {failed:#?}",
        failed.len(),
        faults.len()
    );
    outcomes.check_snapshot(function.binary);
}

/// Checks that the SDK's retries recover from each fault that occurs once, for the first request to each service. One function that uses
/// a client stands for all: they are made by the same code.
pub async fn check_retries<P: Prepared>(function: DeployedFunction, prepare: impl AsyncFn(&Stack) -> P) {
    let stack = Stack::running();
    let (own, request, _) = prepare(&stack).await.into_parts();
    let (instance, proxy) = function.start_recorded(own.as_ref().unwrap_or(&stack)).await;
    let expected_status = instance.send(&request).await.status;
    let mut services = BTreeSet::new();
    for AwsRequest { name, .. } in proxy.requests() {
        if services.insert(name.split(' ').next().map(str::to_owned)) {
            for fault in Fault::OF_RETRIES {
                let injected = InjectedFault {
                    target: NthRequest::first(&name),
                    fault,
                    persistent: false,
                };
                let (own, request, _) = prepare(&stack).await.into_parts();
                let case = FaultCase::run(function, own.unwrap_or_else(Stack::running), &injected, request).await;
                case.check(expected_status).await;
            }
        }
    }
    assert!(services.len() > 1, "the function uses one client: {services:?}");
}

/// The requests to AWS with which a warm instance handles a request, in order: `dynamodb GetItem users`.
pub async fn aws_requests<P: Prepared>(function: DeployedFunction, prepare: impl AsyncFn(&Stack) -> P) -> Vec<String> {
    let stack = Stack::running();
    let (own, first, _) = prepare(&stack).await.into_parts();
    let (instance, proxy) = function.start_recorded(own.as_ref().unwrap_or(&stack)).await;
    instance.send(&first).await;
    let (_, second, _) = prepare(&stack).await.into_parts();
    proxy.clear_requests();
    instance.send(&second).await;
    let sent = proxy.requests().into_iter().filter(|request| !request.is_retry);
    sent.map(|request| request.name).collect()
}

/// Compares the requests to AWS with which a warm instance handles a request with a snapshot. They are sorted: some are concurrent.
pub async fn check_aws_requests<P: Prepared>(function: DeployedFunction, prepare: impl AsyncFn(&Stack) -> P) {
    let mut requests = aws_requests(function, prepare).await;
    requests.sort();
    snapshot::check(function.binary, &requests);
}

impl DeployedFunction {
    /// Sends a request. One of the function's requests to AWS is held until `meanwhile` is done, and then meets a conflict once. Returns the
    /// response, and what `meanwhile` returns.
    pub fn send_held<'a, T: 'a>(
        self,
        stack: &'a Stack,
        target: impl Into<NthRequest> + 'a,
        request: &'a TestRequest,
        meanwhile: impl Future<Output = T> + 'a,
    ) -> LocalBoxFuture<'a, (TestResponse, T)> {
        self.send_until(Fault::TransactionConflict, stack, target, request, meanwhile)
    }

    /// As [`Self::send_held`], with another fault.
    pub fn send_until<'a, T: 'a>(
        self,
        fault: Fault,
        stack: &'a Stack,
        target: impl Into<NthRequest> + 'a,
        request: &'a TestRequest,
        meanwhile: impl Future<Output = T> + 'a,
    ) -> LocalBoxFuture<'a, (TestResponse, T)> {
        let held = async move {
            let target = target.into();
            let proxy = Proxy::start(stack).await;
            proxy.hold_and_fail(target.clone(), fault);
            let function = self.start(&proxy.in_front_of(stack), &[Proxy::NO_TIMEOUT]).await;
            let held = async {
                proxy.wait_for_request(&target).await;
                let done = meanwhile.await;
                proxy.release();
                done
            };
            tokio::join!(function.send(request), held)
        };
        held.boxed_local()
    }

    /// Starts the function behind a proxy.
    async fn start_recorded(self, stack: &Stack) -> (Function, Proxy) {
        let proxy = Proxy::start(stack).await;
        (self.start(&proxy.in_front_of(stack), &[]).await, proxy)
    }
}

fn possible_faults(requests: &[AwsRequest]) -> Vec<InjectedFault> {
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut faults = Vec::new();
    for AwsRequest { name, .. } in requests.iter().filter(|request| !request.is_retry) {
        let occurrence = counts.entry(name).or_default();
        *occurrence += 1;
        let target = NthRequest::nth(name, *occurrence);
        faults.extend(
            Fault::of_this_run(&target)
                .into_iter()
                .map(|(fault, persistent)| InjectedFault {
                    target: target.clone(),
                    fault,
                    persistent,
                }),
        );
    }
    faults
}

impl FaultCase {
    /// A request during which AWS never responds to one of the function's requests, nor to later ones with the same name. The deadline
    /// ends it ([`Fault::UntilDeadline`]).
    pub async fn until_deadline(function: DeployedFunction, target: NthRequest, request: TestRequest) -> Self {
        let injected = InjectedFault {
            target,
            fault: Fault::UntilDeadline,
            persistent: true,
        };
        Self::run(function, Stack::running(), &injected, request).await
    }

    async fn run(function: DeployedFunction, stack: Stack, injected: &InjectedFault, request: TestRequest) -> Self {
        let proxy = Proxy::start(&stack).await;
        proxy.inject_fault(injected.target.clone(), injected.fault, injected.persistent);
        let behind = proxy.in_front_of(&stack);
        let function = if injected.fault.ends_the_request() {
            let slow = [("AWS_CALL_TIMEOUT_SECONDS", LONGER_CALL_TIMEOUT)];
            function.start_with_timeout(&behind, &slow, TIMEOUT).await
        } else {
            function.start(&behind, &[]).await
        };
        Self {
            response: function.send(&request).await,
            injected: injected.clone(),
            stack,
            proxy,
            function,
            request,
        }
    }

    async fn check(&self, expected_status: u16) {
        let Self { injected, response, .. } = self;
        if response.status != expected_status {
            response.assert_hides_cause("127.0.0.1");
            assert_eq!(response.status_and_code(), (503, "service_unavailable"), "{injected}");
            assert!(injected.persistent, "a retry does not recover from {injected}");
            // A fault of the attempts table prevents the refunds, too.
            if !injected.target.name.ends_with(" attempts") {
                assert_eq!(self.net_attempts(), 0, "attempts stay counted after {injected}");
            }
            if injected.fault.ends_the_request() {
                let line = self.function.wait_for_log("failed").await;
                let cause = line["cause"].as_str().unwrap_or_default();
                assert!(cause.contains(DEADLINE), "{injected}: {cause}");
            }
        }
    }

    /// How many attempts the function has counted and not refunded, by the requests that it has sent.
    fn net_attempts(&self) -> i64 {
        let requests = self.proxy.requests();
        let updates = requests
            .iter()
            .filter(|request| request.name == "dynamodb UpdateItem attempts");
        let changes = updates.filter_map(|update| update.body["ExpressionAttributeValues"][":number"]["N"].as_str());
        changes.map(|change| change.parse::<i64>().expect("a number")).sum()
    }

    #[must_use]
    pub fn description(&self) -> String {
        self.injected.to_string()
    }

    /// The name of the request to AWS that failed, such as `dynamodb GetItem users`.
    #[must_use]
    pub fn failed_request(&self) -> &str {
        &self.injected.target.name
    }

    #[must_use]
    pub const fn fault(&self) -> Fault {
        self.injected.fault
    }

    /// Whether all later requests to AWS with the same name failed as well, the SDK's retries included.
    #[must_use]
    pub const fn is_persistent(&self) -> bool {
        self.injected.persistent
    }

    /// Stops the fault, sends the same request again, and returns the response.
    pub async fn retry(&self) -> TestResponse {
        self.proxy.clear_fault();
        self.function.send(&self.request).await
    }

    /// Waits until the function's requests to AWS meet a condition (see [`Proxy::wait_until`]).
    pub async fn wait_until(&self, condition: impl Fn(&[AwsRequest]) -> bool) -> Vec<AwsRequest> {
        self.proxy.wait_until(condition).await
    }

    /// The items of a table that the function's requests have named so far, alone or in transactions, as the table has them now.
    pub async fn stored_items(&self, table: &str) -> Vec<Value> {
        let name = self.stack.tables.get(table).expect("the stack has that table");
        let key = self.stack.partition_key(name).await;
        let mut values = Vec::new();
        for request in self.proxy.requests() {
            find_keys(&request.body, name, &key, &mut values);
        }
        values.sort();
        values.dedup();
        let mut items = Vec::new();
        for value in values {
            let item = self.stack.get_item(name, (&key, &value)).await;
            items.extend((!item.is_null()).then_some(item));
        }
        items
    }

    /// The keys of the objects that the function's requests have named so far and that exist now, such as `document/…`.
    pub async fn stored_objects(&self, bucket: &str) -> Vec<String> {
        let name = self.stack.buckets.get(bucket).expect("the stack has that bucket");
        let requests = self.proxy.requests();
        let paths = requests
            .iter()
            .filter_map(|request| request.path.strip_prefix(&format!("/{name}/")).map(str::to_owned));
        let keys: BTreeSet<String> = paths.collect();
        let mut existing = Vec::new();
        for key in keys {
            if self.stack.has_object(bucket, &key).await {
                existing.push(key);
            }
        }
        existing
    }

    /// The number of attempts that are counted now, by rate limit, such as `login-account`.
    pub async fn counted_attempts(&self) -> BTreeMap<String, i64> {
        let mut attempts = BTreeMap::new();
        for item in self.stored_items("attempts").await {
            let limit = item["counter"].as_str().and_then(|counter| counter.split('#').next());
            let limit = limit.expect("a counter begins with its limit").to_owned();
            *attempts.entry(limit).or_default() += item["attempts"].as_i64().expect("a number");
        }
        attempts
    }
}

/// The partition keys of a table that a request names.
fn find_keys(value: &Value, table: &str, key: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if value["TableName"] == table {
                let named = ["Key", "Item"].iter().find_map(|part| value[part][key]["S"].as_str());
                found.extend(named.map(str::to_owned));
            }
            for field in fields.values() {
                find_keys(field, table, key, found);
            }
        }
        Value::Array(values) => {
            for value in values {
                find_keys(value, table, key, found);
            }
        }
        _ => {}
    }
}
