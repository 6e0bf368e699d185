//! Checks that every endpoint passes: wrong configuration, and tables that are unreachable or do not respond.

use std::net::Ipv4Addr;

use serde_json::Value;
use tokio::net::TcpListener;

use crate::{Function, Stack, TestRequest, TestResponse};

/// A URL at which nothing listens. Port 1 needs privileges that no test server has.
const UNREACHABLE: &str = "http://127.0.0.1:1";

/// Checks that a function that lacks a variable responds with `internal_error` and names the variable in its log, and that the stack
/// deploys the function with it.
///
/// The function starts without variables, and gets each one that its log names, until it responds otherwise.
pub async fn check_each_variable_is_required(binary: &str, name: &str, request: &TestRequest) {
    let stack = Stack::running();
    let deployed = Stack::function_variables(name);
    let mut given: Vec<(&str, &str)> = Vec::new();
    loop {
        let function = Function::start(binary, &stack, &given).await;
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
