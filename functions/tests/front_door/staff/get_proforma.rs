//! Front-door tests of `GET /staff/places/{user}/{course}/proforma`, and of naming who pays.
//!
//! Protected here: one document names all places in the run with the same payer and what is still to pay for them, and no other place.

use super::place::{Clerks, Desk, payment};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-proforma");

fn proforma(desk: &Desk) -> TestRequest {
    TestRequest::get(&format!("{}/proforma", desk.path())).query("lang", "fr")
}

fn employer(tax_number: &str) -> Value {
    json!({"event": "name_payer", "name": "Sonatel SARL", "address": "4 rue Larbi, Oran", "taxNumber": tax_number})
}

#[tokio::test]
async fn names_all_places_in_the_run_with_the_same_payer() {
    let first = Desk::new().await;
    let clerks = Clerks::of(&first).await;
    let (second, other) = (first.with_learner().await, first.with_learner().await);
    for desk in [&first, &second, &other] {
        desk.offer_with_proof().await;
    }
    clerks.decide(&first, employer("0991 6100")).await;
    let named = clerks.decide(&second, employer("09916100")).await;
    assert_eq!(named["payer"]["name"], "Sonatel SARL");
    assert_eq!(named["history"][0]["what"], "place name_payer for excel, spring");
    clerks.decide(&other, employer("0991 6101")).await;
    // With the same payer, one that is over, and one in another currency.
    let (ended, foreign) = (first.with_learner().await, first.with_learner().await);
    for (desk, state, currency) in [(&ended, "withdrawn", "DZD"), (&foreign, "offered", "EUR")] {
        desk.offer_with_proof().await;
        clerks.decide(desk, employer("0991 6100")).await;
        let mut offer = desk.stored().await["offer"].clone();
        offer["price"]["currency"] = currency.into();
        desk.set(json!({"state": state, "offer": offer})).await;
    }
    let mut offer = second.stored().await["offer"].clone();
    offer["payBy"] = "2999-01-05".into();
    second.set(json!({"offer": offer})).await;
    clerks.record(&second, &payment("T-1", "1900")).await;
    let function = first.function(FUNCTION).await;
    let shown = function.send(&first.finance.sends(proforma(&first))).await;
    let data = shown.data();
    assert_eq!(
        (&data["amount"], &data["currency"], &data["payBy"]),
        (&json!("21900.00"), &json!("DZD"), &json!("2999-01-05")),
        "{shown:?}"
    );
    let places: Vec<_> = data["places"].as_array().expect("places").iter().collect();
    assert_eq!(
        places.iter().map(|place| &place["amount"]).collect::<Vec<_>>(),
        [&json!("11900.00"), &json!("10000.00")]
    );
    assert_eq!(places[0]["reference"], "MS-7K4Q-92BX");
    let details = &data["details"];
    assert_eq!(
        (
            &details["language"],
            &details["payer"]["taxNumber"],
            &data["tax"]["amount"]
        ),
        (&json!("fr"), &json!("0991 6100"), &json!("3496.64"))
    );
    // One place alone is a document as its user has it, and nothing is left to pay for a place that is paid.
    let alone = function.send(&first.admissions.sends(proforma(&other))).await;
    assert_eq!(
        (&alone.data()["amount"], alone.data().get("places")),
        (&json!("11900.00"), None)
    );
    clerks.record(&other, &payment("T-2", "11900")).await;
    expect!(
        function.send(&first.finance.sends(proforma(&other))),
        (404, "place_request_not_found")
    );
}

#[tokio::test]
async fn the_learner_pays_again_once_no_payer_is_named() {
    let desk = Desk::new().await;
    let clerks = Clerks::of(&desk).await;
    clerks.decide(&desk, employer("0991")).await;
    for (payer, refusal) in [
        (json!({"name": "Sonatel"}), (400, "address_required")),
        (
            json!({"name": "x".repeat(101), "address": "Oran"}),
            (400, "field_too_long"),
        ),
    ] {
        let mut decision = payer;
        decision["event"] = "name_payer".into();
        clerks.refuse(&desk, decision, refusal).await;
    }
    let named = clerks.decide(&desk, json!({"event": "name_payer", "name": " "})).await;
    assert_eq!(named.get("payer"), None);
    clerks
        .decide(&desk, json!({"event": "decline", "reason": "Full"}))
        .await;
    clerks.refuse(&desk, employer("0991"), (409, "place_decided")).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_shows_it() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        desk.offer_with_proof().await;
        let mut offer = desk.stored().await["offer"].clone();
        offer["instructions"] = 1.into();
        desk.set(json!({"offer": offer})).await;
        (desk.stack.clone(), desk.finance.sends(proforma(&desk)), ())
    };
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}
