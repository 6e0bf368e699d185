//! The seats of a run: never more than there are, and free again when a place ends.

use futures_util::future::join_all;

use super::{
    super::place::{COURSE, Clerks, Desk, money, payment},
    FUNCTION, grant, offer,
};
use crate::prelude::*;

#[tokio::test]
async fn a_cancelled_place_is_free_again_and_what_was_paid_is_due() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    let mut run = desk.stored_run().await;
    run["taken"] = 4.into();
    let rule = run["run"].clone();
    desk.put_run_with("spring", run, rule).await;
    let next = desk.with_learner().await;
    let clerks = Clerks::of(&desk).await;
    let cancel = json!({"event": "cancel", "reason": "Moved away"});
    let reopen = json!({"event": "reopen"});
    clerks.decide(&desk, offer()).await;
    clerks.record(&desk, &payment("T-1", "11900")).await;
    clerks.refuse(&next, offer(), (409, "run_full")).await;
    clerks.decide(&next, json!({"event": "wait"})).await;
    assert_eq!(next.stored().await["queue"], "waiting");

    let cancelled = clerks.decide(&desk, cancel.clone()).await;
    assert_eq!(
        (&cancelled["state"], desk.taken().await),
        (&json!("cancelled"), json!(4))
    );
    assert_eq!(money(&cancelled), [Value::Null, json!("11900.00"), json!("11900.00")]);
    assert_eq!(desk.stored().await["queue"], "refund");
    let email = desk.learner.last_email(&desk.stack).await;
    assert!(email.body_text.contains("11,900"), "{}", email.body_text);
    let calendar = email.attachments[0].text();
    assert!(
        calendar.contains("STATUS:CANCELLED") && !calendar.contains("STATUS:CONFIRMED"),
        "{calendar}"
    );

    // Undone while nobody has the seat, and not after the refund.
    let reopened = clerks.decide(&desk, reopen.clone()).await;
    assert_eq!(
        (&reopened["state"], desk.taken().await),
        (&json!("confirmed"), json!(5))
    );
    clerks.decide(&desk, cancel).await;
    let mut refund = payment("R-1", "11900");
    refund["kind"] = "refund".into();
    let refunded = clerks.record(&desk, &refund).await;
    assert_eq!(money(&refunded), [const { Value::Null }; 3]);
    assert_eq!(desk.stored().await.get("queue"), None);
    clerks.refuse(&desk, reopen, (409, "money_refunded")).await;
    clerks.decide(&next, grant()).await;
    assert_eq!(desk.taken().await, json!(5));
}

#[tokio::test]
async fn concurrent_decisions_take_no_more_seats_than_there_are() {
    let first = Desk::new().await;
    let mut asked = Vec::new();
    for _ in 0..6 {
        let desk = first.with_learner().await;
        asked.push((desk.function(FUNCTION).await, desk));
    }
    let mut granted = join_all(asked.iter().map(|(function, desk)| desk.decide_now(function, grant()))).await;
    // A transaction that met another one at every attempt has written nothing, and can be repeated.
    for ((function, desk), response) in asked.iter().zip(&mut granted) {
        if response.status == 503 {
            *response = desk.decide_now(function, grant()).await;
        }
    }
    let mut seats = 0;
    for ((_, desk), response) in asked.iter().zip(&granted) {
        let (state, paid) = match response.status {
            200 => ("accepted", 1),
            _ => ("pending", 0),
        };
        assert_eq!(
            (&desk.stored().await["state"], desk.paid().await.len()),
            (&json!(state), paid)
        );
        assert!(
            response.status == 200 || response.status_and_code() == (409, "run_full"),
            "{response:?}"
        );
        seats += paid;
    }
    assert_eq!((seats, first.taken().await), (2, json!(5)));
}

#[tokio::test]
async fn concurrent_decisions_about_one_request_enrol_once() {
    let desk = Desk::new().await.with_another_learner().await;
    let functions = join_all((0..4).map(|_| desk.function(FUNCTION))).await;
    let decision = json!({"version": 1, "event": "grant", "reason": "A guest"});
    let granted = join_all(functions.iter().map(|function| desk.decide(function, &decision))).await;
    assert_eq!(granted.iter().filter(|response| response.status == 200).count(), 1);
    assert_eq!((desk.taken().await, desk.paid().await.len()), (json!(4), 1));
    assert_eq!(desk.audit_records("place_change").await, 1);
}

#[tokio::test]
async fn places_of_a_run_that_has_left_the_catalogue_are_given_back() {
    let desk = Desk::new().await;
    let late = desk.with_learner().await;
    let clerks = Clerks::of(&desk).await;
    clerks.decide(&desk, grant()).await;
    // As an import leaves it.
    let count = json!({"courseId": COURSE, "part": "run#spring", "taken": 4});
    desk.stack.put_item("courseDetails", count).await;
    let page = desk.function(DeployedFunction::named("courses-get")).await;
    let page = page.send(&TestRequest::get(&format!("/courses/{COURSE}"))).await;
    assert_eq!(page.status, 200, "the page of the course does not read the count");
    clerks
        .decide(&desk, json!({"event": "cancel", "reason": "No teacher"}))
        .await;
    assert_eq!(desk.taken().await, json!(3));
    clerks.refuse(&late, grant(), (400, "run_not_found")).await;
    desk.put_run_with("spring", json!({}), json!({"end": "2001-06-12"}))
        .await;
    clerks.refuse(&late, grant(), (409, "run_over")).await;
}

#[tokio::test]
async fn a_message_that_arrives_during_the_decision_is_not_overwritten() {
    let desk = Desk::new().await;
    let taken = "dynamodb TransactWriteItems users placeRequests payments courseDetails courses audit";
    let declined = "dynamodb TransactWriteItems users placeRequests audit";
    let decline = json!({"event": "decline", "reason": "The group is complete."});
    for (request, decision) in [(taken, grant()), (declined, decline)] {
        desk.set(json!({"message": "In French?", "version": 1})).await;
        let change = async {
            desk.set(json!({"message": "In English?", "version": 2})).await;
            desk.stored().await
        };
        let decision = desk.decision_now(decision).await;
        let held = FUNCTION.send_until(Fault::ServerError, &desk.stack, request, &decision, change);
        let (refused, changed) = held.await;
        assert_eq!(refused.status_and_code(), (409, "conflict"));
        assert_eq!(desk.stored().await, changed);
    }
    assert_eq!((desk.taken().await, desk.paid().await.len()), (json!(3), 0));
    assert_eq!(desk.audit_records("place_change").await, 0);
}

#[tokio::test]
async fn an_email_that_cannot_be_sent_waits_for_the_job() {
    let desk = Desk::new().await;
    let proxy = Proxy::start(&desk.stack).await;
    proxy.inject_fault(NthRequest::first("ses SendEmail"), Fault::Throttled, true);
    let function = FUNCTION.start(&proxy.in_front_of(&desk.stack), &[]).await;
    expect!(desk.decide_now(&function, grant()), 200);
    let stored = desk.stored().await;
    assert_eq!(
        (&stored["state"], &stored["queue"], &stored["mail"]),
        (&json!("accepted"), &json!("mail"), &json!("confirmed"))
    );
    assert_eq!((desk.taken().await, desk.paid().await.len()), (json!(4), 1));
}
