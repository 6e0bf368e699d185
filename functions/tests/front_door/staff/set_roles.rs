//! Front-door tests of `PUT /staff/members`.
//!
//! Protected here: an owner who has just used the passkey gives and takes roles, each change is in the audit records, and an owner remains.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-set-roles");

fn set(email: &str, roles: &Value) -> TestRequest {
    TestRequest::put("/staff/members").json(&json!({"email": email, "roles": roles}))
}

#[tokio::test]
async fn gives_changes_and_takes_roles() {
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
    let user = TestUser::verified(&stack).await;
    let given = stack.send(&owner.sends(set(&user.email, &json!(["finance"])))).await;
    let code = given.data()["code"].as_str().expect("a code").to_owned();
    let expected = json!({"_id": user.id, "fullname": given.data()["member"]["fullname"], "email": user.email,
        "roles": ["finance"], "passkeys": 0, "hasCode": true});
    assert_eq!(given.data()["member"], expected);
    assert!(
        !user.record(&stack).await.to_string().contains(&code),
        "only a hash is stored"
    );

    let changed = stack
        .send(&owner.sends(set(&user.email, &json!(["admissions", "finance"]))))
        .await;
    assert_ne!(changed.data()["code"], json!(code), "the code before is void");
    let taken = stack.send(&owner.sends(set(&user.email, &json!([])))).await;
    assert_eq!(taken.data(), &json!({"member": null}));
    assert_eq!(user.record(&stack).await.get("staff"), None);

    let audit = stack.send(&owner.sends(TestRequest::get("/staff/audit"))).await;
    let records = audit.data()["records"].as_array().expect("records").iter();
    let records: Vec<_> = records.filter(|record| record["subject"] == user.id.as_str()).collect();
    let actions: Vec<_> = records.iter().map(|record| record["action"].as_str()).collect();
    let expected = [
        "staff roles: none",
        "staff roles: admissions, finance",
        "staff roles: finance",
    ];
    assert_eq!(actions, expected.map(Some));
    assert_eq!(records[0]["operator"], format!("user:{}", owner.user.id));
}

#[tokio::test]
async fn needs_a_sign_in_of_the_last_minutes_and_a_verified_user() {
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
    let unverified = TestUser::registered(&stack).await;
    for email in [unverified.email.as_str(), "nobody@example.org"] {
        expect!(
            stack.send(&owner.sends(set(email, &json!(["finance"])))),
            (404, "user_not_found")
        );
    }
    owner.sign_in_ages(&stack, 11 * 60).await;
    expect!(
        stack.send(&owner.sends(set(&unverified.email, &json!(["finance"])))),
        (403, "staff_sign_in_required")
    );
}

#[tokio::test]
async fn the_last_owner_stays() {
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
    let own = stack.with_own_tables(&["users"]).await;
    let email = owner.user.email.as_str();
    let claim = json!({"pk": format!("email#{email}"), "userId": owner.user.id});
    own.put_item("users", claim).await;
    own.put_item("users", owner.user.record(&stack).await).await;
    let function = FUNCTION.start(&own, &[]).await;
    for roles in [json!([]), json!(["admissions", "finance", "catalogue"])] {
        refuses!(function, owner.sends(set(email, &roles)), 409, "last_owner");
    }
    // In the other table there are more.
    expect!(stack.send(&owner.sends(set(email, &json!([])))), 200);
}

#[tokio::test]
async fn after_any_fault_a_repetition_sets_the_roles() {
    let prepare = async |stack: &Stack| {
        let owner = TestStaff::signed_in(stack, &[StaffRole::Owner]).await;
        let user = TestUser::verified(stack).await;
        (owner.sends(set(&user.email, &json!(["finance"]))), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        expect!(case.retry(), 200);
        let stored = &user.record(&Stack::running()).await["staff"];
        assert_eq!(stored["roles"], json!(["finance"]));
    })
    .await;
}
