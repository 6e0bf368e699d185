//! Front-door tests of `GET /staff/payment-instructions`.
//!
//! Protected here: those who take payments read how users pay.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-payment-instructions");

fn get() -> TestRequest {
    TestRequest::get("/staff/payment-instructions")
}

#[tokio::test]
async fn returns_the_last_version() {
    let (stack, finance) = Stack::with_staff(&[StaffRole::Finance]).await;
    let own = stack.with_own_tables(&["payments"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    let none = function.send(&finance.sends(get())).await;
    assert_eq!(none.data(), &json!({"version": 0, "ways": []}));
    for version in [9, 10] {
        let item = payment_instructions(version, &version.to_string());
        own.put_item("payments", item).await;
    }
    let last = function.send(&finance.sends(get())).await;
    assert_eq!(
        last.data(),
        &json!({"version": 10, "ways": payment_instructions(10, "10")["ways"]})
    );
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_returns_them, async |stack| {
        let finance = TestStaff::signed_in(stack, &[StaffRole::Finance]).await;
        finance.sends(get())
    }),
);
