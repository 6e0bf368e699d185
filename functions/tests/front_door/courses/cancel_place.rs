//! Front-door tests of `DELETE /courses/{id}/place`.
//!
//! Protected here: a confirmed place is given up once with its seat, enrolment and email, what was paid stays, and nothing else is cancelled.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-cancel-place");
const COURSE: &str = "excel";

fn cancel(token: &str) -> TestRequest {
    TestRequest::delete(&format!("/courses/{COURSE}/place")).bearer(token)
}

/// A course with a run that starts on a day, and a user with a place that was paid, in tables of their own.
struct Place {
    stack: Stack,
    user: TestUser,
    token: String,
}

impl Place {
    async fn new(state: &str, start: &str, end: &str) -> Self {
        let stack = Stack::running()
            .with_own_tables(&["courses", "courseDetails", "placeRequests", "payments"])
            .await;
        let user = TestUser::verified(&stack).await;
        let place = Self {
            token: user.access_token(&stack).await,
            stack,
            user,
        };
        let (stack, id) = (&place.stack, &place.user.id);
        let texts = json!({"en": "Excel", "fr": "Excel", "ar": "إكسل"});
        let course = json!({
            "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 7, "name": texts, "description": texts,
        });
        stack.put_item("courses", course).await;
        let run = json!({"courseId": COURSE, "part": "run#spring", "taken": 3, "run": {
            "id": "spring", "start": start, "end": end, "weekdays": ["saturday"], "time": "10:30", "timeZone": "Africa/Algiers",
            "places": 5,
        }});
        stack.put_item("courseDetails", run).await;
        let request = json!({
            "userId": id, "courseId": COURSE, "runId": "spring", "start": start, "end": end, "state": state, "version": 4,
            "requestedAt": "2026-01-02T03:04:05Z", "offer": {
                "price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2026-02-01",
                "refunds": [{"days": 14, "percent": 100}, {"days": 0, "percent": 50}],
            },
        });
        stack.put_item("placeRequests", request).await;
        let payer = format!("user#{id}");
        let enrolment =
            json!({"payer": payer, "paymentId": "course#excel", "courseId": COURSE, "paidAt": "2026-01-20T03:04:05Z"});
        stack.put_item("payments", enrolment).await;
        let payment = json!({"payer": payer, "paymentId": "entry#excel#T-1", "entryId": "T-1", "courseId": COURSE, "kind": "payment",
            "amount": "11900.00", "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-20", "paidAt": "2026-01-20T03:04:05Z"});
        stack.put_item("payments", payment).await;
        place
    }

    async fn function(&self) -> Function {
        FUNCTION.start(&self.stack, &[]).await
    }

    async fn stored(&self) -> Value {
        self.stack.scan_items("placeRequests").await.remove(0)
    }

    /// The seats, the course's count and the number of items of payments.
    async fn counts(&self) -> (Value, Value, usize) {
        let run = self.stack.scan_items("courseDetails").await.remove(0);
        let course = self.stack.scan_items("courses").await.remove(0);
        let payments = self.stack.scan_items("payments").await.len();
        (run["taken"].clone(), course["enrollmentCount"].clone(), payments)
    }
}

#[tokio::test]
async fn gives_up_a_place_with_its_seat_and_says_what_is_refunded() {
    let place = Place::new("accepted", "2999-03-27", "2999-06-12").await;
    let emails = place.stack.emails_to(&place.user.email).await.len();
    let function = place.function().await;
    let response = function.send(&cancel(&place.token)).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Your place is cancelled.",
        "success": true
      }
    }
    "#);
    assert_eq!(
        place.counts().await,
        (json!(2), json!(6), 1),
        "the enrolment is gone, and the payment stays"
    );
    let stored = place.stored().await;
    assert_eq!((&stored["state"], stored.get("retained")), (&json!("cancelled"), None));
    let mails = place.stack.emails_to(&place.user.email).await;
    assert_eq!(mails.len(), emails + 1);
    assert!(
        mails[emails].body_text.contains("11,900"),
        "{}",
        mails[emails].body_text
    );
    // A repetition is no second cancellation.
    assert_eq!(function.send(&cancel(&place.token)).await.body, response.body);
    assert_eq!(place.counts().await, (json!(2), json!(6), 1));
    assert_eq!(place.stack.emails_to(&place.user.email).await.len(), emails + 1);
}

#[tokio::test]
async fn the_rule_of_the_offer_says_what_is_kept() {
    let today = Timestamp::now().to_string();
    let today = &today[..10];
    let place = Place::new("accepted", today, "2999-06-12").await;
    expect!(place.function().await.send(&cancel(&place.token)), 200);
    assert_eq!(
        place.stored().await["retained"],
        json!({"earlier": "0", "total": "5950.00"})
    );
}

#[tokio::test]
async fn refuses_what_is_no_confirmed_place() {
    for (state, end, refusal) in [
        ("pending", "2999-06-12", (404, "place_request_not_found")),
        ("offered", "2999-06-12", (404, "place_request_not_found")),
        ("declined", "2999-06-12", (404, "place_request_not_found")),
        ("accepted", "2001-06-12", (409, "run_over")),
    ] {
        let place = Place::new(state, "2001-03-27", end).await;
        expect!(place.function().await.send(&cancel(&place.token)), refusal, "{state}");
        assert_eq!(
            (place.stored().await["state"].clone(), place.counts().await),
            (json!(state), (json!(3), json!(7), 2))
        );
    }
    let (stack, _, token) = Stack::with_signed_in_user().await;
    for id in ["excel", "%23id", "No-Id"] {
        expect!(
            stack.send(&TestRequest::delete(&format!("/courses/{id}/place")).bearer(&token)),
            (404, "place_request_not_found")
        );
    }
}

#[tokio::test]
async fn after_any_fault_a_repetition_cancels_once() {
    let prepare = async |_: &Stack| {
        let place = Place::new("accepted", "2999-03-27", "2999-06-12").await;
        (place.stack.clone(), cancel(&place.token), place)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, place| {
        expect!(case.retry(), 200);
        assert_eq!(place.counts().await, (json!(2), json!(6), 1));
        assert_eq!(place.stored().await["state"], "cancelled");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(cancel),
    a_repetition_sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        let request = json!({
            "userId": user.id, "courseId": COURSE, "runId": "spring", "start": "2999-03-27", "end": "2999-06-12", "state": "cancelled",
            "requestedAt": "2026-01-02T03:04:05Z",
        });
        stack.put_item("placeRequests", request).await;
        cancel(&user.access_token(stack).await)
    }),
    every_variable_is_required(&cancel("any")),
);
