//! Front-door tests of `GET /staff/places`.
//!
//! Protected here: staff find places that wait, page by page, those of a run, and the one that a payment or a person names.

use domain::PaymentReference;

use super::place::{COURSE, Desk};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-list-places");

fn list(query: &[(&str, &str)]) -> TestRequest {
    let request = TestRequest::get("/staff/places");
    query
        .iter()
        .fold(request, |request, (name, value)| request.query(name, value))
}

fn emails(response: &TestResponse) -> Vec<&str> {
    let places = response.data()["places"].as_array().expect("places").iter();
    places.filter_map(|place| place["user"]["email"].as_str()).collect()
}

#[tokio::test]
async fn lists_what_waits_page_by_page_the_oldest_first() {
    let desk = Desk::new().await;
    // Users who are being deleted have places for a moment.
    for number in 0..55 {
        let nobody = TestUser {
            id: format!("{number:032x}"),
            ..desk.learner.clone()
        };
        let at = format!("2026-02-02T03:04:{number:02}Z");
        desk.put_place(
            &nobody,
            json!({"state": "pending", "queue": "pending", "requestedAt": at}),
        )
        .await;
    }
    let function = desk.function(FUNCTION).await;
    let first = function.send(&desk.finance.sends(list(&[]))).await;
    let places = first.data()["places"].as_array().expect("places");
    assert_eq!((places.len(), emails(&first)), (50, vec![desk.learner.email.as_str()]));
    assert_eq!(places[0]["course"], json!({"_id": COURSE, "name": "Excel"}));
    let cursor = first.data()["next"].as_str().expect("a cursor");
    let second = function.send(&desk.finance.sends(list(&[("cursor", cursor)]))).await;
    assert_eq!(second.data()["places"].as_array().map(Vec::len), Some(6));
    assert_eq!(second.data().get("next"), None::<&Value>);
    let offered = function.send(&desk.finance.sends(list(&[("state", "offered")]))).await;
    assert_eq!(offered.data()["places"], json!([]));
}

#[tokio::test]
async fn finds_the_places_of_a_run_of_a_payment_and_of_a_person() {
    let desk = Desk::new().await;
    let reference = PaymentReference::random().to_string();
    let typed = format!(" {} ", reference.to_lowercase().replace('-', " "));
    let offer = json!({"state": "offered", "queue": "offered", "offer": {
        "price": {"amount": "11900.00", "currency": "DZD"}, "reference": reference, "payBy": "2999-02-01", "refunds": [],
    }});
    desk.put_place(&desk.learner, offer).await;
    let payments = "payments";
    let payer = format!("reference#{reference}");
    let reference = json!({"payer": payer, "paymentId": "place", "userId": desk.learner.id, "courseId": COURSE});
    desk.stack.put_item(payments, reference).await;
    let function = desk.function(FUNCTION).await;
    let own = desk.learner.email.as_str();
    for (query, found) in [
        (vec![("course", COURSE), ("run", "spring")], vec![own]),
        (
            vec![("course", COURSE), ("run", "spring"), ("state", "confirmed")],
            vec![],
        ),
        (vec![("course", COURSE), ("run", "autumn")], vec![]),
        (vec![("q", typed.as_str())], vec![own]),
        (vec![("q", own)], vec![own]),
        (vec![("q", "nobody@example.org")], vec![]),
        (vec![("q", "Amina")], vec![]),
    ] {
        let listed = function.send(&desk.admissions.sends(list(&query))).await;
        assert_eq!((listed.status, emails(&listed)), (200, found), "{query:?}");
    }
}

/// With the email about it sent or not.
#[tokio::test]
async fn lists_what_is_to_be_paid_back() {
    let desk = Desk::new().await;
    for (user, queue) in [(&desk.learner, "refund"), (&desk.finance.user, "mail")] {
        let cancelled = json!({"state": "cancelled", "refundDue": true, "queue": queue, "offer": {
            "price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2999-02-01", "refunds": [],
        }});
        desk.put_place(user, cancelled).await;
        let entry = json!({"payer": format!("user#{}", user.id), "paymentId": format!("entry#{COURSE}#T-1"), "entryId": "T-1", "courseId": COURSE,
            "kind": "payment", "amount": "5000.00", "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-05",
            "paidAt": "2026-01-05T10:00:00Z"});
        desk.stack.put_item("payments", entry).await;
    }
    let function = desk.function(FUNCTION).await;
    let listed = function.send(&desk.finance.sends(list(&[("state", "refund")]))).await;
    assert_eq!(emails(&listed), [desk.learner.email.as_str(), &desk.finance.user.email]);
    for place in listed.data()["places"].as_array().expect("places") {
        assert_eq!(place["refund"], json!({"amount": "5000.00", "currency": "DZD"}));
    }
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        let cancelled = json!({"state": "cancelled", "refundDue": true, "queue": "refund"});
        desk.put_place(&desk.learner, cancelled).await;
        (
            desk.stack.clone(),
            desk.admissions.sends(list(&[("state", "refund")])),
            (),
        )
    };
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_finds_what_a_payment_names() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        let reference = PaymentReference::random().to_string();
        let payer = format!("reference#{reference}");
        let named = json!({"payer": payer, "paymentId": "place", "userId": desk.learner.id, "courseId": COURSE});
        desk.stack.put_item("payments", named).await;
        (desk.stack.clone(), desk.finance.sends(list(&[("q", &reference)])), ())
    };
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}
