//! Front-door tests of `GET /staff/announcements`.
//!
//! Protected here: staff see who waits for each service, and what was announced.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-announcements");

fn get() -> TestRequest {
    TestRequest::get("/staff/announcements")
}

#[tokio::test]
async fn returns_each_service_with_its_counts_and_its_last_announcement() {
    let (stack, admissions) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let own = stack.with_own_tables(&["users"]).await;
    own.put_item("users", admissions.user.record(&stack).await).await;
    let function = FUNCTION.start(&own, &[]).await;
    let service = |service: &str| json!({"service": service, "open": service == "courses", "waiting": {"ready": 0, "held": 0, "inDoubt": 0}});
    let mut services = ["courses", "consulting", "job", "networking", "psychology"].map(service);
    let none = function.send(&admissions.sends(get())).await;
    assert_eq!(none.data(), &json!({"services": services}));

    let (id, since) = ("a".repeat(32), "2026-11-30T08:00:00Z");
    let item = json!({
        "pk": "announcements", "countedAt": since, "waiting": {"job": {"ready": 4, "held": 1, "inDoubt": 0}},
        "sent": {"courses": {"id": id, "at": since, "emails": 12, "refused": 1}}, "wanted": {"id": id, "since": since, "service": "courses"},
    });
    own.put_item("users", item).await;
    services[2]["waiting"] = json!({"ready": 4, "held": 1, "inDoubt": 0});
    services[0]["sent"] = json!({"at": since, "emails": 12, "refused": 1});
    let found = function.send(&admissions.sends(get())).await;
    let wanted = json!({"since": since, "service": "courses"});
    assert_eq!(
        found.data(),
        &json!({"services": services, "countedAt": since, "wanted": wanted})
    );
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_returns_them, async |stack| {
        let admissions = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        admissions.sends(get())
    }),
);
