//! Checks that every endpoint passes: wrong configuration, and tables that are unreachable or do not respond.

use std::net::Ipv4Addr;

use serde_json::Value;
use tokio::net::TcpListener;

use crate::{Function, Stack, TestRequest, TestResponse};

/// A URL at which nothing listens. Port 1 needs privileges that no test server has.
const UNREACHABLE: &str = "http://127.0.0.1:1";

/// Checks that a function without any one of the variables responds with `internal_error` and names the variable in its log.
pub async fn check_each_variable_is_required<T: AsRef<str>>(binary: &str, variables: &[(T, T)], request: &TestRequest) {
    let stack = Stack::running();
    let variables = as_strs(variables);
    for (missing, _) in &variables {
        let others: Vec<_> = variables.iter().filter(|(name, _)| name != missing).copied().collect();
        let function = Function::start(binary, &stack, &others).await;
        check_misconfigured(
            &function,
            request,
            &format!("environment variable {missing} is not set"),
        )
        .await;
    }
}

/// Checks that a misconfigured function responds with `internal_error` and logs this cause.
pub async fn check_misconfigured(function: &Function, request: &TestRequest, cause: &str) {
    let response = function.send(request).await;
    assert_eq!(response.status_and_code(), (500, "internal_error"));
    response.assert_hides_cause(cause);
    let line = function.wait_for_log("the function is misconfigured").await;
    assert_eq!(
        (&line["level"], &line["cause"]),
        (&Value::from("ERROR"), &Value::from(cause))
    );
}

/// Checks that a function whose tables are unreachable responds with `service_unavailable` and logs the cause. Returns the response
/// for a snapshot.
pub async fn check_tables_unreachable<T: AsRef<str>>(
    binary: &str,
    variables: &[(T, T)],
    request: &TestRequest,
) -> TestResponse {
    let mut stack = Stack::running();
    UNREACHABLE.clone_into(&mut stack.aws);
    let function = Function::start(binary, &stack, &as_strs(variables)).await;

    let response = function.send(request).await;
    assert_eq!(response.status_and_code(), (503, "service_unavailable"));
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

/// Checks that a function whose tables accept connections and never respond ends after the time limit of an AWS request, and
/// responds with `service_unavailable`.
pub async fn check_tables_unresponsive<T: AsRef<str>>(binary: &str, variables: &[(T, T)], request: &TestRequest) {
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let mut stack = Stack::running();
    stack.aws = format!("http://{}", silent.local_addr().expect("the port is bound"));
    let mut variables = as_strs(variables);
    variables.push(("AWS_CALL_TIMEOUT_SECONDS", "1"));
    let function = Function::start(binary, &stack, &variables).await;

    let response = function.send(request).await;
    assert_eq!(response.status_and_code(), (503, "service_unavailable"));
    drop(silent);
}

fn as_strs<T: AsRef<str>>(variables: &[(T, T)]) -> Vec<(&str, &str)> {
    let pairs = variables.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
    pairs.collect()
}
