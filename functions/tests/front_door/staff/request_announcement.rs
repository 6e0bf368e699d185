//! Front-door tests of `POST /staff/announcements`.
//!
//! Protected here: one thing at a time is wanted, with its record, and only a service that is open is announced.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use domain::StaffRole;
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest, TestStaff,
    faults::{self, DeployedFunction},
};

const BINARY: &str = "staff-request-announcement";
const NAME: &str = "StaffRequestAnnouncementFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn want(body: &Value) -> TestRequest {
    TestRequest::post("/staff/announcements").json(body)
}

/// A table of users with one staff member: all requests share what is wanted.
async fn table_with(stack: &Stack, member: &TestStaff) -> String {
    let users = stack.create_table_apart("users").await;
    stack.put_item(&users, member.user.record(stack).await).await;
    users
}

async fn announcements(stack: &Stack, users: &str) -> Value {
    stack.get_item(users, ("pk", "announcements")).await
}

#[tokio::test]
async fn wants_one_thing_at_a_time() {
    let stack = Stack::running();
    let admissions = TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await;
    let users = table_with(&stack, &admissions).await;
    let function = Function::start_deployed(BINARY, &stack, NAME, &[("USERS_TABLE", &users)]).await;
    let send = async |body: Value| function.send(&admissions.sends(want(&body))).await;
    let refused = send(json!({"service": "consulting"})).await;
    assert_eq!(refused.status_and_code(), (409, "service_not_open"));
    let refused = send(json!({"service": "cooking"})).await;
    assert_eq!(refused.status_and_code(), (400, "malformed_request"));
    assert_eq!(announcements(&stack, &users).await, Value::Null);

    let counting = send(json!({})).await;
    assert_eq!(
        (counting.status, &counting.data()["wanted"]["service"]),
        (202, &Value::Null)
    );
    assert_eq!(send(json!({})).await.status, 202, "as after a lost response");
    let other = send(json!({"service": "courses"})).await;
    assert_eq!(other.status_and_code(), (409, "conflict"));

    let counted =
        json!({"pk": "announcements", "waiting": {"courses": {"ready": 7, "held": 0, "inDoubt": 0}}, "sent": {}});
    stack.put_item(&users, counted).await;
    let sending = send(json!({"service": "courses"})).await;
    assert_eq!(sending.data()["wanted"]["service"], "courses");
    assert_eq!(announcements(&stack, &users).await["wanted"]["inDoubt"], false);
    let operator = format!("user:{}", admissions.user.id);
    let records = stack.scan_items(&stack.tables["audit"]).await;
    let own: Vec<_> = records
        .iter()
        .filter(|record| record["operator"] == operator.as_str() && record["action"] == "service_announce")
        .collect();
    assert_eq!(
        (own.len(), &own[0]["service"], &own[0]["users"]),
        (1, &json!("courses"), &json!(7))
    );
}

#[tokio::test]
async fn after_any_fault_it_is_wanted_once_or_not() {
    let stack = Stack::running();
    let admissions = TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await;
    let prepare = async |stack: &Stack| {
        let users = table_with(stack, &admissions).await;
        let variables = vec![("USERS_TABLE", users.clone())];
        (variables, admissions.sends(want(&json!({"service": "courses"}))), users)
    };
    faults::check_every_fault_apart(DEPLOYED, prepare, async |case, users| {
        let before = announcements(&Stack::running(), users).await;
        assert_eq!(case.retry().await.status, 202);
        let after = announcements(&Stack::running(), users).await;
        assert_eq!(after["wanted"]["service"], "courses");
        assert!(before.is_null() || before == after, "{before} {after}");
    })
    .await;
}
