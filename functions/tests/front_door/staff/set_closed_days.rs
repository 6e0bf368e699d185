//! Front-door tests of `PUT /staff/closed-days`.
//!
//! Protected here: the list follows the one that was read, and the audit log says which days were added and removed.

use super::place::{Desk, closed_days};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-set-closed-days");

fn set(version: u32, days: &Value) -> TestRequest {
    TestRequest::put("/staff/closed-days").json(&json!({"version": version, "days": days}))
}

#[tokio::test]
async fn replaces_the_list_that_was_read() {
    let (desk, function) = Desk::with(FUNCTION).await;
    let send = async |version: u32, days: &Value| function.send(&desk.admissions.sends(set(version, days))).await;
    let spring = closed_days(&["2999-05-01", "2999-03-20"]);
    let first = send(0, &spring).await;
    assert_eq!(
        (&first.data()["version"], &first.data()["days"]),
        (&json!(1), &closed_days(&["2999-03-20", "2999-05-01"]))
    );
    let summer = closed_days(&["2999-05-01", "2999-07-05"]);
    expect!(send(0, &summer), (409, "conflict"));
    assert_eq!(send(1, &summer).await.data()["version"], 2);
    // The response to the first attempt may be lost.
    assert_eq!(send(1, &summer).await.data()["version"], 2);
    expect!(send(1, &spring), (409, "conflict"));

    let records = desk.stack.scan_items("audit").await;
    let operator = format!("user:{}", desk.admissions.user.id);
    let mut changes: Vec<_> = records
        .iter()
        .filter(|record| record["action"] == "closed_days_set" && record["operator"] == operator.as_str())
        .map(|record| json!([record["added"], record["removed"]]))
        .collect();
    changes.sort_by_key(ToString::to_string);
    assert_eq!(
        changes,
        [
            json!([["2999-03-20", "2999-05-01"], []]),
            json!([["2999-07-05"], ["2999-03-20"]])
        ]
    );
}

#[tokio::test]
async fn refuses_days_without_a_name_or_twice() {
    let (desk, function) = Desk::with(FUNCTION).await;
    let mut nameless = closed_days(&["2999-05-01"]);
    nameless[0]["name"]["ar"] = " ".into();
    for days in [nameless, closed_days(&["2999-05-01", "2999-05-01"])] {
        expect!(
            function.send(&desk.admissions.sends(set(0, &days))),
            (400, "closed_days_invalid")
        );
    }
    let unknown = json!([{"date": "2999-02-30", "name": {"en": "Eid", "fr": "Aïd", "ar": "العيد"}}]);
    expect!(
        function.send(&desk.admissions.sends(set(0, &unknown))),
        (400, "malformed_request")
    );
    assert!(desk.stack.scan_items("meetings").await.is_empty());
}

#[tokio::test]
async fn after_any_fault_they_are_set_once_or_as_they_were() {
    let desk = Desk::new().await;
    let days = closed_days(&["2999-05-01"]);
    let prepare = async |stack: &testing::Stack| {
        let own = stack.with_own_tables(&["meetings"]).await;
        (own, desk.admissions.sends(set(0, &days)), ())
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        assert_eq!(case.retry().await.data()["version"], 1);
        assert_eq!(case.stack.scan_items("meetings").await.len(), 1);
    })
    .await;
}
