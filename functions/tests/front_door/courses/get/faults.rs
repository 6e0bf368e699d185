//! Failures of AWS, and missing configuration.

use std::time::Duration;

use testing::{
    Function, Stack, TestRequest,
    faults::{self, Fault, NthRequest, Proxy},
};

use super::{BINARY, DEPLOYED, IMPORTED, NAME, get};

async fn get_imported(_: &Stack) -> (TestRequest, ()) {
    (get(IMPORTED), ())
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_course() {
    faults::check_every_fault(DEPLOYED, get_imported, async |case, ()| {
        let response = case.retry().await;
        assert_eq!(response.data()["_id"], IMPORTED, "{response:?}");
    })
    .await;
}

#[tokio::test]
async fn an_outage_keeps_the_course_for_one_more_lifetime() {
    const LIFETIME: Duration = Duration::from_secs(6);
    let stack = Stack::running();
    let proxy = Proxy::start(&stack).await;
    let lifetime = LIFETIME.as_secs().to_string();
    let overrides = [
        ("CATALOGUE_MAX_AGE_SECONDS", lifetime.as_str()),
        ("AWS_ENDPOINT_URL", proxy.endpoint()),
    ];
    let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;
    assert_eq!(function.send(&get(IMPORTED)).await.status, 200);
    tokio::time::sleep(LIFETIME).await;
    proxy.clear_requests();
    proxy.inject_fault(NthRequest::first("dynamodb GetItem courses"), Fault::ServerError, true);
    let response = function.send(&get(IMPORTED)).await;
    assert_eq!(response.status, 200, "{response:?}");
    function.wait_for_log("cached value not fetched again").await;
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &get(IMPORTED)).await;
    faults::check_tables_unresponsive(BINARY, &variables, &get(IMPORTED)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &get(IMPORTED)).await;
}
