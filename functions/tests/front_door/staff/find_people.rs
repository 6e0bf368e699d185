//! Front-door tests of `GET /staff/people`.
//!
//! Protected here: staff find a user by the whole email address or the id, and each search is in the audit records.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-find-people");

fn find(query: &str) -> TestRequest {
    TestRequest::get("/staff/people").query("q", query)
}

#[tokio::test]
async fn finds_by_email_address_and_id() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
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
        refuses!(stack, staff.sends(find(query)), 400, "email_invalid");
    }

    let records = stack.scan_items("audit").await.into_iter();
    let operator = format!("user:{}", staff.user.id);
    let searches: Vec<_> = records.filter(|record| record["operator"] == operator).collect();
    let about_user = searches.iter().filter(|record| record["subject"] == user.id.as_str());
    assert_eq!((searches.len(), about_user.count()), (4, 3));
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_finds, async |stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        staff.sends(find(&TestUser::verified(stack).await.email))
    }),
);
