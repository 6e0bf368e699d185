//! Front-door tests of `PUT /courses/{id}/place/payer` and `GET /courses/{id}/place/proforma`.
//!
//! Protected here: a user says who pays for an open place, which the proforma names; nobody else's place changes.

use crate::prelude::*;

const COURSE: &str = "project-management";
const SET: DeployedFunction = DeployedFunction::named("courses-set-payer");
const GET: DeployedFunction = DeployedFunction::named("courses-get-proforma");

/// A user with a place that costs 11,900 dinars.
struct Place {
    stack: Stack,
    user: TestUser,
    token: String,
}

impl Place {
    async fn new(state: &str) -> Self {
        let (stack, user) = Stack::with_user().await;
        let place = json!({
            "userId": user.id, "courseId": COURSE, "runId": "spring", "start": "2999-03-27", "end": "2999-06-12", "state": state,
            "version": 4, "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": "2026-01-05T00:00:00Z", "offer": {
                "price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2999-02-01",
                "refunds": [{"days": 0, "percent": 100}], "instructions": 1,
            },
        });
        stack.put_item("placeRequests", place).await;
        let token = user.access_token(&stack).await;
        Self { stack, user, token }
    }

    fn set(&self, payer: &Value) -> TestRequest {
        let path = format!("/courses/{COURSE}/place/payer");
        TestRequest::put(&path).bearer(&self.token).json(payer)
    }

    fn proforma(&self) -> TestRequest {
        TestRequest::get(&format!("/courses/{COURSE}/place/proforma")).bearer(&self.token)
    }

    async fn payer(&self) -> Value {
        let mut places = self.stack.scan_items("placeRequests").await;
        places.retain(|place| place["userId"] == self.user.id.as_str());
        places[0]["payer"].clone()
    }
}

fn employer() -> Value {
    json!({"name": " Sonatel SARL ", "address": "4 rue Larbi\nBen M'hidi, Oran", "taxNumber": "0991 6100 0123"})
}

#[tokio::test]
async fn the_proforma_names_who_pays() {
    let place = Place::new("offered").await;
    let set = place.stack.send(&place.set(&employer())).await;
    assert_eq!(
        (set.status, &set.body["message"]),
        (200, &json!("Saved. Later receipts follow it."))
    );
    let proforma = place.stack.send(&place.proforma()).await;
    let (data, details) = (proforma.data(), &proforma.data()["details"]);
    assert_eq!(
        (&data["amount"], &data["currency"], &data["payBy"]),
        (&json!("11900.00"), &json!("DZD"), &json!("2999-02-01"))
    );
    assert_eq!(
        (&data["ways"][0]["method"], &data["ways"][0]["account"]),
        (&json!("transfer"), &json!("DZD 00 0000 0000"))
    );
    assert_eq!(data["tax"], json!({"percent": "19", "amount": "1900.00"}));
    assert_eq!(
        details["payer"],
        json!({"name": "Sonatel SARL", "address": "4 rue Larbi Ben M'hidi, Oran", "taxNumber": "0991 6100 0123"})
    );
    assert_eq!(
        (&details["reference"], details.get("method")),
        (&json!("MS-7K4Q-92BX"), None)
    );
    let mine = TestRequest::get("/users/me/courses").bearer(&place.token);
    let mine = place.stack.send(&mine).await;
    assert_eq!(
        mine.data()["requested"][0]["place"]["payer"]["address"],
        "4 rue Larbi Ben M'hidi, Oran"
    );
    // The user pays after all.
    expect!(place.stack.send(&place.set(&json!({"name": " "}))), 200);
    assert_eq!(place.payer().await, Value::Null);
}

#[tokio::test]
async fn refuses_incomplete_payers_and_places_that_have_ended() {
    let place = Place::new("offered").await;
    for (payer, code) in [
        (json!({"name": "Sonatel"}), "address_required"),
        (json!({"name": "x".repeat(101), "address": "Oran"}), "field_too_long"),
        (
            json!({"name": "Sonatel", "address": "Oran", "taxNumber": "1".repeat(51)}),
            "field_too_long",
        ),
        (json!({"name": 1}), "malformed_request"),
    ] {
        refuses!(place.stack, place.set(&payer), 400, code);
    }
    assert_eq!(place.payer().await, Value::Null);
    let ended = Place::new("expired").await;
    let not_found = (404, "place_request_not_found");
    expect!(ended.stack.send(&ended.set(&employer())), not_found);
    expect!(ended.stack.send(&ended.proforma()), not_found);
    let nobody = TestUser::verified(&place.stack).await.access_token(&place.stack).await;
    for request in [place.set(&employer()), place.proforma()] {
        expect!(place.stack.send(&request.bearer(&nobody)), not_found);
    }
}

#[tokio::test]
async fn after_any_fault_the_payer_is_set_or_as_before() {
    let prepare = async |_: &Stack| {
        let place = Place::new("offered").await;
        (place.set(&employer()), place)
    };
    faults::check_every_fault(SET, prepare, async |case, place| {
        expect!(case.retry(), 200);
        assert_eq!(place.payer().await["name"], "Sonatel SARL");
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_shows_the_proforma() {
    let prepare = async |_: &Stack| {
        let place = Place::new("offered").await;
        place.proforma()
    };
    faults::check_every_fault(GET, prepare, async |case, ()| {
        expect!(case.retry(), 200);
    })
    .await;
}
