//! Front-door tests of `DELETE /courses/{id}/place`.
//!
//! Protected here: a confirmed place is given up once with its seat, enrolment and email, what was paid stays, and nothing else is cancelled.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use insta::assert_json_snapshot;
use jiff::Timestamp;
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest, TestUser,
    faults::{self, CaseVariables, DeployedFunction},
};

const BINARY: &str = "courses-cancel-place";
const NAME: &str = "CoursesCancelPlaceFunction";
const DEPLOYED: DeployedFunction<'_> = DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
const COURSE: &str = "excel";

fn cancel(token: &str) -> TestRequest {
    TestRequest::delete(&format!("/courses/{COURSE}/place")).bearer(token)
}

/// A course with a run that starts on a day, and a user with a place that was paid, in tables of their own.
struct Place {
    stack: Stack,
    courses: String,
    details: String,
    requests: String,
    payments: String,
    user: TestUser,
    token: String,
}

impl Place {
    async fn new(state: &str, start: &str, end: &str) -> Self {
        let stack = Stack::running();
        let user = TestUser::verified(&stack).await;
        let place = Self {
            courses: stack.create_table_apart("courses").await,
            details: stack.create_table_apart("courseDetails").await,
            requests: stack.create_table_apart("placeRequests").await,
            payments: stack.create_table_apart("payments").await,
            token: user.access_token(&stack).await,
            stack,
            user,
        };
        let (stack, id) = (&place.stack, &place.user.id);
        let texts = json!({"en": "Excel", "fr": "Excel", "ar": "إكسل"});
        let course = json!({
            "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 7, "name": texts, "description": texts,
        });
        stack.put_item(&place.courses, course).await;
        let run = json!({"courseId": COURSE, "part": "run#spring", "taken": 3, "run": {
            "id": "spring", "start": start, "end": end, "weekdays": ["saturday"], "time": "10:30", "timeZone": "Africa/Algiers",
            "places": 5,
        }});
        stack.put_item(&place.details, run).await;
        let request = json!({
            "userId": id, "courseId": COURSE, "runId": "spring", "start": start, "end": end, "state": state, "version": 4,
            "requestedAt": "2026-01-02T03:04:05Z", "offer": {
                "price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2026-02-01",
                "refunds": [{"days": 14, "percent": 100}, {"days": 0, "percent": 50}],
            },
        });
        stack.put_item(&place.requests, request).await;
        let payer = format!("user#{id}");
        let enrolment =
            json!({"payer": payer, "paymentId": "course#excel", "courseId": COURSE, "paidAt": "2026-01-20T03:04:05Z"});
        stack.put_item(&place.payments, enrolment).await;
        let payment = json!({"payer": payer, "paymentId": "entry#excel#T-1", "entryId": "T-1", "courseId": COURSE, "kind": "payment",
            "amount": "11900.00", "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-20", "paidAt": "2026-01-20T03:04:05Z"});
        stack.put_item(&place.payments, payment).await;
        place
    }

    fn variables(&self) -> [(&'static str, &str); 4] {
        [
            ("COURSES_TABLE", &self.courses),
            ("COURSE_DETAILS_TABLE", &self.details),
            ("PLACE_REQUESTS_TABLE", &self.requests),
            ("PAYMENTS_TABLE", &self.payments),
        ]
    }

    async fn function(&self) -> Function {
        Function::start_deployed(BINARY, &self.stack, NAME, &self.variables()).await
    }

    async fn stored(&self) -> Value {
        self.stack.scan_items(&self.requests).await.remove(0)
    }

    /// The seats, the course's count and the number of items of payments.
    async fn counts(&self) -> (Value, Value, usize) {
        let run = self.stack.scan_items(&self.details).await.remove(0);
        let course = self.stack.scan_items(&self.courses).await.remove(0);
        let payments = self.stack.scan_items(&self.payments).await.len();
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
    assert_eq!(place.function().await.send(&cancel(&place.token)).await.status, 200);
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
        let refused = place.function().await.send(&cancel(&place.token)).await;
        assert_eq!(refused.status_and_code(), refusal, "{state}");
        assert_eq!(
            (place.stored().await["state"].clone(), place.counts().await),
            (json!(state), (json!(3), json!(7), 2))
        );
    }
    let stack = Stack::running();
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    for id in ["excel", "%23id", "No-Id"] {
        let refused = stack
            .send(&TestRequest::delete(&format!("/courses/{id}/place")).bearer(&token))
            .await;
        assert_eq!(refused.status_and_code(), (404, "place_request_not_found"), "{id}");
    }
}

#[tokio::test]
async fn returns_401_without_a_valid_token() {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        let refused = stack.send(&cancel(token)).await;
        assert_eq!(refused.status_and_code(), (401, "unauthorized"), "{token:?}");
    }
}

#[tokio::test]
async fn a_repetition_sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let request = json!({
            "userId": user.id, "courseId": COURSE, "runId": "spring", "start": "2999-03-27", "end": "2999-06-12", "state": "cancelled",
            "requestedAt": "2026-01-02T03:04:05Z",
        });
        stack.put_item(&stack.tables["placeRequests"], request).await;
        let request = cancel(&user.access_token(stack).await).header("idempotency-key", &user.id);
        assert_eq!(stack.send(&request).await.status, 200);
        (request, ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_cancels_once() {
    let prepare = async |_: &Stack| {
        let place = Place::new("accepted", "2999-03-27", "2999-06-12").await;
        let own = place.variables().map(|(name, value)| (name, value.to_owned()));
        let variables: CaseVariables = own.into();
        (variables, cancel(&place.token), place)
    };
    faults::check_every_fault_apart(DEPLOYED, prepare, async |case, place| {
        assert_eq!(case.retry().await.status, 200);
        assert_eq!(place.counts().await, (json!(2), json!(6), 1));
        assert_eq!(place.stored().await["state"], "cancelled");
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &cancel("any")).await;
}
