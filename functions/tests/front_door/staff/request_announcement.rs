//! Front-door tests of `POST /staff/announcements`.
//!
//! Protected here: one thing at a time is wanted, with its record, and only a service that is open is announced.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-request-announcement");

fn want(body: &Value) -> TestRequest {
    TestRequest::post("/staff/announcements").json(body)
}

/// A stack with one staff member in a table of its own: all requests share what is wanted.
async fn stack_with(member: &TestStaff) -> Stack {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["users"]).await;
    own.put_item("users", member.user.record(&stack).await).await;
    own
}

async fn announcements(stack: &Stack) -> Value {
    stack.get_item("users", ("pk", "announcements")).await
}

#[tokio::test]
async fn wants_one_thing_at_a_time() {
    let admissions = TestStaff::signed_in(&Stack::running(), &[StaffRole::Admissions]).await;
    let stack = stack_with(&admissions).await;
    let function = FUNCTION.start(&stack, &[]).await;
    let send = async |body: Value| function.send(&admissions.sends(want(&body))).await;
    expect!(send(json!({"service": "consulting"})), (409, "service_not_open"));
    expect!(send(json!({"service": "cooking"})), (400, "malformed_request"));
    assert_eq!(announcements(&stack).await, Value::Null);

    let counting = send(json!({})).await;
    assert_eq!(
        (counting.status, &counting.data()["wanted"]["service"]),
        (202, &Value::Null)
    );
    expect!(send(json!({})), 202, "as after a lost response");
    expect!(send(json!({"service": "courses"})), (409, "conflict"));

    let counted =
        json!({"pk": "announcements", "waiting": {"courses": {"ready": 7, "held": 0, "inDoubt": 0}}, "sent": {}});
    stack.put_item("users", counted).await;
    let sending = send(json!({"service": "courses"})).await;
    assert_eq!(sending.data()["wanted"]["service"], "courses");
    assert_eq!(announcements(&stack).await["wanted"]["inDoubt"], false);
    let operator = format!("user:{}", admissions.user.id);
    let records = stack.scan_items("audit").await;
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
    let admissions = TestStaff::signed_in(&Stack::running(), &[StaffRole::Admissions]).await;
    let prepare = async |_: &Stack| {
        let request = admissions.sends(want(&json!({"service": "courses"})));
        (stack_with(&admissions).await, request, ())
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        let before = announcements(&case.stack).await;
        expect!(case.retry(), 202);
        let after = announcements(&case.stack).await;
        assert_eq!(after["wanted"]["service"], "courses");
        assert!(before.is_null() || before == after, "{before} {after}");
    })
    .await;
}
