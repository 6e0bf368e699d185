//! Front-door tests of `PUT /staff/closed-days`.
//!
//! Protected here: the list follows the one that was read, and the audit log says which days were added and removed.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use serde_json::{Value, json};
use testing::{
    TestRequest,
    faults::{self, DeployedFunction},
};

use super::place::{Desk, closed_days};

const BINARY: &str = "staff-set-closed-days";
const NAME: &str = "StaffSetClosedDaysFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

fn set(version: u32, days: &Value) -> TestRequest {
    TestRequest::put("/staff/closed-days").json(&json!({"version": version, "days": days}))
}

#[tokio::test]
async fn replaces_the_list_that_was_read() {
    let desk = Desk::new().await;
    let function = desk.function(BINARY, NAME).await;
    let send = async |version: u32, days: &Value| function.send(&desk.admissions.sends(set(version, days))).await;
    let spring = closed_days(&["2999-05-01", "2999-03-20"]);
    let first = send(0, &spring).await;
    assert_eq!(
        (&first.data()["version"], &first.data()["days"]),
        (&json!(1), &closed_days(&["2999-03-20", "2999-05-01"]))
    );
    let summer = closed_days(&["2999-05-01", "2999-07-05"]);
    assert_eq!(send(0, &summer).await.status_and_code(), (409, "conflict"));
    assert_eq!(send(1, &summer).await.data()["version"], 2);
    // The response to the first attempt may be lost.
    assert_eq!(send(1, &summer).await.data()["version"], 2);
    assert_eq!(send(1, &spring).await.status_and_code(), (409, "conflict"));

    let records = desk.stack.scan_items(&desk.stack.tables["audit"]).await;
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
    let desk = Desk::new().await;
    let function = desk.function(BINARY, NAME).await;
    let mut nameless = closed_days(&["2999-05-01"]);
    nameless[0]["name"]["ar"] = " ".into();
    for days in [nameless, closed_days(&["2999-05-01", "2999-05-01"])] {
        let refused = function.send(&desk.admissions.sends(set(0, &days))).await;
        assert_eq!(refused.status_and_code(), (400, "closed_days_invalid"));
    }
    let unknown = json!([{"date": "2999-02-30", "name": {"en": "Eid", "fr": "Aïd", "ar": "العيد"}}]);
    let refused = function.send(&desk.admissions.sends(set(0, &unknown))).await;
    assert_eq!(refused.status_and_code(), (400, "malformed_request"));
    assert!(desk.stack.scan_items(desk.variables()[6].1).await.is_empty());
}

#[tokio::test]
async fn after_any_fault_they_are_set_once_or_as_they_were() {
    let desk = Desk::new().await;
    let days = closed_days(&["2999-05-01"]);
    let prepare = async |stack: &testing::Stack| {
        let meetings = stack.create_table_apart("meetings").await;
        let variables = vec![("MEETINGS_TABLE", meetings.clone())];
        (variables, desk.admissions.sends(set(0, &days)), meetings)
    };
    faults::check_every_fault_apart(DEPLOYED, prepare, async |case, meetings| {
        assert_eq!(case.retry().await.data()["version"], 1);
        let items = testing::Stack::running().scan_items(meetings).await;
        assert_eq!(items.len(), 1);
    })
    .await;
}
