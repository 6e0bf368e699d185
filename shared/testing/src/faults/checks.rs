//! Checks that every endpoint passes. [`endpoint_checks!`](crate::endpoint_checks) makes tests of them.

use std::{net::Ipv4Addr, time::Duration};

use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    matrix::{Prepared, check_aws_requests, check_every_fault},
    outage::Outage,
};
use crate::{
    DeployedFunction, Expected, Function, Stack, TestRequest, TestResponse, TestUser, expect, in_one_window, refuses,
    stack::unique_id,
};

/// Tests of a function, each with the name of its check in [`testing::checks`](crate::checks) and what the check needs. Another name for the
/// test may come first.
///
/// ```ignore
/// endpoint_checks!(
///     FUNCTION,
///     every_variable_is_required(&list("any")),
///     sends_these_requests_to_aws(async |stack| list(&TestUser::verified(stack).await.access_token(stack).await)),
///     succeeds_after_any_fault(after_any_fault_a_repetition_lists, prepare),
/// );
/// ```
#[macro_export]
macro_rules! endpoint_checks {
    (@ $function:expr, $check:ident, $name:ident, $argument:expr $(,)?) => {
        #[tokio::test]
        async fn $name() {
            $crate::checks::$check($function, $argument).await;
        }
    };
    (@ $function:expr, $check:ident, $($argument:expr),+ $(,)?) => {
        #[tokio::test]
        async fn $check() {
            $crate::checks::$check($function, $($argument),+).await;
        }
    };
    ($function:expr, $($check:ident($($argument:tt)+)),+ $(,)?) => {
        $($crate::endpoint_checks!(@ $function, $check, $($argument)+);)+
    };
}

/// A URL at which nothing listens. Port 1 needs privileges that no test server has.
const UNREACHABLE: &str = "http://127.0.0.1:1";

/// A function that lacks a variable responds with `internal_error` and names the variable in its log, and the stack deploys the function
/// with it.
///
/// The function starts without variables, and gets each one that its log names, until it responds otherwise.
pub async fn every_variable_is_required(function: DeployedFunction, request: &TestRequest) {
    let stack = Stack::running();
    let (name, deployed) = (function.name(), function.variables());
    let mut given: Vec<(&str, &str)> = Vec::new();
    loop {
        let function = Function::start(function.binary, &stack, &given).await;
        if function.send(request).await.status_and_code() != (500, "internal_error") {
            break;
        }
        let line = function.wait_for_log("the function is misconfigured").await;
        let cause = line["cause"].as_str().expect("the line has a cause");
        check_misconfigured(&function, request, cause).await;
        let missing = cause
            .strip_prefix("environment variable ")
            .and_then(|rest| rest.strip_suffix(" is not set"));
        let found = deployed.iter().find(|(name, _)| Some(name.as_str()) == missing);
        let (variable, value) = found.unwrap_or_else(|| panic!("{name} in template.yaml: {cause}"));
        given.push((variable, value));
        assert!(given.len() <= deployed.len(), "{cause}, although it was given");
    }
    assert!(!given.is_empty(), "every function reads a variable");
}

/// Checks that a misconfigured function responds with `internal_error` and logs this cause.
pub async fn check_misconfigured(function: &Function, request: &TestRequest, cause: &str) {
    let response = expect!(function.send(request), (500, "internal_error"));
    response.assert_hides_cause(cause);
    let line = function.wait_for_log("the function is misconfigured").await;
    assert_eq!(
        (&line["level"], &line["cause"]),
        (&Value::from("ERROR"), &Value::from(cause))
    );
}

/// Without its tables, a function responds with `service_unavailable`.
pub async fn returns_503_when_tables_are_unreachable_or_do_not_respond(
    function: DeployedFunction,
    request: &TestRequest,
) {
    returns_503_when_tables_are_unreachable(function, request).await;
    returns_503_when_tables_do_not_respond(function, request).await;
}

/// The same for a job, which has no status.
pub use returns_503_when_tables_are_unreachable_or_do_not_respond as fails_when_tables_are_unreachable_or_do_not_respond;

/// Also checks that the function logs the cause. Returns the response for a snapshot.
pub async fn returns_503_when_tables_are_unreachable(
    function: DeployedFunction,
    request: &TestRequest,
) -> TestResponse {
    let mut stack = Stack::running();
    UNREACHABLE.clone_into(&mut stack.aws);
    let function = function.start(&stack, &[]).await;

    let response = expect!(function.send(request), (503, "service_unavailable"));
    let line = function.wait_for_log("failed").await;
    assert_eq!(line["level"], "ERROR");
    assert_eq!(line["code"], "service_unavailable");
    let cause = line["cause"].as_str().unwrap_or_default();
    assert!(
        cause.to_lowercase().contains("connect"),
        "the log names the cause: {line}"
    );
    response.assert_hides_cause("127.0.0.1");
    response
}

/// The tables accept connections and never respond. The function ends after the time limit of an AWS request.
pub async fn returns_503_when_tables_do_not_respond(function: DeployedFunction, request: &TestRequest) {
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let mut stack = Stack::running();
    stack.aws = format!("http://{}", silent.local_addr().expect("the port is bound"));
    let function = function.start(&stack, &[("AWS_CALL_TIMEOUT_SECONDS", "1")]).await;
    expect!(function.send(request), (503, "service_unavailable"));
    drop(silent);
}

/// During an outage of each service that a request needs, the response is `service_unavailable`, and as expected after it.
pub async fn returns_503_during_an_outage_and_succeeds_after_it(
    function: DeployedFunction,
    request: &TestRequest,
    expected: impl Expected + Copy,
) {
    let stack = Stack::running();
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = Outage::start(&stack).await;
        let function = function.start(&stack, &[(service, outage.endpoint())]).await;
        expect!(function.send(request), (503, "service_unavailable"), "{service}");
        outage.end();
        expect!(function.send(request), expected, "{service}");
    }
}

/// A request succeeds when its email cannot be sent, and the log has the name of the email and no secret. Returns the response and the
/// function.
pub async fn succeeds_and_logs_when_the_email_cannot_be_sent(
    function: DeployedFunction,
    request: &TestRequest,
    mail: &str,
    secrets: &[&str],
) -> (TestResponse, Function) {
    let stack = Stack::running();
    let outage = Outage::start(&stack).await;
    let function = function
        .start(&stack, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())])
        .await;
    let response = function.send(request).await;
    assert!(response.status < 300, "{response:?}");
    let line = function.wait_for_log("mail not sent").await;
    assert_eq!([&line["level"], &line["mail"]], ["ERROR", mail]);
    function.wait_for_metrics("MailsFailed", 1).await;
    for secret in secrets {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
    (response, function)
}

/// `request` makes the request with an access token.
pub async fn returns_401_without_a_valid_token(_: DeployedFunction, request: impl Fn(&str) -> TestRequest) {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        expect!(stack.send(&request(token)), (401, "unauthorized"));
    }
}

/// As [`returns_401_without_a_valid_token`]. A blocked user changes nothing.
pub async fn requires_an_access_token_of_a_user_who_is_not_blocked(
    function: DeployedFunction,
    request: impl Fn(&str) -> TestRequest,
) {
    returns_401_without_a_valid_token(function, &request).await;
    let (stack, user, token) = Stack::with_signed_in_user().await;
    user.set_attribute(&stack, "blocked", true.into()).await;
    let before = user.record(&stack).await;
    refuses!(stack, request(&token), 403, "account_blocked");
    assert_eq!(user.record(&stack).await, before);
}

/// `others` are bodies in JSON whose fields have other types than those of the request.
pub async fn returns_400_for_a_malformed_body(function: DeployedFunction, request: &TestRequest, others: &[&str]) {
    let stack = Stack::running();
    for body in ["", "null", "[]", "{", "7", "a=b"].iter().chain(others) {
        expect!(stack.send(&request.clone().body(*body)), (400, "malformed_request"));
    }
    // The gateway sends a body that is not UTF-8 in base64. The local gateway would replace the invalid bytes, so the test bypasses it.
    let function = function.start(&stack, &[]).await;
    let not_text = request.clone().body(*b"{\"any\": \"\xff\"}");
    expect!(function.send(&not_text), (400, "malformed_request"));
    let large = request.clone().json(&json!({"any": "x".repeat(100_000)}));
    expect!(stack.send(&large), (413, "request_too_large"));
}

/// See [`check_aws_requests`](super::check_aws_requests).
pub use super::matrix::check_aws_requests as sends_these_requests_to_aws;

/// As [`check_aws_requests`], for a request that was handled before. It is answered before anything else is read.
pub async fn a_repetition_sends_these_requests_to_aws(
    function: DeployedFunction,
    prepare: impl AsyncFn(&Stack) -> TestRequest,
) {
    let repeated = async |stack: &Stack| {
        let request = prepare(stack).await.header("idempotency-key", &unique_id());
        let first = stack.send(&request).await;
        assert!(first.status < 300, "{first:?}");
        request
    };
    check_aws_requests(function, repeated).await;
}

/// After any fault of AWS, the same request succeeds.
pub async fn succeeds_after_any_fault<P: Prepared>(function: DeployedFunction, prepare: impl AsyncFn(&Stack) -> P) {
    check_every_fault(function, prepare, async |case, _| {
        expect!(case.retry(), 200);
    })
    .await;
}

/// Sends a request with malformed bodies from one client until it is limited, and from its other networks.
pub async fn malformed_bodies_count_for_their_client(function: DeployedFunction, request: &TestRequest) {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let function = function.start(&stack, &[("RATE_LIMITS", "FailedLoginsPerIp:2")]).await;
        let user = TestUser::verified(&stack).await;
        let malformed = request.clone().body("{");
        for expected in [
            (400, "malformed_request"),
            (400, "malformed_request"),
            (429, "too_many_attempts"),
        ] {
            let request = malformed.clone().of_ip(&user.client_ip_and_port());
            expect!(function.send(&request), expected);
        }
        let mut counted = 0;
        for network in 0..12 {
            let address = format!("[2001:db8:{}:{network:x}00::1]:50000", &user.id[..4]);
            let response = function.send(&malformed.clone().of_ip(&address)).await;
            counted += usize::from(response.status == 400);
        }
        assert_eq!(counted, 4 * 2);
    })
    .await;
}
