//! Failures of AWS, and missing configuration.

use super::{FUNCTION, IMPORTED, UNCACHED, get};
use crate::prelude::*;

async fn get_imported(_: &Stack) -> TestRequest {
    get(IMPORTED)
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_course() {
    faults::check_every_fault(UNCACHED, get_imported, async |case, ()| {
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
    let function = FUNCTION.start(&stack, &overrides).await;
    expect!(function.send(&get(IMPORTED)), 200);
    tokio::time::sleep(LIFETIME).await;
    proxy.clear_requests();
    proxy.inject_fault(NthRequest::first("dynamodb GetItem courses"), Fault::ServerError, true);
    expect!(function.send(&get(IMPORTED)), 200);
    function.wait_for_log("cached value not fetched again").await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&get(IMPORTED)),
    every_variable_is_required(&get(IMPORTED)),
);
