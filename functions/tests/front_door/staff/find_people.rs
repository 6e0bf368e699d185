//! Front-door tests of `GET /staff/people`.
//!
//! Protected here: staff find a user by the whole email address or the id, and each search is in the audit records.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use domain::StaffRole;
use serde_json::json;
use testing::{
    Stack, TestRequest, TestStaff, TestUser,
    faults::{self, DeployedFunction},
};

const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: "staff-find-people",
    name: "StaffFindPeopleFunction",
    overrides: &[],
};

fn find(query: &str) -> TestRequest {
    TestRequest::get("/staff/people").query("q", query)
}

#[tokio::test]
async fn finds_by_email_address_and_id() {
    let stack = Stack::running();
    let staff = TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await;
    let user = TestUser::registered(&stack).await;
    let fullname = user.record(&stack).await["profile"]["fullname"].clone();
    let expected = json!({"people": [{
        "_id": user.id, "fullname": fullname, "email": user.email, "type": "student", "verified": false, "blocked": false,
    }]});
    for query in [
        user.email.clone(),
        format!(" {} ", user.email.to_uppercase()),
        user.id.clone(),
    ] {
        let found = stack.send(&staff.sends(find(&query))).await;
        assert_eq!(found.data(), &expected, "{query}");
    }
    let nobody = stack.send(&staff.sends(find("nobody@example.org"))).await;
    assert_eq!(nobody.data(), &json!({"people": []}));
    for query in ["", "Amina", "0f8fad5b"] {
        let refused = stack.send(&staff.sends(find(query))).await;
        assert_eq!(refused.status_and_code(), (400, "email_invalid"), "{query}");
    }

    let records = stack.scan_items(&stack.tables["audit"]).await.into_iter();
    let operator = format!("user:{}", staff.user.id);
    let searches: Vec<_> = records.filter(|record| record["operator"] == operator).collect();
    let about_user = searches.iter().filter(|record| record["subject"] == user.id.as_str());
    assert_eq!((searches.len(), about_user.count()), (4, 3));
}

#[tokio::test]
async fn after_any_fault_a_repetition_finds() {
    let prepare = async |stack: &Stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        (staff.sends(find(&TestUser::verified(stack).await.email)), ())
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}
