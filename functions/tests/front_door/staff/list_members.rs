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

#[tokio::test]
async fn after_any_fault_a_repetition_lists() {
    let prepare = async |stack: &Stack| {
        let owner = TestStaff::signed_in(stack, &[StaffRole::Owner]).await;
        (owner.sends(TestRequest::get("/staff/members")), ())
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
