//! Front-door tests of `GET /staff/today`.
//!
//! Protected here: staff see how much waits and since when, and no personal data.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use domain::StaffRole;
use serde_json::json;
use testing::{
    Function, Stack, TestRequest, TestStaff,
    faults::{self, DeployedFunction},
    payment_instructions,
};

use super::teacher;

const BINARY: &str = "staff-get-today";
const NAME: &str = "StaffGetTodayFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

#[tokio::test]
async fn counts_what_waits() {
    let stack = Stack::running();
    let staff = TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await;
    let requests = stack.create_table_apart("placeRequests").await;
    let place = |course: &str, state: &str, at: &str| {
        json!({"userId": staff.user.id, "courseId": course, "runId": "spring", "start": "2999-01-02", "end": "2999-03-01",
            "state": state, "queue": state, "version": 1, "requestedAt": at})
    };
    for (course, state, at) in [
        ("excel", "pending", "2026-02-02T03:04:05Z"),
        ("python", "pending", "2026-01-02T03:04:05Z"),
        ("writing", "offered", "2026-03-02T03:04:05Z"),
    ] {
        stack.put_item(&requests, place(course, state, at)).await;
    }
    let mut cancelled = place("design", "cancelled", "2026-01-02T03:04:05Z");
    cancelled["queue"] = "refund".into();
    cancelled["refundDue"] = true.into();
    cancelled["decidedAt"] = "2026-04-02T03:04:05Z".into();
    stack.put_item(&requests, cancelled).await;
    let mut offered = place("spanish", "offered", "2026-03-03T03:04:05Z");
    let file =
        json!({"fileId": "1".repeat(32), "kind": "document", "name": "slip.pdf", "contentType": "application/pdf"});
    offered["proofs"] = json!([{"file": file, "state": "sent", "sentAt": "2026-03-04T00:00:00Z"}]);
    stack.put_item(&requests, offered).await;
    let users = stack.create_table_apart("users").await;
    stack.put_item(&users, staff.user.record(&stack).await).await;
    for (number, review) in [(1, Some("pending")), (2, None)] {
        let mut item = teacher(&stack).await.record(&stack).await;
        item["createdAt"] = format!("2026-01-0{number}T03:04:05Z").into();
        if let Some(status) = review {
            item["review"] = json!({"status": status, "at": "2026-04-01T00:00:00Z"});
        }
        stack.put_item(&users, item).await;
    }
    let payments = stack.create_table_apart("payments").await;
    let variables = [
        ("PLACE_REQUESTS_TABLE", requests.as_str()),
        ("USERS_TABLE", &users),
        ("PAYMENTS_TABLE", &payments),
    ];
    let function = Function::start_deployed(BINARY, &stack, NAME, &variables).await;
    let today = function.send(&staff.sends(TestRequest::get("/staff/today"))).await;
    assert_eq!(today.status, 200, "{today:?}");
    let expected = json!({
        "fullname": today.data()["fullname"],
        "roles": ["admissions"],
        "requested": {"count": 2, "oldest": "2026-01-02T03:04:05Z"},
        "waiting": {"count": 0},
        "offered": {"count": 2, "oldest": "2026-03-02T03:04:05Z"},
        "proofs": {"count": 1, "oldest": "2026-03-04T00:00:00Z"},
        "refunds": {"count": 1, "oldest": "2026-04-02T03:04:05Z"},
        "applications": {"count": 1, "oldest": "2026-01-01T03:04:05Z"},
        "saysHowToPay": false,
    });
    assert_eq!(today.data(), &expected);

    // Where approval is required, teachers without a review wait, too.
    stack.put_item(&payments, payment_instructions(1, "0012 3")).await;
    let required = [&variables[..], &[("TEACHER_APPROVAL", "required")]].concat();
    let function = Function::start_deployed(BINARY, &stack, NAME, &required).await;
    let today = function.send(&staff.sends(TestRequest::get("/staff/today"))).await;
    assert_eq!(
        (&today.data()["applications"]["count"], &today.data()["saysHowToPay"]),
        (&json!(2), &json!(true))
    );
}

#[tokio::test]
async fn after_any_fault_a_repetition_counts() {
    let prepare = async |stack: &Stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Finance]).await;
        (staff.sends(TestRequest::get("/staff/today")), ())
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
