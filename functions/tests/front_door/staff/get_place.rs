//! Front-door tests of `GET /staff/places/{user}/{course}`.
//!
//! Protected here: staff see the place with what deciding about it needs, and the read is recorded.

use super::place::{COURSE, Desk};
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-place");
const SCANNING: DeployedFunction = FUNCTION.with(&[("FILE_SCAN", "required")]);

#[tokio::test]
async fn shows_a_request_with_the_price_of_the_list() {
    let (desk, function) = Desk::with(FUNCTION).await;
    let shown = function
        .send(&desk.admissions.sends(TestRequest::get(&desk.path())))
        .await;
    let place = shown.data();
    assert_contains(place, &json!({"state": "requested", "message": "Is it in French?"}));
    assert_eq!(place["listPrice"], json!({"amount": "11900.00", "currency": "DZD"}));
    assert_contains(&place["run"], &json!({"taken": 3, "places": 5}));
    assert_eq!(
        place["decisions"],
        json!(["offer", "grant", "wait", "decline", "move", "name_payer"])
    );
    assert_eq!(place["user"]["email"], desk.learner.email.as_str());
    let missing = TestRequest::get(&format!("/staff/places/{}/python", desk.learner.id));
    refuses!(function, desk.admissions.sends(missing), 404, "place_request_not_found");
}

/// A price that cannot be read is not a missing price.
#[tokio::test]
async fn a_price_list_that_cannot_be_read_is_a_failure() {
    let desk = Desk::new().await;
    let malformed = json!({"priceList": "default", "courseId": COURSE, "amount": 11900});
    desk.put_price(malformed).await;
    let function = desk.function(FUNCTION).await;
    expect!(
        function.send(&desk.admissions.sends(TestRequest::get(&desk.path()))),
        (500, "internal_error")
    );
}

#[tokio::test]
async fn where_files_are_scanned_only_finance_open_a_proof_and_a_pdf_only_when_it_is_cleared() {
    let desk = Desk::new().await;
    desk.offer_with_proof().await;
    let mut proofs = desk.stored().await["proofs"].clone();
    let photo = json!({"fileId": "1".repeat(32), "kind": "image", "name": "slip.jpg", "contentType": "image/jpeg"});
    let photo = json!({"file": photo, "state": "sent", "sentAt": "2026-01-03T00:00:00Z"});
    proofs.as_array_mut().expect("a list").push(photo);
    desk.set(json!({"proofs": proofs})).await;
    let function = desk.function(SCANNING).await;
    let urls = async |member: &TestStaff| {
        let shown = function.send(&member.sends(TestRequest::get(&desk.path()))).await;
        [0, 1].map(|proof| shown.data()["proofs"][proof]["url"].clone())
    };
    let scanned = async |verdict: &str| {
        let mut file = desk.stack.get_item("files", ("fileId", &desk.learner.id)).await;
        file["scan"] = json!({"verdict": verdict, "version": "v1", "at": "2026-01-05T00:00:00Z"});
        desk.stack.put_item("files", file).await;
    };
    for verdict in ["", "failed", "infected"] {
        if !verdict.is_empty() {
            scanned(verdict).await;
        }
        let [pdf, photo] = urls(&desk.finance).await;
        assert_eq!(
            (pdf, photo.is_string()),
            (Value::Null, true),
            "{verdict}: a photo is encoded anew"
        );
    }
    scanned("clean").await;
    let [pdf, _] = urls(&desk.finance).await;
    let url = pdf.as_str().expect("a URL");
    for part in ["X-Amz-Expires=60&", "attachment", "versionId=v1&"] {
        assert!(url.contains(part), "{url}");
    }
    assert_eq!(urls(&desk.admissions).await, [Value::Null, Value::Null]);

    // A year after the decision.
    proofs[0]["decidedAt"] = "2025-01-01T00:00:00Z".into();
    desk.set(json!({"proofs": proofs})).await;
    assert_eq!(urls(&desk.finance).await[0], Value::Null);
}

/// Where files are scanned, the record of the proof says whether it can be seen.
#[tokio::test]
async fn after_any_fault_a_repetition_shows_it_with_its_history() {
    let first = Desk::new().await;
    let prepare = async |stack: &testing::Stack| {
        let desk = first.with_another_learner().await;
        desk.offer_with_proof().await;
        // Without a record, the file is gone.
        desk.stack.delete_item("files", ("fileId", &desk.learner.id)).await;
        let action = json!({"action": "place_change", "course": COURSE, "run": "spring", "event": "offer"});
        let action = serde_json::from_value(action).expect("an action");
        desk.admissions.has_done(stack, action, &desk.learner).await;
        let get = desk.finance.sends(TestRequest::get(&desk.path()));
        (desk.stack.clone(), get, ())
    };
    checks::succeeds_after_any_fault(SCANNING, prepare).await;
}
