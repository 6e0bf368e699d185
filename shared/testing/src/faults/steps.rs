//! A call whose every request to AWS is made to fail, one after the other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    panic::AssertUnwindSafe,
};

use futures_util::{FutureExt, StreamExt, future, stream};
use serde_json::Value;
use tokio::sync::Semaphore;

use super::{
    Proxy, assert_says_nothing_of_the_cause,
    proxy::{AwsRequest, Failing, Fault, Step},
};
use crate::{Call, Function, Reply, Stack};

/// How many cases run at once, of all tests together: most of a case is waiting for the SDK to try again, and each is a process.
const AT_ONCE: usize = 16;
static TURNS: Semaphore = Semaphore::const_new(AT_ONCE);

/// A function as it is deployed, with a proxy between it and AWS.
#[derive(Debug, Clone, Copy)]
pub struct Deployed<'a> {
    /// Its binary.
    pub binary: &'a str,
    /// Its name in the template, such as `UsersLoginFunction`.
    pub name: &'a str,
    /// Other values for some of its variables.
    pub others: &'a [(&'a str, &'a str)],
}

/// One step that failed, in one way, and what the call was answered with.
#[derive(Debug)]
pub struct Case {
    failing: Failing,
    stack: Stack,
    proxy: Proxy,
    function: Function,
    call: Call,
    /// What the call was answered with.
    pub reply: Reply,
}

/// Makes a call again and again. Each time one of the requests that it makes to AWS (those of the cold start too) fails in one of
/// the ways of [`Fault`], once or for as long as the call lasts; each time in a new instance of the function, for what `prepare`
/// makes: the call, and whatever the test wants to know later.
///
/// Held against every case:
/// - A failure that happens once is healed by the SDK, which tries again: the status is that of a call that nothing disturbed.
/// - One that lasts is a `service_unavailable` that says nothing of its cause, unless the call can do without the request: then,
///   too, the status is that of a call that nothing disturbed.
///
/// What else has to hold is the test's to say, in `holds`: what the tables have now ([`Case::items`], [`Case::attempts`]), and what
/// the same call is answered with when the failure is over ([`Case::again`]).
///
/// ```ignore
/// let prepare = async |stack: &Stack| {
///     let person = Person::verified(stack).await;
///     (person.login(), person)
/// };
/// faults::check_each_step(LOGIN, prepare, async |case, _person| {
///     assert_eq!(case.again().await.status, 200);
/// })
/// .await;
/// ```
pub async fn check_each_step<T>(
    function: Deployed<'_>,
    prepare: impl AsyncFn(&Stack) -> (Call, T),
    holds: impl AsyncFn(&Case, &T),
) {
    check_steps(function, |_| true, prepare, holds).await;
}

/// As [`check_each_step`], for the steps whose requests are meant, such as `ses SendEmail`: for what a call does besides, in another
/// case than the one that has all its steps checked.
pub async fn check_steps<T>(
    function: Deployed<'_>,
    is_meant: impl Fn(&str) -> bool,
    prepare: impl AsyncFn(&Stack) -> (Call, T),
    holds: impl AsyncFn(&Case, &T),
) {
    let stack = Stack::running();
    let (call, _) = prepare(&stack).await;
    let (instance, proxy) = function.start(&stack).await;
    let undisturbed = instance.send(&call).await.status;
    let mut cases = every_way_to_fail(&proxy.requests());
    cases.retain(|failing| is_meant(&failing.step.request));
    drop(instance);

    let checked = stream::iter(&cases).map(|failing| {
        let check = async {
            let _turn = TURNS.acquire().await.expect("nobody closes it");
            let (call, prepared) = prepare(&stack).await;
            let case = Case::of(function, &stack, failing, call).await;
            case.check(undisturbed);
            holds(&case, &prepared).await;
        };
        let check = AssertUnwindSafe(check).catch_unwind();
        check.map(move |checked| checked.is_err().then(|| failing.to_string()))
    });
    let failed = checked.buffer_unordered(AT_ONCE).filter_map(future::ready);
    let failed: Vec<_> = failed.collect().await;
    assert!(!cases.is_empty(), "the call makes no such request");
    assert!(
        failed.is_empty(),
        "{} of {} cases: {failed:#?}",
        failed.len(),
        cases.len()
    );
}

/// What a warm instance asks of AWS to answer a call, in order: `dynamodb GetItem users`.
pub async fn requests_of_a_call<T>(function: Deployed<'_>, prepare: impl AsyncFn(&Stack) -> (Call, T)) -> Vec<String> {
    let stack = Stack::running();
    let (instance, proxy) = function.start(&stack).await;
    let (call_to_warm_up, _) = prepare(&stack).await;
    instance.send(&call_to_warm_up).await;
    let (call, _) = prepare(&stack).await;
    proxy.forget();
    instance.send(&call).await;
    proxy.requests().into_iter().map(|request| request.name).collect()
}

impl Deployed<'_> {
    async fn start(self, stack: &Stack) -> (Function, Proxy) {
        let proxy = Proxy::of(stack).await;
        (self.start_behind(&proxy, stack).await, proxy)
    }

    async fn start_behind(self, proxy: &Proxy, stack: &Stack) -> Function {
        let endpoint = [("AWS_ENDPOINT_URL", proxy.endpoint())];
        let others: Vec<_> = self.others.iter().copied().chain(endpoint).collect();
        Function::deployed(self.binary, stack, self.name, &others).await
    }
}

fn every_way_to_fail(requests: &[AwsRequest]) -> Vec<Failing> {
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut ways = Vec::new();
    for AwsRequest { name, .. } in requests {
        let occurrence = counts.entry(name).or_default();
        *occurrence += 1;
        let step = Step {
            request: name.clone(),
            occurrence: *occurrence,
        };
        for fault in Fault::ALL.into_iter().filter(|fault| fault.can_befall(&step)) {
            ways.extend([false, true].map(|lasting| Failing {
                step: step.clone(),
                fault,
                lasting,
            }));
        }
    }
    ways
}

impl Case {
    async fn of(function: Deployed<'_>, stack: &Stack, failing: &Failing, call: Call) -> Self {
        let proxy = Proxy::of(stack).await;
        proxy.fail(failing.step.clone(), failing.fault, failing.lasting);
        let function = function.start_behind(&proxy, stack).await;
        Self {
            reply: function.send(&call).await,
            failing: failing.clone(),
            stack: stack.clone(),
            proxy,
            function,
            call,
        }
    }

    fn check(&self, undisturbed: u16) {
        let Self { failing, reply, .. } = self;
        if reply.status != undisturbed {
            assert_says_nothing_of_the_cause(reply, "127.0.0.1");
            let code = reply.body["code"].as_str().unwrap_or_default();
            assert_eq!((reply.status, code), (503, "service_unavailable"), "{failing}");
            assert!(failing.lasting, "{failing} is not healed by trying again");
        }
    }

    /// What failed and how, for a message.
    #[must_use]
    pub fn failing(&self) -> String {
        self.failing.to_string()
    }

    /// The request that failed, as in `dynamodb GetItem users`.
    #[must_use]
    pub fn request(&self) -> &str {
        &self.failing.step.request
    }

    /// How it failed.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        self.failing.fault
    }

    /// Whether it failed for as long as the call lasted.
    #[must_use]
    pub const fn lasted(&self) -> bool {
        self.failing.lasting
    }

    /// What the same call is answered with, now that the failure is over.
    pub async fn again(&self) -> Reply {
        self.proxy.end();
        self.function.send(&self.call).await
    }

    /// What the function has asked of AWS, once that is as wanted (see [`Proxy::requests_once`]).
    pub async fn requests_once(&self, is_wanted: impl Fn(&[AwsRequest]) -> bool) -> Vec<AwsRequest> {
        self.proxy.requests_once(is_wanted).await
    }

    /// What a table has now of the items that the function has named in its requests so far, to single items or in transactions.
    pub async fn items(&self, table: &str) -> Vec<Value> {
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
            let item = self.stack.item(name, (&key, &value)).await;
            items.extend((!item.is_null()).then_some(item));
        }
        items
    }

    /// The objects that the function has named in its requests so far and that are there now, such as `document/…`.
    pub async fn objects(&self, bucket: &str) -> Vec<String> {
        let name = self.stack.buckets.get(bucket).expect("the stack has that bucket");
        let requests = self.proxy.requests();
        let paths = requests
            .iter()
            .filter_map(|request| request.path.strip_prefix(&format!("/{name}/")).map(str::to_owned));
        let keys: BTreeSet<String> = paths.collect();
        let mut there = Vec::new();
        for key in keys {
            if self.stack.has_object(bucket, &key).await {
                there.push(key);
            }
        }
        there
    }

    /// How many attempts are counted now, by what is limited, as in `login-account`.
    pub async fn attempts(&self) -> BTreeMap<String, i64> {
        let mut attempts = BTreeMap::new();
        for item in self.items("attempts").await {
            let limited = item["counter"].as_str().and_then(|counter| counter.split('#').next());
            let limited = limited.expect("a counter begins with what it limits").to_owned();
            *attempts.entry(limited).or_default() += item["attempts"].as_i64().expect("a number");
        }
        attempts
    }
}

/// The partition keys that a request names in a table.
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

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, fault, lasting } = self;
        let how_long = if *lasting { "for good" } else { "once" };
        write!(f, "{step}: {fault:?}, {how_long}")
    }
}
