//! Front-door tests of `POST /staff/places/{user}/{course}/payments`.
//!
//! Protected here: each entry is recorded once with a receipt, and the payment that completes the price confirms the place.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use serde_json::{Value, json};
use testing::faults::{self, DeployedFunction};

use super::place::Desk;

const BINARY: &str = "staff-record-payment";
const NAME: &str = "StaffRecordPaymentFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

async fn offered() -> Desk {
    let desk = Box::pin(Desk::new()).await;
    desk.offer_with_proof().await;
    desk
}

fn payment(id: &str, amount: &str) -> Value {
    json!({"kind": "payment", "id": id, "amount": amount, "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-05"})
}

#[tokio::test]
async fn two_payments_confirm_a_place_and_a_reversal_leaves_a_balance_due() {
    let desk = offered().await;
    let function = desk.function(BINARY, NAME).await;
    let record = async |entry: &Value| function.send(&desk.finance.sends(desk.payment(entry))).await;
    let first = record(&payment("T-1", "5000")).await;
    assert_eq!(
        (first.status, &first.data()["state"]),
        (200, &json!("offered")),
        "{first:?}"
    );
    assert_eq!(first.data()["money"]["due"]["amount"], "6900.00");
    assert_eq!(
        record(&payment("T-1", "5000")).await.status_and_code(),
        (409, "payment_repeated")
    );

    let second = record(&payment("T-2", "6900.00")).await;
    assert_eq!(
        (second.status, &second.data()["state"]),
        (200, &json!("confirmed")),
        "{second:?}"
    );
    let numbers = second.data()["ledger"].as_array().expect("entries").iter();
    assert_eq!(numbers.filter(|entry| entry["receipt"].is_string()).count(), 2);
    let payer = json!({"name": "Sonatel SARL", "address": "Oran"});
    assert_eq!(second.data()["payer"], payer);
    let stored = desk.stack.scan_items(desk.variables()[3].1).await;
    let receipts: Vec<_> = stored.iter().filter(|item| item["details"].is_object()).collect();
    assert_eq!(receipts.len(), 2);
    assert!(receipts.iter().all(|receipt| receipt["details"]["payer"] == payer));
    assert_eq!(second.data()["history"][0]["what"], "payment for excel, spring");
    assert!(desk.learner.last_email(&desk.stack).await.body_text.contains("Excel"));

    let reversed = record(&json!({"kind": "reversal", "id": "T-2", "note": "The bank took it back."})).await;
    assert_eq!(reversed.data()["money"]["due"]["amount"], "6900.00");
    assert_eq!(reversed.data()["state"], "confirmed");
    // The document about it names who had paid, also after the user has said that somebody else pays.
    let mut place = desk.stored().await;
    place["payer"] = json!({"name": "Another", "address": "Oran"});
    desk.stack.put_item(desk.variables()[2].1, place).await;
    record(&json!({"kind": "refund", "id": "R-1", "amount": "5000", "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-06"}))
        .await;
    let stored = desk.stack.scan_items(desk.variables()[3].1).await;
    let names: Vec<_> = stored
        .iter()
        .filter(|item| item["details"].is_object())
        .map(|receipt| &receipt["details"]["payer"]["name"])
        .collect();
    assert_eq!(names, ["Sonatel SARL"; 4]);
}

#[tokio::test]
async fn refuses_what_is_not_an_entry() {
    let desk = offered().await;
    let function = desk.function(BINARY, NAME).await;
    let with = |name: &str, value: Value| {
        let mut entry = payment("T-1", "5000");
        entry[name] = value;
        entry
    };
    for (entry, refusal) in [
        (with("amount", json!("11.900")), (400, "amount_invalid")),
        (with("amount", json!("-5")), (400, "amount_invalid")),
        (with("currency", json!("EUR")), (400, "credited_required")),
        (with("receivedOn", json!("2999-01-01")), (400, "date_in_future")),
        (with("method", json!("barter")), (400, "malformed_request")),
        (with("id", json!("a#b")), (400, "malformed_request")),
        (
            json!({"kind": "reversal", "id": "T-9", "note": "A mistake"}),
            (404, "payment_not_found"),
        ),
    ] {
        let refused = function.send(&desk.finance.sends(desk.payment(&entry))).await;
        assert_eq!(refused.status_and_code(), refusal, "{entry}");
    }
    let foreign = with("currency", json!("EUR"));
    let foreign = json!({"credited": "11900", "amount": "80", "kind": "payment", "id": foreign["id"], "currency": "EUR",
        "method": "transfer", "receivedOn": "2026-01-05"});
    let recorded = function.send(&desk.finance.sends(desk.payment(&foreign))).await;
    assert_eq!(
        (recorded.status, &recorded.data()["state"]),
        (200, &json!("confirmed")),
        "{recorded:?}"
    );
}

#[tokio::test]
async fn after_any_fault_the_payment_is_recorded_once() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await.with_own_payments().await;
        desk.offer_with_proof().await;
        let variables = desk.case_variables();
        let entry = desk.finance.sends(desk.payment(&payment("T-1", "11900")));
        (variables, entry, desk)
    };
    Box::pin(faults::check_every_fault_apart(
        DEPLOYED,
        prepare,
        async |case, desk| {
            let response = case.retry().await;
            assert!([200, 409].contains(&response.status), "{response:?}");
            assert_eq!(desk.stored().await["state"], "accepted");
            assert_eq!(desk.taken().await, json!(3), "the offer had taken the seat");
        },
    ))
    .await;
}
