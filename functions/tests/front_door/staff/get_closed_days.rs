//! Front-door tests of `GET /staff/closed-days`.
//!
//! Protected here: staff see which coming sessions are on a closed day.

use super::place::{COURSE, Desk, closed_days};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-closed-days");

fn get() -> TestRequest {
    TestRequest::get("/staff/closed-days")
}

#[tokio::test]
async fn returns_the_days_with_the_coming_sessions_on_them() {
    let desk = Desk::new().await;
    desk.put_sessions().await;
    let function = desk.function(FUNCTION).await;
    let none = function.send(&desk.finance.sends(get())).await;
    assert_eq!(none.data(), &json!({"version": 0, "days": [], "sessions": []}));

    let days = ["2001-03-27", "2999-04-10", "2999-05-01"];
    desk.put_closed_days(3, &days).await;
    let mut sessions = desk.stored_run().await["sessions"].clone();
    sessions[2]["cancelled"] = true.into();
    desk.put_run_with("cancelled-session", json!({"sessions": sessions}), json!({}))
        .await;
    let found = function.send(&desk.admissions.sends(get())).await;
    let session = json!({
        "course": {"_id": COURSE, "name": "Excel"}, "run": "spring", "number": 3, "start": "2999-04-10T10:30:00",
    });
    assert_eq!(
        found.data(),
        &json!({"version": 3, "days": closed_days(&days), "sessions": [session]})
    );
    let cancelled = json!({"at": "2026-11-01T08:00:00Z", "reason": "Too few"});
    let sessions = desk.stored_run().await["sessions"].clone();
    desk.put_run_with(
        "spring",
        json!({"sessions": sessions, "cancelled": cancelled}),
        json!({}),
    )
    .await;
    let found = function.send(&desk.admissions.sends(get())).await;
    assert_eq!(found.data()["sessions"], json!([]));
}

#[tokio::test]
async fn after_any_fault_a_repetition_returns_them() {
    let desk = Desk::new().await;
    let prepare = async |_: &testing::Stack| (desk.stack.clone(), desk.admissions.sends(get()), ());
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}
