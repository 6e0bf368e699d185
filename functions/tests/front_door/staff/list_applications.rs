//! Front-door tests of `GET /staff/applications`.
//!
//! Protected here: staff see each application that waits once, the oldest first, page by page, by course; and the decided ones.

use super::teacher;
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-list-applications");

/// The ids of the applications in a response, shortened to their last digits.
fn numbers(data: &Value) -> Vec<String> {
    let applications = data["applications"].as_array().expect("a list").iter();
    let ids = applications.map(|application| application["_id"].as_str().expect("an id")[30..].to_owned());
    ids.collect()
}

fn created_at(number: usize) -> String {
    format!("20{number}-03-04T05:06:07Z")
}

#[tokio::test]
async fn lists_what_waits_page_by_page_and_what_is_decided() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let own = stack.with_own_tables(&["users"]).await;
    own.put_item("users", staff.user.record(&stack).await).await;
    let record = teacher(&stack).await.record(&stack).await;
    assert_eq!(record["application"], "pending", "a sign-up writes it");
    let put = async |number: usize, changes: Value| {
        let mut item = record.clone();
        let id = format!("{number:032}");
        item["pk"] = format!("user#{id}").into();
        item["userId"] = id.into();
        item["createdAt"] = created_at(number).into();
        for (name, value) in changes.as_object().expect("an object") {
            item[name] = value.clone();
        }
        own.put_item("users", item).await;
    };
    for number in 20..80 {
        put(number, json!({})).await;
    }
    put(10, json!({"verified": false})).await;
    put(11, json!({"blocked": true})).await;
    let approved = json!({"status": "approved", "at": "2026-04-01T00:00:00Z", "untold": true});
    put(81, json!({"application": "approved", "review": approved})).await;
    let mut profile = record["profile"].clone();
    profile["courses"] = json!(["writing-for-work"]);
    put(82, json!({"profile": profile})).await;

    let proxy = Proxy::start(&own).await;
    let function = FUNCTION.start(&proxy.in_front_of(&own), &[]).await;
    let list = async |query: &[(&str, &str)]| {
        let request = TestRequest::get("/staff/applications");
        let request = query
            .iter()
            .fold(request, |request, (name, value)| request.query(name, value));
        function.send(&staff.sends(request)).await
    };
    let first = list(&[]).await;
    let expected: Vec<_> = (20..70).map(|number| number.to_string()).collect();
    assert_eq!(numbers(first.data()), expected);
    let cursor = first.data()["next"].as_str().expect("another page").to_owned();
    let second = list(&[("cursor", &cursor)]).await;
    let expected: Vec<_> = (70..80).chain([82]).map(|number| number.to_string()).collect();
    assert_eq!(numbers(second.data()), expected);
    assert_eq!(second.data().get("next"), None);
    assert_eq!(numbers(list(&[("course", "writing-for-work")]).await.data()), ["82"]);
    let queries = proxy
        .requests()
        .into_iter()
        .filter(|request| request.name == "dynamodb Query users");
    assert_eq!(queries.count(), 3, "what is left out costs no further request");

    let approved = list(&[("state", "approved")]).await;
    let expected = json!({"applications": [{
        "_id": format!("{:032}", 81), "fullname": record["profile"]["fullname"], "country": "Algeria",
        "courses": record["profile"]["courses"], "createdAt": created_at(81), "decidedAt": "2026-04-01T00:00:00Z",
        "blocked": false, "untold": true,
    }]});
    assert_eq!(approved.data(), &expected);
    assert_eq!(
        list(&[("state", "declined")]).await.data(),
        &json!({"applications": []})
    );
    for query in [("state", "other"), ("cursor", "other")] {
        expect!(list(&[query]), (400, "malformed_request"));
    }
    expect!(list(&[("course", "?")]), (400, "course_not_found"));
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists() {
    let prepare = async |stack: &Stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        // A list that others' tests do not lengthen.
        let request = TestRequest::get("/staff/applications").query("course", "no-such-course");
        staff.sends(request.query("state", "declined"))
    };
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}
