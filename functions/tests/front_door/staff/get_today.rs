//! Front-door tests of `GET /staff/today`.
//!
//! Protected here: staff see how much waits and since when, and no personal data.

use super::teacher;
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-today");

#[tokio::test]
async fn counts_what_waits() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let own = stack.with_own_tables(&["placeRequests", "users", "payments"]).await;
    let place = |course: &str, state: &str, at: &str| {
        json!({"userId": staff.user.id, "courseId": course, "runId": "spring", "start": "2999-01-02", "end": "2999-03-01",
            "state": state, "queue": state, "version": 1, "requestedAt": at})
    };
    for (course, state, at) in [
        ("excel", "pending", "2026-02-02T03:04:05Z"),
        ("python", "pending", "2026-01-02T03:04:05Z"),
        ("writing", "offered", "2026-03-02T03:04:05Z"),
    ] {
        own.put_item("placeRequests", place(course, state, at)).await;
    }
    let mut cancelled = place("design", "cancelled", "2026-01-02T03:04:05Z");
    cancelled["queue"] = "refund".into();
    cancelled["refundDue"] = true.into();
    cancelled["decidedAt"] = "2026-04-02T03:04:05Z".into();
    own.put_item("placeRequests", cancelled).await;
    let mut offered = place("spanish", "offered", "2026-03-03T03:04:05Z");
    let file =
        json!({"fileId": "1".repeat(32), "kind": "document", "name": "slip.pdf", "contentType": "application/pdf"});
    offered["proofs"] = json!([{"file": file, "state": "sent", "sentAt": "2026-03-04T00:00:00Z"}]);
    own.put_item("placeRequests", offered).await;
    own.put_item("users", staff.user.record(&stack).await).await;
    for (number, review) in [(1, Some("pending")), (2, None)] {
        let mut item = teacher(&stack).await.record(&stack).await;
        item["createdAt"] = format!("2026-01-0{number}T03:04:05Z").into();
        if let Some(status) = review {
            item["review"] = json!({"status": status, "at": "2026-04-01T00:00:00Z"});
        }
        own.put_item("users", item).await;
    }
    let function = FUNCTION.start(&own, &[]).await;
    let today = expect!(function.send(&staff.sends(TestRequest::get("/staff/today"))), 200);
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
    own.put_item("payments", payment_instructions(1, "0012 3")).await;
    let function = FUNCTION.start(&own, &[("TEACHER_APPROVAL", "required")]).await;
    let today = function.send(&staff.sends(TestRequest::get("/staff/today"))).await;
    assert_eq!(
        (&today.data()["applications"]["count"], &today.data()["saysHowToPay"]),
        (&json!(2), &json!(true))
    );
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_counts, async |stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Finance]).await;
        staff.sends(TestRequest::get("/staff/today"))
    }),
);
