//! AWS that responds, but slowly.

use std::{fs, time::Duration};

use tokio::time::timeout;

use super::proxy::Proxy;
use crate::{DeployedFunction, Function, Stack, TestRequest, TestResponse, repository};

/// Divides every time, so that a test takes seconds. Where the function must respond in time, times are as they are: other tests run beside
/// it, and what the platform keeps for undoing work is not divided.
const FASTER: u32 = 3;
/// How much longer each request to AWS takes. It is less than the time limit of an attempt, so no request fails alone.
const DELAY: Duration = Duration::from_millis(2_200);
/// The time limit of an AWS call in seconds. It is longer than the default, so that a busy machine exceeds none.
const CALL_TIMEOUT: u32 = 12;

/// Sends a request while each request to AWS takes so much longer that all together exceed the timeout which the template gives the
/// function. The function must respond with `service_unavailable` before Lambda would stop it, and log why.
///
/// `check` gets the response to the same request when AWS is fast again, and what `prepare` made.
pub async fn check_slow_aws<T>(
    function: DeployedFunction,
    prepare: impl AsyncFn(&Stack) -> (TestRequest, T),
    check: impl AsyncFn(&Stack, &TestResponse, &T),
) {
    let stack = Stack::running();
    let slow = SlowAws::start(function, &stack, FASTER, &prepare).await;
    assert_eq!(slow.response.status_and_code(), (503, "service_unavailable"));
    let line = slow.instance.wait_for_log("failed").await;
    assert_eq!(
        line["cause"],
        "service_unavailable: the function's time was nearly over"
    );

    slow.proxy.delay_requests(Duration::ZERO);
    let repeated = stack.send(&slow.request).await;
    check(&stack, &repeated, &slow.prepared).await;
}

/// Sends a request while each request to AWS takes that much longer. Returns the response, which comes before Lambda would stop the
/// function: for functions whose requests to AWS run concurrently, so that even then all of them fit into the timeout.
pub async fn response_while_aws_is_slow<T>(
    function: DeployedFunction,
    prepare: impl AsyncFn(&Stack) -> (TestRequest, T),
) -> TestResponse {
    let slow = SlowAws::start(function, &Stack::running(), 1, &prepare).await;
    slow.response
}

/// A request that was sent while AWS was slow, and what the test needs afterwards.
struct SlowAws<T> {
    instance: Function,
    proxy: Proxy,
    request: TestRequest,
    prepared: T,
    response: TestResponse,
}

impl<T> SlowAws<T> {
    async fn start(
        function: DeployedFunction,
        stack: &Stack,
        faster: u32,
        prepare: &impl AsyncFn(&Stack) -> (TestRequest, T),
    ) -> Self {
        let (first, _) = prepare(stack).await;
        let (request, prepared) = prepare(stack).await;
        let proxy = Proxy::start(stack).await;
        let limit = template_timeout(&function.name()) / faster;
        let call_timeout = (CALL_TIMEOUT / faster).to_string();
        let variables = [("AWS_CALL_TIMEOUT_SECONDS", call_timeout.as_str())];
        let behind = proxy.in_front_of(stack);
        let instance = function.start_with_timeout(&behind, &variables, limit).await;
        // The cold start does not count towards the timeout.
        instance.send(&first).await;
        proxy.delay_requests(DELAY / faster);

        let response = timeout(limit, instance.send(&request)).await;
        Self {
            response: response.expect("the function responds before Lambda stops it"),
            instance,
            proxy,
            request,
            prepared,
        }
    }
}

/// The timeout of a function in the template: its own, or that of all functions.
fn template_timeout(function: &str) -> Duration {
    let template = fs::read_to_string(repository().join("template.yaml")).expect("the template exists");
    let (globals, resources) = template
        .split_once("\nResources:\n")
        .expect("the template has resources");
    let (_, resource) = resources
        .split_once(&format!("\n  {function}:\n"))
        .expect("the function is in the template");
    let own = resource
        .lines()
        .take_while(|line| line.starts_with("    ") || line.is_empty());
    let timeout = |line: &str| line.trim().strip_prefix("Timeout: ")?.parse().ok();
    let seconds = own.chain(globals.lines()).find_map(timeout);
    Duration::from_secs(seconds.expect("the template has a timeout"))
}
