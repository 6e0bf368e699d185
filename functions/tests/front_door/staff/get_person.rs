//! Front-door tests of `GET /staff/people/{user}`.
//!
//! Protected here: staff see how to reach a user, the state of the account, and why an email did not arrive, and never a secret.

use store::audit::Action;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-person");

fn get(id: &str) -> TestRequest {
    TestRequest::get(&format!("/staff/people/{id}"))
}

#[tokio::test]
async fn shows_a_person_with_sessions_and_courses() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let user = TestUser::verified(&stack).await;
    user.sign_in(&stack).await;
    let place = json!({"userId": user.id, "courseId": "excel", "runId": "spring", "start": "2999-01-02", "end": "2999-03-01",
        "state": "pending", "version": 1, "requestedAt": "2026-01-02T03:04:05Z"});
    stack.put_item("placeRequests", place).await;
    for course in ["excel", "python"] {
        let enrolment = json!({"payer": format!("user#{}", user.id), "paymentId": format!("course#{course}"), "courseId": course,
            "paidAt": "2026-01-02T03:04:05Z"});
        stack.put_item("payments", enrolment).await;
    }
    let shown = stack.send(&staff.sends(get(&user.id))).await;
    let record = user.record(&stack).await;
    let expected = json!({
        "_id": user.id, "version": record["tokenVersion"], "fullname": record["profile"]["fullname"], "email": user.email,
        "phones": ["+213551234567"], "country": "Algeria", "language": "en", "type": "student", "createdAt": record["createdAt"],
        "verified": true, "rejected": false, "blocked": false, "staff": [], "mail": "delivered",
        "sessions": {"count": 1, "lastSeenAt": shown.data()["sessions"]["lastSeenAt"]},
        "courses": [{"course": "excel", "run": "spring", "state": "requested"}, {"course": "python"}],
        "teaches": [], "history": [],
    });
    assert_eq!(shown.data(), &expected);

    let colleague = stack.send(&staff.sends(get(&staff.user.id))).await;
    assert_eq!(colleague.data()["staff"], json!(["admissions"]));
    assert_ne!(colleague.data()["sessions"]["staffSince"], Value::Null);
    expect!(
        stack.send(&staff.sends(get("0f8fad5bd9cb469fa16570867728950e"))),
        (404, "user_not_found")
    );
}

#[tokio::test]
async fn says_why_an_email_did_not_arrive() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    for (reason, state) in [("BOUNCE", "bounced"), ("COMPLAINT", "complained")] {
        let user = TestUser::registered(&stack).await;
        stack.suppress_email(&user.email, reason).await;
        let shown = stack.send(&staff.sends(get(&user.id))).await;
        assert_eq!(shown.data()["mail"], state);
    }
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_shows, async |stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        let user = TestUser::verified(stack).await;
        staff.has_done(stack, Action::SessionsEnd, &user).await;
        staff.sends(get(&user.id))
    }),
);
