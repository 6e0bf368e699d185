//! Front-door tests of `POST /staff/places/{user}/{course}/decisions`.
//!
//! Protected here: a decision is made once, on the place that was read, with its seat, its email and its audit record, and by those who may.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use domain::StaffRole;
use serde_json::json;
use testing::{
    TestStaff,
    faults::{self, DeployedFunction},
};

use super::place::Desk;

const BINARY: &str = "staff-decide-place";
const NAME: &str = "StaffDecidePlaceFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

#[tokio::test]
async fn offers_a_place_at_the_price_of_the_list_and_takes_it_back() {
    let desk = Desk::new().await;
    let function = desk.function(BINARY, NAME).await;
    let offered = desk.decide(&function, &json!({"version": 1, "event": "offer"})).await;
    assert_eq!(offered.status, 200, "{offered:?}");
    let place = offered.data();
    assert_eq!(
        (&place["state"], &place["offer"]["price"]["amount"]),
        (&json!("offered"), &json!("11900.00"))
    );
    assert_eq!(
        (&place["run"]["taken"], &place["decisions"]),
        (&json!(4), &json!(["confirm", "retract", "move"]))
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
    let unexplained = desk
        .decide(
            &function,
            &json!({"version": version, "event": "retract", "reason": " "}),
        )
        .await;
    assert_eq!(unexplained.status_and_code(), (400, "reason_required"));
    let retract = json!({"version": version, "event": "retract", "reason": "The room is smaller."});
    let retracted = desk.decide(&function, &retract).await;
    assert_eq!(
        (retracted.status, &retracted.data()["state"]),
        (200, &json!("requested"))
    );
    assert_eq!(desk.taken().await, json!(3));
    let again = desk.decide(&function, &retract).await;
    assert_eq!(again.status_and_code(), (409, "conflict"));
}

#[tokio::test]
async fn refuses_other_states_bad_amounts_and_days() {
    let desk = Desk::new().await;
    let function = desk.function(BINARY, NAME).await;
    for (decision, refusal) in [
        (json!({"event": "confirm"}), (409, "place_decided")),
        (json!({"event": "start"}), (400, "malformed_request")),
        (json!({"event": "decline", "reason": ""}), (400, "reason_required")),
        (
            json!({"event": "offer", "payBy": "2999-12-31"}),
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
        let refused = desk.decide(&function, &decision).await;
        assert_eq!(refused.status_and_code(), refusal, "{decision}");
    }
    assert_eq!(
        (desk.taken().await, &desk.stored().await["version"]),
        (json!(3), &json!(1))
    );
}

#[tokio::test]
async fn finance_may_only_confirm_and_nobody_decides_about_the_own_place() {
    let desk = Desk::new().await;
    let function = desk.function(BINARY, NAME).await;
    let offer = json!({"version": 1, "event": "offer"});
    let refused = function.send(&desk.finance.sends(desk.decision(&offer))).await;
    assert_eq!(refused.status_and_code(), (403, "forbidden"));
    let own = TestStaff::of_user(&desk.stack, desk.learner.clone(), &[StaffRole::Owner]).await;
    let refused = function.send(&own.sends(desk.decision(&offer))).await;
    assert_eq!(refused.status_and_code(), (403, "forbidden"));
    let offered = desk.decide(&function, &offer).await;
    assert_eq!(offered.status, 200, "{offered:?}");
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
    let function = desk.function(BINARY, NAME).await;
    let refuse = desk.decision(&json!({"version": 1, "event": "refuse_proof", "reason": "Too dark"}));
    let refused = function.send(&desk.admissions.sends(refuse)).await;
    assert_eq!(
        refused.status_and_code(),
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
        let variables = desk.case_variables();
        let offer = desk
            .admissions
            .sends(desk.decision(&json!({"version": 1, "event": "offer"})));
        (variables, offer, desk)
    };
    Box::pin(faults::check_every_fault_apart(
        DEPLOYED,
        prepare,
        async |case, desk| {
            let response = case.retry().await;
            // The first attempt may have made the decision.
            assert!([200, 409].contains(&response.status), "{response:?}");
            assert_eq!(
                (&desk.stored().await["state"], desk.taken().await),
                (&json!("offered"), json!(4))
            );
        },
    ))
    .await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_confirms_the_place_once() {
    let first = Desk::new().await;
    let prepare = async |_: &testing::Stack| {
        let desk = first.with_another_learner().await;
        desk.offer_with_proof().await;
        let variables = desk.case_variables();
        let confirm = desk
            .admissions
            .sends(desk.decision(&json!({"version": 1, "event": "confirm"})));
        (variables, confirm, desk)
    };
    Box::pin(faults::check_every_fault_apart(
        DEPLOYED,
        prepare,
        async |case, desk| {
            let response = case.retry().await;
            assert!([200, 409].contains(&response.status), "{response:?}");
            let stored = desk.stored().await;
            assert_eq!(
                (&stored["state"], &stored["proofs"][0]["state"]),
                (&json!("accepted"), &json!("accepted"))
            );
        },
    ))
    .await;
}
