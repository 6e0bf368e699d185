//! Front-door tests of `GET /staff/members`.
//!
//! Protected here: an owner sees who has which role, and no secret.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use domain::StaffRole;
use serde_json::json;
use testing::{
    Stack, TestRequest, TestStaff,
    faults::{self, DeployedFunction},
};

const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: "staff-list-members",
    name: "StaffListMembersFunction",
    overrides: &[],
};

#[tokio::test]
async fn lists_who_has_a_role() {
    let stack = Stack::running();
    let owner = TestStaff::signed_in(&stack, &[StaffRole::Owner]).await;
    let clerk = TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await;
    let listed = stack.send(&owner.sends(TestRequest::get("/staff/members"))).await;
    let members = listed.data()["members"].as_array().expect("members");
    for (staff, roles) in [(&owner, json!(["owner"])), (&clerk, json!(["admissions"]))] {
        let member = members.iter().find(|member| member["_id"] == staff.user.id.as_str());
        let member = member.expect("the member is listed");
        assert_eq!(
            (&member["roles"], &member["passkeys"], &member["hasCode"]),
            (&roles, &json!(1), &json!(false))
        );
        assert_eq!(member["email"], staff.user.email.as_str());
    }
}

/// In a table of its own: the requests depend on how many are staff.
#[tokio::test]
async fn after_any_fault_a_repetition_lists() {
    let stack = Stack::running();
    let owner = TestStaff::signed_in(&stack, &[StaffRole::Owner]).await;
    let users = stack.create_table_apart("users").await;
    stack.put_item(&users, owner.user.record(&stack).await).await;
    let list = json!({"pk": "staff", "members": [owner.user.id], "owners": [owner.user.id]});
    stack.put_item(&users, list).await;
    let prepare = async |_: &Stack| {
        let variables = vec![("USERS_TABLE", users.clone())];
        (variables, owner.sends(TestRequest::get("/staff/members")), ())
    };
    faults::check_every_fault_apart(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
