//! Failures of AWS, and missing configuration.

use testing::{Stack, TestRequest, faults};

use super::{BINARY, DEPLOYED, IMPORTED, NAME, get};

async fn get_imported(_: &Stack) -> (TestRequest, ()) {
    (get(IMPORTED), ())
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let requests = faults::aws_requests(DEPLOYED, get_imported).await;
    assert_eq!(requests, ["dynamodb GetItem courses", "dynamodb Query courseDetails"]);
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
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &get(IMPORTED)).await;
    faults::check_tables_unresponsive(BINARY, &variables, &get(IMPORTED)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::function_variables(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &get(IMPORTED)).await;
}
