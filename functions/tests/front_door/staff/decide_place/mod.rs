//! Front-door tests of `POST /staff/places/{user}/{course}/decisions`.
//!
//! Protected here: a decision is made once, on the place that was read, with its seat, its email and its audit record, and by those who may.

mod emails;
mod moves;
mod seats;

use super::place::{Clerks, Desk, money};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-decide-place");

/// At the price of the list.
fn offer() -> Value {
    json!({"event": "offer"})
}

fn grant() -> Value {
    json!({"event": "grant", "reason": "A guest"})
}

#[tokio::test]
async fn offers_a_place_at_the_price_of_the_list_and_takes_it_back() {
    let (desk, function) = Desk::with(FUNCTION).await;
    let offered = expect!(desk.decide(&function, &json!({"version": 1, "event": "offer"})), 200);
    let place = offered.data();
    assert_eq!(
        (&place["state"], &place["offer"]["price"]["amount"]),
        (&json!("offered"), &json!("11900.00"))
    );
    assert_eq!(
        (&place["run"]["taken"], &place["decisions"]),
        (&json!(4), &json!(["confirm", "retract", "move", "name_payer"]))
    );
    assert_eq!(place["history"][0]["what"], "place offer for excel, spring");
    let mail = desk.learner.last_email(&desk.stack).await;
    assert!(
        mail.body_text
            .contains(place["offer"]["reference"].as_str().expect("text")),
        "{}",
        mail.body_text
    );

    assert!(
        mail.body_text.contains("CCP – At the post office."),
        "{}",
        mail.body_text
    );
    assert_eq!(desk.stored().await["offer"]["instructions"], 1);

    let version = &place["version"];
    expect!(
        desk.decide(
            &function,
            &json!({"version": version, "event": "retract", "reason": " "}),
        ),
        (400, "reason_required")
    );
    let retract = json!({"version": version, "event": "retract", "reason": "The room is smaller."});
    let retracted = desk.decide(&function, &retract).await;
    assert_eq!(
        (retracted.status, &retracted.data()["state"]),
        (200, &json!("requested"))
    );
    assert_eq!(desk.taken().await, json!(3));
    expect!(desk.decide(&function, &retract), (409, "conflict"));

    // The next offer has the same reference: the user may have paid with it. A place that is given after an offer costs nothing.
    let offered = desk.decide_now(&function, offer()).await;
    assert_eq!(offered.data()["offer"]["reference"], place["offer"]["reference"]);
    desk.decide_now(&function, retract).await;
    let granted = desk.decide_now(&function, grant()).await;
    assert_eq!(
        (&granted.data()["offer"]["reference"], money(granted.data())),
        (&place["offer"]["reference"], [const { Value::Null }; 3])
    );
}

#[tokio::test]
async fn a_refusal_keeps_its_reason_out_of_the_audit_records_and_can_be_undone() {
    let desk = Desk::new().await;
    let clerks = Clerks::of(&desk).await;
    let decline = json!({"event": "decline", "reason": "Le groupe est complet."});
    let declined = clerks.decide(&desk, decline.clone()).await;
    assert_eq!(
        (&declined["state"], &declined["reason"]),
        (&json!("declined"), &json!("Le groupe est complet."))
    );
    assert_eq!(desk.stored().await.get("queue"), None);
    clerks.refuse(&desk, decline, (409, "place_decided")).await;
    clerks.refuse(&desk, grant(), (409, "place_decided")).await;
    let records = desk.stack.scan_items("audit").await;
    let own: Vec<_> = records
        .iter()
        .filter(|record| record["subject"] == desk.learner.id.as_str())
        .collect();
    assert_eq!((own.len(), &own[0]["action"]), (1, &json!("place_change")));
    assert!(!own[0].to_string().contains("complet"), "a reason is free text");
    clerks.decide(&desk, json!({"event": "reopen"})).await;
    assert_eq!(
        (&desk.stored().await["queue"], desk.taken().await),
        (&json!("pending"), json!(3))
    );
}

#[tokio::test]
async fn a_proof_of_payment_is_refused_once_and_the_user_has_two_days_to_pay() {
    let desk = Desk::new().await;
    let clerks = Clerks::of(&desk).await;
    let refuse = json!({"event": "refuse_proof", "reason": "The photo shows no amount."});
    clerks.refuse(&desk, refuse.clone(), (409, "conflict")).await;
    desk.offer_with_proof().await;
    let mut offer = desk.stored().await["offer"].clone();
    offer["payBy"] = "2026-01-01".into();
    desk.set(json!({"offer": offer})).await;
    let retract = json!({"event": "retract", "reason": "An error"});
    clerks.refuse(&desk, retract, (409, "proof_undecided")).await;

    let refused = clerks.decide(&desk, refuse.clone()).await;
    assert_eq!(
        (&refused["state"], &refused["proofs"][0]["state"]),
        (&json!("offered"), &json!("refused"))
    );
    let in_two_days = (Timestamp::now() + SignedDuration::from_hours(48)).to_string();
    assert_eq!(refused["offer"]["payBy"], in_two_days[..10]);
    let file = desk.stack.get_item("files", ("fileId", &desk.learner.id)).await;
    let kept = file["expiresAt"].as_i64().expect("a time") - Timestamp::now().as_second();
    assert!((364 * 86_400..=365 * 86_400).contains(&kept), "{kept}");
    clerks.refuse(&desk, refuse, (409, "conflict")).await;
}

#[tokio::test]
async fn refuses_other_states_bad_amounts_and_days() {
    let (desk, function) = Desk::with(FUNCTION).await;
    for (decision, refusal) in [
        (json!({"event": "confirm"}), (409, "place_decided")),
        (json!({"event": "start"}), (400, "malformed_request")),
        (json!({"event": "decline", "reason": ""}), (400, "reason_required")),
        (
            json!({"event": "offer", "payBy": "2999-12-31"}),
            (400, "pay_by_invalid"),
        ),
        (
            json!({"event": "offer", "payBy": "2026-01-01"}),
            (400, "pay_by_invalid"),
        ),
        (
            json!({"event": "offer", "amount": "90", "currency": "EUR", "reason": "From Lyon"}),
            (409, "payment_instructions_missing"),
        ),
        (
            json!({"event": "offer", "amount": "11.900", "currency": "DZD", "reason": "Second course"}),
            (400, "amount_invalid"),
        ),
        (
            json!({"event": "offer", "amount": "9900", "currency": "DZD"}),
            (400, "reason_required"),
        ),
    ] {
        let mut decision = decision;
        decision["version"] = 1.into();
        expect!(desk.decide(&function, &decision), refusal);
    }
    assert_eq!(
        (desk.taken().await, &desk.stored().await["version"]),
        (json!(3), &json!(1))
    );
}

#[tokio::test]
async fn finance_may_only_confirm_and_nobody_decides_about_the_own_place() {
    let (desk, function) = Desk::with(FUNCTION).await;
    let offer = json!({"version": 1, "event": "offer"});
    refuses!(function, desk.finance.sends(desk.decision(&offer)), 403, "forbidden");
    let own = TestStaff::of_user(&desk.stack, desk.learner.clone(), &[StaffRole::Owner]).await;
    refuses!(function, own.sends(desk.decision(&offer)), 403, "forbidden");
    expect!(desk.decide(&function, &offer), 200);
    let confirm = json!({"version": desk.stored().await["version"], "event": "confirm"});
    let confirmed = function.send(&desk.finance.sends(desk.decision(&confirm))).await;
    assert_eq!(
        (confirmed.status, &confirmed.data()["money"]["due"]["amount"]),
        (200, &json!("11900.00"))
    );
}

#[tokio::test]
async fn a_place_in_another_run_keeps_the_proof_that_waits() {
    let desk = Desk::new().await;
    desk.offer_with_proof().await;
    desk.put_run("autumn", 0).await;
    let function = desk.function(FUNCTION).await;
    let refuse = desk.decision(&json!({"version": 1, "event": "refuse_proof", "reason": "Too dark"}));
    expect!(
        function.send(&desk.admissions.sends(refuse)),
        (403, "forbidden"),
        "admissions do not see proofs"
    );
    let moved = desk
        .decide(&function, &json!({"version": 1, "event": "move", "run": "autumn"}))
        .await;
    assert_eq!(
        (moved.status, &moved.data()["run"]["id"]),
        (200, &json!("autumn")),
        "{moved:?}"
    );
    assert_eq!(moved.data()["proofs"][0]["state"], "sent");
    assert_eq!(
        moved.data()["history"][0]["what"],
        "place move in excel from spring to autumn"
    );
    let refuse = json!({"version": moved.data()["version"], "event": "refuse_proof", "reason": "Too dark"});
    let refused = function.send(&desk.finance.sends(desk.decision(&refuse))).await;
    assert_eq!(
        (refused.status, &refused.data()["proofs"][0]["state"]),
        (200, &json!("refused")),
        "{refused:?}"
    );
}

#[tokio::test]
async fn after_any_fault_the_place_is_offered_once() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        let offer = desk
            .admissions
            .sends(desk.decision(&json!({"version": 1, "event": "offer"})));
        (desk.stack.clone(), offer, desk)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, desk| {
        let response = case.retry().await;
        // The first attempt may have made the decision.
        assert!([200, 409].contains(&response.status), "{response:?}");
        assert_eq!(
            (&desk.stored().await["state"], desk.taken().await),
            (&json!("offered"), json!(4))
        );
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_confirms_the_place_once() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        desk.offer_with_proof().await;
        let confirm = desk
            .admissions
            .sends(desk.decision(&json!({"version": 1, "event": "confirm"})));
        (desk.stack.clone(), confirm, desk)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, desk| {
        let response = case.retry().await;
        assert!([200, 409].contains(&response.status), "{response:?}");
        let stored = desk.stored().await;
        assert_eq!(
            (&stored["state"], &stored["proofs"][0]["state"]),
            (&json!("accepted"), &json!("accepted"))
        );
    })
    .await;
}
