//! A learner with a place in a run, and the staff who see it, in tables of their own.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use domain::StaffRole;
use serde_json::{Value, json};
use testing::{Function, Stack, TestRequest, TestResponse, TestStaff, TestUser};

pub(crate) const COURSE: &str = "excel";

pub(crate) struct Desk {
    pub(crate) stack: Stack,
    pub(crate) learner: TestUser,
    pub(crate) admissions: TestStaff,
    pub(crate) finance: TestStaff,
    courses: String,
    details: String,
    requests: String,
    payments: String,
    prices: String,
}

impl Desk {
    /// The run has five seats, three of them taken; the course costs 11,900 dinars.
    pub(crate) async fn new() -> Self {
        let stack = Stack::running();
        let desk = Self {
            learner: TestUser::verified(&stack).await,
            admissions: TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await,
            finance: TestStaff::signed_in(&stack, &[StaffRole::Finance]).await,
            courses: stack.create_table_apart("courses").await,
            details: stack.create_table_apart("courseDetails").await,
            requests: stack.create_table_apart("placeRequests").await,
            payments: stack.create_table_apart("payments").await,
            prices: stack.create_table_apart("coursePrices").await,
            stack,
        };
        let stack = &desk.stack;
        let texts = json!({"en": "Excel", "fr": "Excel", "ar": "إكسل"});
        let course = json!({
            "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 7, "name": texts, "description": texts,
        });
        stack.put_item(&desk.courses, course).await;
        desk.put_run("spring", 3).await;
        let price = json!({"priceList": "default", "courseId": COURSE, "amount": "11900.00", "currency": "DZD"});
        stack.put_item(&desk.prices, price).await;
        desk.put_place(&desk.learner, json!({"state": "pending", "queue": "pending"}))
            .await;
        desk
    }

    pub(crate) async fn put_run(&self, id: &str, taken: u32) {
        let run = json!({"courseId": COURSE, "part": format!("run#{id}"), "taken": taken, "run": {
            "id": id, "start": "2999-03-27", "end": "2999-06-12", "weekdays": ["saturday"], "time": "10:30",
            "timeZone": "Africa/Algiers", "places": 5,
        }});
        self.stack.put_item(&self.details, run).await;
    }

    pub(crate) async fn put_place(&self, user: &TestUser, more: Value) {
        let mut place = json!({
            "userId": user.id, "courseId": COURSE, "runId": "spring", "start": "2999-03-27", "end": "2999-06-12", "version": 1,
            "requestedAt": "2026-01-02T03:04:05Z", "message": "Is it in French?",
        });
        let more = more.as_object().cloned().unwrap_or_default();
        place.as_object_mut().expect("an object").extend(more);
        self.stack.put_item(&self.requests, place).await;
    }

    pub(crate) fn variables(&self) -> [(&'static str, &str); 5] {
        [
            ("COURSES_TABLE", &self.courses),
            ("COURSE_DETAILS_TABLE", &self.details),
            ("PLACE_REQUESTS_TABLE", &self.requests),
            ("PAYMENTS_TABLE", &self.payments),
            ("COURSE_PRICES_TABLE", &self.prices),
        ]
    }

    pub(crate) async fn function(&self, binary: &str, name: &str) -> Function {
        Function::start_deployed(binary, &self.stack, name, &self.variables()).await
    }

    pub(crate) fn path(&self) -> String {
        format!("/staff/places/{}/{COURSE}", self.learner.id)
    }

    pub(crate) fn decision(&self, decision: &Value) -> TestRequest {
        TestRequest::post(&format!("{}/decisions", self.path())).json(decision)
    }

    pub(crate) fn payment(&self, payment: &Value) -> TestRequest {
        TestRequest::post(&format!("{}/payments", self.path())).json(payment)
    }

    /// Decides as admissions do, and returns the place after it.
    pub(crate) async fn decide(&self, function: &Function, decision: &Value) -> TestResponse {
        function.send(&self.admissions.sends(self.decision(decision))).await
    }

    pub(crate) async fn taken(&self) -> Value {
        let runs = self.stack.scan_items(&self.details).await;
        let spring = runs.iter().find(|run| run["part"] == "run#spring");
        spring.expect("the run")["taken"].clone()
    }

    pub(crate) async fn stored(&self) -> Value {
        let places = self.stack.scan_items(&self.requests).await;
        let mut own = places
            .into_iter()
            .filter(|place| place["userId"] == self.learner.id.as_str());
        own.next().unwrap_or_default()
    }
}
