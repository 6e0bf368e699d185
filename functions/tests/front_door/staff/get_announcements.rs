//! Front-door tests of `GET /staff/announcements`.
//!
//! Protected here: staff see who waits for each service, and what was announced.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use domain::StaffRole;
use serde_json::json;
use testing::{
    Function, Stack, TestRequest, TestStaff,
    faults::{self, DeployedFunction},
};

const BINARY: &str = "staff-get-announcements";
const NAME: &str = "StaffGetAnnouncementsFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn get() -> TestRequest {
    TestRequest::get("/staff/announcements")
}

#[tokio::test]
async fn returns_each_service_with_its_counts_and_its_last_announcement() {
    let stack = Stack::running();
    let admissions = TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await;
    let users = stack.create_table_apart("users").await;
    stack.put_item(&users, admissions.user.record(&stack).await).await;
    let function = Function::start_deployed(BINARY, &stack, NAME, &[("USERS_TABLE", &users)]).await;
    let service = |service: &str| json!({"service": service, "open": service == "courses", "waiting": {"ready": 0, "held": 0, "inDoubt": 0}});
    let mut services = ["courses", "consulting", "job", "networking", "psychology"].map(service);
    let none = function.send(&admissions.sends(get())).await;
    assert_eq!(none.data(), &json!({"services": services}));

    let (id, since) = ("a".repeat(32), "2026-11-30T08:00:00Z");
    let item = json!({
        "pk": "announcements", "countedAt": since, "waiting": {"job": {"ready": 4, "held": 1, "inDoubt": 0}},
        "sent": {"courses": {"id": id, "at": since, "emails": 12, "refused": 1}}, "wanted": {"id": id, "since": since, "service": "courses"},
    });
    stack.put_item(&users, item).await;
    services[2]["waiting"] = json!({"ready": 4, "held": 1, "inDoubt": 0});
    services[0]["sent"] = json!({"at": since, "emails": 12, "refused": 1});
    let found = function.send(&admissions.sends(get())).await;
    let wanted = json!({"since": since, "service": "courses"});
    assert_eq!(
        found.data(),
        &json!({"services": services, "countedAt": since, "wanted": wanted})
    );
}

#[tokio::test]
async fn after_any_fault_a_repetition_returns_them() {
    let prepare = async |stack: &Stack| {
        let admissions = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        (admissions.sends(get()), ())
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
