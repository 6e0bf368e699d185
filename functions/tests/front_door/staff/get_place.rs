//! Front-door tests of `GET /staff/places/{user}/{course}`.
//!
//! Protected here: staff see the place with what deciding about it needs, and the read is recorded.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first failure")]

use serde_json::json;
use testing::{
    TestRequest,
    faults::{self, CaseVariables, DeployedFunction},
};

use super::place::Desk;

const BINARY: &str = "staff-get-place";
const NAME: &str = "StaffGetPlaceFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};

#[tokio::test]
async fn shows_a_request_with_the_price_of_the_list() {
    let desk = Desk::new().await;
    let function = desk.function(BINARY, NAME).await;
    let shown = function
        .send(&desk.admissions.sends(TestRequest::get(&desk.path())))
        .await;
    let place = shown.data();
    assert_eq!(
        (&place["state"], &place["message"]),
        (&json!("requested"), &json!("Is it in French?"))
    );
    assert_eq!(place["listPrice"], json!({"amount": "11900.00", "currency": "DZD"}));
    assert_eq!(
        (&place["run"]["taken"], &place["run"]["places"]),
        (&json!(3), &json!(5))
    );
    assert_eq!(place["decisions"], json!(["offer", "grant", "wait", "decline", "move"]));
    assert_eq!(place["user"]["email"], desk.learner.email.as_str());
    let missing = TestRequest::get(&format!("/staff/places/{}/python", desk.learner.id));
    let missing = function.send(&desk.admissions.sends(missing)).await;
    assert_eq!(missing.status_and_code(), (404, "place_request_not_found"));
}

#[tokio::test]
async fn after_any_fault_a_repetition_shows_it() {
    let prepare = async |_: &testing::Stack| {
        let desk = Box::pin(Desk::new()).await;
        let variables: CaseVariables = desk.variables().map(|(name, table)| (name, table.to_owned())).into();
        let get = desk.admissions.sends(TestRequest::get(&desk.path()));
        (variables, get, ())
    };
    Box::pin(faults::check_every_fault_apart(DEPLOYED, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    }))
    .await;
}
