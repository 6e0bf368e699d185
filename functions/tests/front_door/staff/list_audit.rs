//! Front-door tests of `GET /staff/audit`.
//!
//! Protected here: an owner sees each record of a month once, the latest first, page by page.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-list-audit");

#[tokio::test]
async fn lists_a_month_page_by_page() {
    let (stack, owner) = Stack::with_staff(&[StaffRole::Owner]).await;
    let own = stack.with_own_tables(&["audit"]).await;
    for number in 10..70 {
        let at = format!("2026-03-04T05:06:{number}.000000Z");
        let record = json!({"month": "2026-03", "recordId": format!("{at}#a"), "at": "2026-03-04T05:06:07Z",
            "operator": format!("user:{number}"), "action": "account_block"});
        own.put_item("audit", record).await;
    }
    let function = FUNCTION.start(&own, &[]).await;
    let page = |cursor: Option<&str>| {
        let request = TestRequest::get("/staff/audit").query("month", "2026-03");
        owner.sends(match cursor {
            Some(cursor) => request.query("cursor", cursor),
            None => request,
        })
    };
    let first = function.send(&page(None)).await;
    let records = first.data()["records"].as_array().expect("records");
    assert_eq!((records.len(), &records[0]["operator"]), (50, &json!("user:69")));
    let second = function.send(&page(first.data()["next"].as_str())).await;
    let records = second.data()["records"].as_array().expect("records");
    assert_eq!((records.len(), &records[9]["operator"]), (10, &json!("user:10")));
    assert_eq!(second.data().get("next"), None);
    let this_month = function.send(&owner.sends(TestRequest::get("/staff/audit"))).await;
    assert_eq!(this_month.data(), &json!({"records": []}));
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_lists, async |stack| {
        let owner = TestStaff::signed_in(stack, &[StaffRole::Owner]).await;
        owner.sends(TestRequest::get("/staff/audit"))
    }),
);
