//! Front-door tests of `POST /staff/places/{user}/{course}/payments`.
//!
//! Protected here: each entry is recorded once with a receipt, and the payment that completes the price confirms the place.

use std::collections::BTreeMap;

use futures_util::future::join_all;

use super::place::{COURSE, Clerks, Desk, money, payment};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-record-payment");

async fn offered() -> Desk {
    let desk = Box::pin(Desk::new()).await;
    desk.offer_with_proof().await;
    desk
}

#[tokio::test]
async fn two_payments_confirm_a_place_and_a_reversal_leaves_a_balance_due() {
    let desk = offered().await;
    let function = desk.function(FUNCTION).await;
    let record = async |entry: &Value| function.send(&desk.finance.sends(desk.payment(entry))).await;
    let first = record(&payment("T-1", "5000")).await;
    assert_eq!(
        (first.status, &first.data()["state"]),
        (200, &json!("offered")),
        "{first:?}"
    );
    assert_eq!(first.data()["money"]["due"]["amount"], "6900.00");
    assert_eq!(first.data()["proofs"][0]["state"], "accepted");
    let file = desk.stack.get_item("files", ("fileId", &desk.learner.id)).await;
    assert!(file["expiresAt"].is_number(), "its year begins");
    expect!(record(&payment("T-1", "5000")), (409, "payment_repeated"));

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
    let stored = desk.stack.scan_items("payments").await;
    let receipts: Vec<_> = stored.iter().filter(|item| item["details"].is_object()).collect();
    assert_eq!(receipts.len(), 2);
    assert!(receipts.iter().all(|receipt| receipt["details"]["payer"] == payer));
    assert_eq!(second.data()["history"][0]["what"], "payment for excel, spring");
    assert!(desk.learner.last_email(&desk.stack).await.body_text.contains("Excel"));

    let reversed = record(&json!({"kind": "reversal", "id": "T-2", "note": "The bank took it back."})).await;
    assert_eq!(reversed.data()["money"]["due"]["amount"], "6900.00");
    assert_eq!(reversed.data()["state"], "confirmed");
    // The document about it names who had paid, also after the user has said that somebody else pays.
    desk.set(json!({"payer": {"name": "Another", "address": "Oran"}})).await;
    record(&json!({"kind": "refund", "id": "R-1", "amount": "5000", "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-06"}))
        .await;
    let stored = desk.stack.scan_items("payments").await;
    let names: Vec<_> = stored
        .iter()
        .filter(|item| item["details"].is_object())
        .map(|receipt| &receipt["details"]["payer"]["name"])
        .collect();
    assert_eq!(names, ["Sonatel SARL"; 4]);
}

#[tokio::test]
async fn cash_has_a_stamp_duty_beside_the_amount() {
    let desk = offered().await;
    let function = desk.function(FUNCTION).await;
    let entry = |kind: &str, id: &str, method: &str, amount: &str| json!({"kind": kind, "id": id, "amount": amount, "currency": "DZD", "method": method, "receivedOn": "2026-01-05"});
    let reversal = |id: &str| json!({"kind": "reversal", "id": id, "note": "A mistake"});
    let record = async |entry: Value| {
        let recorded = expect!(function.send(&desk.finance.sends(desk.payment(&entry))), 200);
        recorded.data().clone()
    };
    let part = record(entry("payment", "T-1", "ccp", "1900")).await;
    assert_eq!(
        part["money"]["cash"],
        json!({"stampDuty": "100.00", "total": "10100.00"})
    );
    // The duty is no part of the price.
    let paid = record(entry("payment", "T-2", "cash", "10000")).await;
    assert_contains(&paid, &json!({"state": "confirmed", "money": {"due": null}}));
    record(reversal("T-2")).await;
    record(entry("payment", "T-3", "cash", "300")).await;
    let last = record(entry("refund", "R-1", "cash", "1000")).await;
    let ledger = last["ledger"].as_array().expect("entries");
    let duties: BTreeMap<_, _> = ledger
        .iter()
        .filter_map(|entry| Some((entry["id"].as_str()?, entry["stampDuty"].as_str()?)))
        .collect();
    assert_eq!(duties, BTreeMap::from([("T-2", "100.00"), ("T-2/reversed", "-100.00")]));

    let stored = desk.stack.scan_items("payments").await;
    let documents = stored.iter().filter(|item| item["details"].is_object());
    let documents: Vec<_> = documents
        .map(|receipt| json!([receipt["amount"], receipt["tax"]["amount"], receipt["cash"]["total"]]))
        .collect();
    for document in [
        json!(["1900.00", "303.36", null]),
        json!(["10000.00", "1596.64", "10100.00"]),
        json!(["-10000.00", "-1596.64", "-10100.00"]),
        json!(["300.00", "47.90", null]),
        json!(["-1000.00", "-159.66", null]),
    ] {
        assert!(documents.contains(&document), "{document} of {documents:?}");
    }
}

#[tokio::test]
async fn foreign_reversed_and_double_payments_are_entries_and_the_balance_decides() {
    let desk = offered().await;
    let clerks = Clerks::of(&desk).await;
    let balance = async |entry: &Value, expected: [Value; 3]| {
        let place = clerks.record(&desk, entry).await;
        assert_eq!(money(&place), expected, "{entry}");
        place["state"].clone()
    };
    let nothing = Value::Null;
    let part = [json!("6900.00"), json!("5000.00"), nothing.clone()];
    let all = [nothing.clone(), json!("11900.00"), nothing.clone()];
    assert_eq!(balance(&payment("T-1", "5000"), part.clone()).await, "offered");
    let retract = json!({"event": "retract", "reason": "An error"});
    clerks.refuse(&desk, retract, (409, "money_held")).await;
    let mut foreign = payment("T-2", "50");
    foreign["currency"] = "EUR".into();
    foreign["credited"] = "6900".into();
    assert_eq!(balance(&foreign, all.clone()).await, "confirmed");
    // The bank takes a payment back: the place stays, with a balance due.
    let reversal = json!({"kind": "reversal", "id": "T-2", "note": "Taken back"});
    assert_eq!(balance(&reversal, part).await, "confirmed");
    expect!(clerks.try_record(&desk, &reversal), (409, "payment_repeated"));
    let too_much = [nothing, json!("15000.00"), json!("3100.00")];
    balance(&payment("T-3", "10000"), too_much).await;
    let mut refund = payment("R-1", "3100");
    refund["kind"] = "refund".into();
    balance(&refund, all).await;
    let records = desk.stack.scan_items("audit").await;
    let own = records
        .iter()
        .filter(|record| record["subject"] == desk.learner.id.as_str());
    let own: Vec<_> = own.map(ToString::to_string).collect();
    assert_eq!(own.iter().filter(|record| record.contains("payment_record")).count(), 5);
    assert!(
        !own.iter().any(|record| record.contains("5000.00")),
        "amounts are in the ledger only"
    );

    // Without the account, amounts, currencies and dates remain, and the numbers of receipts.
    let payments = "payments";
    let delete = desk.function(DeployedFunction::named("users-delete")).await;
    let token = desk.learner.access_token(&desk.stack).await;
    let deletion = TestRequest::post("/users/delete").json(&json!({"password": desk.learner.password}));
    expect!(delete.send(&deletion.bearer(&token)), 200);
    let kept = desk.stack.scan_items(payments).await;
    assert!(
        !kept.iter().any(|item| item.to_string().contains(&desk.learner.id)),
        "{kept:?}"
    );
    let numbered = kept.iter().filter(|item| item["number"].is_string());
    let details = numbered.map(|receipt| receipt.get("details"));
    assert_eq!(details.collect::<Vec<_>>(), [None::<&Value>; 5]);
    for (amount, currency) in [
        ("5000.00", "DZD"),
        ("50.00", "EUR"),
        ("-50.00", "EUR"),
        ("-3100.00", "DZD"),
    ] {
        let anonymous = |item: &&Value| {
            let payer = item["payer"].as_str().unwrap_or_default();
            payer.starts_with("anonymous#")
                && (&item["amount"], &item["currency"]) == (&json!(amount), &json!(currency))
        };
        assert_eq!(kept.iter().filter(anonymous).count(), 1, "{amount} {currency}");
    }
}

#[tokio::test]
async fn receipts_have_numbers_without_gaps_when_many_payments_are_recorded_at_once() {
    let first = Desk::new().await;
    let mut payers = Vec::new();
    for _ in 0..6 {
        let desk = first.with_learner().await;
        desk.offer_with_proof().await;
        payers.push((Clerks::of(&desk).await, desk));
    }
    let entry = payment("T-1", "11900");
    let recorded = join_all(payers.iter().map(|(clerks, desk)| clerks.try_record(desk, &entry))).await;
    for ((clerks, desk), response) in payers.iter().zip(recorded) {
        // One that met another transaction at every attempt has written nothing.
        if response.status != 200 {
            clerks.record(desk, &entry).await;
        }
        assert_eq!(desk.stored().await["state"], "accepted");
    }
    let items = first.stack.scan_items("payments").await;
    let mut numbers: Vec<_> = items.iter().filter_map(|item| item["number"].as_str()).collect();
    numbers.sort_unstable();
    let (year, _) = numbers[0].split_once('-').expect("a year");
    let all: Vec<_> = (1..=6).map(|number| format!("{year}-{number:06}")).collect();
    assert_eq!(numbers, all);
    let counter = items.iter().find(|item| item["paymentId"] == "counter");
    assert_eq!(counter.expect("a counter")["last"], 6);
}

#[tokio::test]
async fn what_was_paid_before_counts_for_the_next_offer_and_is_never_lost() {
    let desk = Desk::new().await;
    let clerks = Clerks::of(&desk).await;
    let offer = json!({"event": "offer"});
    let ask_again = json!({"state": "pending", "queue": "pending"});
    let nothing = Value::Null;
    clerks.decide(&desk, offer.clone()).await;
    let retract = json!({"event": "retract", "reason": "An error"});
    clerks.decide(&desk, retract).await;
    // The reference was mailed: a transfer with it may still arrive.
    let withdraw = desk.function(DeployedFunction::named("courses-withdraw-request")).await;
    let token = desk.learner.access_token(&desk.stack).await;
    let withdrawal = TestRequest::delete(&format!("/courses/{COURSE}/requests")).bearer(&token);
    expect!(withdraw.send(&withdrawal), 200);
    let late = clerks.record(&desk, &payment("T-1", "5000")).await;
    assert_eq!(
        (&late["state"], money(&late)),
        (
            &json!("withdrawn"),
            [nothing.clone(), json!("5000.00"), json!("5000.00")]
        )
    );
    assert_eq!(desk.stored().await["queue"], "refund");

    // The user asks again: the credit counts.
    desk.set(ask_again.clone()).await;
    let mut instructions = payment_instructions(2, "0012 3");
    let mut euros = instructions["ways"][0].clone();
    euros["currency"] = "EUR".into();
    instructions["ways"] = json!([instructions["ways"][0], euros]);
    desk.stack.put_item("payments", instructions).await;
    let euros = json!({"event": "offer", "amount": "80", "currency": "EUR", "reason": "From Lyon"});
    clerks.refuse(&desk, euros, (409, "other_currency")).await;
    let offered = clerks.decide(&desk, offer.clone()).await;
    assert_eq!(money(&offered), [json!("6900.00"), json!("5000.00"), nothing.clone()]);
    let email = desk.learner.last_email(&desk.stack).await;
    assert!(email.body_text.contains("6,900"), "{}", email.body_text);
    clerks.record(&desk, &payment("T-2", "6900")).await;
    clerks
        .decide(&desk, json!({"event": "cancel", "reason": "Moved away"}))
        .await;

    // It covers the whole price of the next place, which is confirmed at once.
    desk.set(ask_again).await;
    let confirmed = clerks.decide(&desk, offer).await;
    assert_eq!(
        (&confirmed["state"], money(&confirmed)),
        (&json!("confirmed"), [nothing.clone(), json!("11900.00"), nothing])
    );
}

/// As versions up to 1.2 recorded a payment: with the enrolment.
#[tokio::test]
async fn a_place_of_an_earlier_version_keeps_its_payment_when_it_is_cancelled() {
    let desk = Desk::new().await;
    let clerks = Clerks::of(&desk).await;
    clerks
        .decide(&desk, json!({"event": "grant", "reason": "A guest"}))
        .await;
    let mut enrolment = desk.paid().await.remove(0);
    enrolment["amount"] = "120.00".into();
    enrolment["currency"] = "EUR".into();
    desk.stack.put_item("payments", enrolment).await;
    desk.set(json!({"version": null})).await;
    let cancelled = clerks
        .decide(&desk, json!({"event": "cancel", "reason": "No teacher"}))
        .await;
    assert_eq!(money(&cancelled), [Value::Null, json!("120.00"), json!("120.00")]);
}

#[tokio::test]
async fn refuses_what_is_not_an_entry() {
    let desk = offered().await;
    let function = desk.function(FUNCTION).await;
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
        expect!(function.send(&desk.finance.sends(desk.payment(&entry))), refusal);
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
        let entry = desk.finance.sends(desk.payment(&payment("T-1", "11900")));
        (desk.stack.clone(), entry, desk)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, desk| {
        let response = case.retry().await;
        assert!([200, 409].contains(&response.status), "{response:?}");
        assert_eq!(desk.stored().await["state"], "accepted");
        assert_eq!(desk.taken().await, json!(3), "the offer had taken the seat");
    })
    .await;
}
