//! Front-door tests of `GET /staff/payment-instructions`.
//!
//! Protected here: those who take payments read how users pay.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use domain::StaffRole;
use serde_json::json;
use testing::{
    Function, Stack, TestRequest, TestStaff,
    faults::{self, DeployedFunction},
    payment_instructions,
};

const BINARY: &str = "staff-get-payment-instructions";
const NAME: &str = "StaffGetPaymentInstructionsFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn get() -> TestRequest {
    TestRequest::get("/staff/payment-instructions")
}

#[tokio::test]
async fn returns_the_last_version() {
    let stack = Stack::running();
    let finance = TestStaff::signed_in(&stack, &[StaffRole::Finance]).await;
    let payments = stack.create_table_apart("payments").await;
    let function = Function::start_deployed(BINARY, &stack, NAME, &[("PAYMENTS_TABLE", &payments)]).await;
    let none = function.send(&finance.sends(get())).await;
    assert_eq!(none.data(), &json!({"version": 0, "ways": []}));
    for version in [9, 10] {
        let item = payment_instructions(version, &version.to_string());
        stack.put_item(&payments, item).await;
    }
    let last = function.send(&finance.sends(get())).await;
    assert_eq!(
        last.data(),
        &json!({"version": 10, "ways": payment_instructions(10, "10")["ways"]})
    );
}

#[tokio::test]
async fn after_any_fault_a_repetition_returns_them() {
    let prepare = async |stack: &Stack| {
        let finance = TestStaff::signed_in(stack, &[StaffRole::Finance]).await;
        (finance.sends(get()), ())
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
