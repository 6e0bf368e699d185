//! Front-door tests of `GET /staff/members`.
//!
//! Protected here: an owner sees who has which role, and no secret.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-list-members");

#[tokio::test]
async fn lists_who_has_a_role() {
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
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
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
    let own = stack.with_own_tables(&["users"]).await;
    own.put_item("users", owner.user.record(&stack).await).await;
    let list = json!({"pk": "staff", "members": [owner.user.id], "owners": [owner.user.id]});
    own.put_item("users", list).await;
    let prepare = async |_: &Stack| (own.clone(), owner.sends(TestRequest::get("/staff/members")), ());
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}
