//! Places that move to another run.

use futures_util::future::join_all;

use super::{
    super::{place::Clerks, place::Desk, place::money, place::payment},
    FUNCTION, grant, offer,
};
use crate::prelude::*;

fn move_to(run: &str) -> Value {
    json!({"event": "move", "run": run})
}

#[tokio::test]
async fn a_place_moves_with_its_seat_its_state_and_its_money() {
    let desk = Desk::new().await;
    desk.put_run("autumn", 0).await;
    let clerks = Clerks::of(&desk).await;
    clerks.decide(&desk, offer()).await;
    clerks.record(&desk, &payment("T-1", "11900")).await;
    desk.set(json!({"told": {"1#1#day": "2026-01-02T03:04:05Z"}})).await;
    let paid = desk.paid().await;
    let moved = clerks.decide(&desk, move_to("autumn")).await;
    assert_eq!(
        (&moved["state"], &moved["run"]["id"], money(&moved)),
        (
            &json!("confirmed"),
            &json!("autumn"),
            [Value::Null, json!("11900.00"), Value::Null]
        )
    );
    let stored = desk.stored().await;
    assert_eq!((stored.get("told"), stored.get("mail")), (None, None));
    assert_eq!(desk.paid().await, paid);
    assert_eq!(
        (desk.taken().await, desk.of_run("autumn").taken().await),
        (json!(3), json!(1))
    );
}

#[tokio::test]
async fn only_an_open_place_moves_and_only_where_it_can_be() {
    let desk = Desk::new().await;
    let in_three_days = (Timestamp::now() + SignedDuration::from_hours(72)).to_string();
    let soon = &in_three_days[..10];
    let cancelled = json!({"taken": 0, "cancelled": {"at": "2026-01-02T03:04:05Z", "reason": "No teacher"}});
    desk.put_run("full", 5).await;
    desk.put_run_with("soon", json!({"taken": 0}), json!({"start": soon}))
        .await;
    desk.put_run_with("begun", json!({"taken": 0}), json!({"start": "2001-03-30"}))
        .await;
    desk.put_run_with("cancelled", cancelled, json!({})).await;
    let clerks = Clerks::of(&desk).await;
    clerks.refuse(&desk, move_to("spring"), (409, "conflict")).await;
    clerks.refuse(&desk, move_to("alchemy"), (400, "run_not_found")).await;
    // A request needs no seat.
    clerks.decide(&desk, move_to("full")).await;
    clerks.decide(&desk, move_to("spring")).await;
    clerks.decide(&desk, offer()).await;
    clerks.refuse(&desk, move_to("full"), (409, "run_full")).await;
    assert_eq!(
        (desk.taken().await, desk.of_run("full").taken().await),
        (json!(4), json!(5))
    );
    // The payment is due before the other run starts.
    clerks.decide(&desk, move_to("soon")).await;
    let stored = desk.stored().await;
    assert_eq!(
        (&stored["offer"]["payBy"], &stored["start"], &stored["queue"]),
        (&json!(soon), &json!(soon), &json!("offered"))
    );
    clerks.decide(&desk, move_to("spring")).await;
    clerks.refuse(&desk, move_to("begun"), (409, "run_started")).await;
    clerks.refuse(&desk, move_to("cancelled"), (400, "run_not_found")).await;
    clerks
        .decide(&desk, json!({"event": "retract", "reason": "A test"}))
        .await;
    clerks
        .decide(&desk, json!({"event": "decline", "reason": "A test"}))
        .await;
    clerks.refuse(&desk, move_to("full"), (409, "place_decided")).await;
}

#[tokio::test]
async fn many_moves_at_once_take_no_more_seats_than_there_are() {
    let first = Desk::new().await;
    first.put_run("spring", 0).await;
    first.put_run("autumn", 3).await;
    let mut movers = Vec::new();
    for _ in 0..5 {
        let desk = first.with_learner().await;
        let function = desk.function(FUNCTION).await;
        expect!(desk.decide_now(&function, grant()), 200);
        movers.push((desk, function));
    }
    join_all(
        movers
            .iter()
            .map(|(desk, function)| desk.decide_now(function, move_to("autumn"))),
    )
    .await;
    let mut moved = 0;
    for (desk, _) in &movers {
        let stored = desk.stored().await;
        assert_eq!(stored["state"], "accepted");
        moved += u32::from(stored["runId"] == "autumn");
    }
    assert!(moved <= 2, "{moved}");
    assert_eq!(
        (first.taken().await, first.of_run("autumn").taken().await),
        (json!(5 - moved), json!(3 + moved))
    );
}
