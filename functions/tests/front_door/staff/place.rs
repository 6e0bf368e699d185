//! A learner with a place in a run, and the staff who see it, in tables of their own.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use domain::StaffRole;
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest, TestResponse, TestStaff, TestUser, faults::CaseVariables, payment_instructions,
};

pub(crate) const COURSE: &str = "excel";

#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) stack: Stack,
    /// The run of the learner's place.
    run: String,
    pub(crate) learner: TestUser,
    pub(crate) admissions: TestStaff,
    pub(crate) finance: TestStaff,
    courses: String,
    details: String,
    requests: String,
    payments: String,
    prices: String,
    files: String,
    pub(crate) meetings: String,
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
            files: stack.create_table_apart("files").await,
            meetings: stack.create_table_apart("meetings").await,
            run: "spring".to_owned(),
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
        desk.put_price(price).await;
        desk.put_instructions(1, "0012 3").await;
        desk.put_place(&desk.learner, json!({"state": "pending", "queue": "pending"}))
            .await;
        desk
    }

    /// The same tables and staff, with another learner who asks for the same run.
    pub(crate) async fn with_learner(&self) -> Self {
        let desk = Self {
            learner: TestUser::verified(&self.stack).await,
            ..self.clone()
        };
        desk.put_place(&desk.learner, json!({"state": "pending", "queue": "pending"}))
            .await;
        desk
    }

    /// As [`Self::with_learner`], with a run of their own: making tables for each case of a matrix takes too long.
    pub(crate) async fn with_another_learner(&self) -> Self {
        let desk = self.with_learner().await;
        let run = format!("run-{}", &desk.learner.id[..8]);
        desk.put_run(&run, 3).await;
        desk.set(json!({"runId": run})).await;
        desk.of_run(&run)
    }

    /// The same learner, with another run.
    pub(crate) fn of_run(&self, run: &str) -> Self {
        Self {
            run: run.to_owned(),
            ..self.clone()
        }
    }

    /// With a counter of receipts of its own, for which cases at the same time would compete.
    pub(crate) async fn with_own_payments(self) -> Self {
        let payments = self.stack.create_table_apart("payments").await;
        Self { payments, ..self }
    }

    pub(crate) async fn put_run(&self, id: &str, taken: u32) {
        self.put_run_with(id, json!({"taken": taken}), json!({})).await;
    }

    /// A run with other attributes of its item, and of its rule.
    pub(crate) async fn put_run_with(&self, id: &str, more: Value, rule: Value) {
        let mut run = json!({
            "id": id, "start": "2999-03-27", "end": "2999-06-12", "weekdays": ["saturday"], "time": "10:30",
            "timeZone": "Africa/Algiers", "places": 5,
        });
        extend(&mut run, rule);
        let mut item = json!({"courseId": COURSE, "part": format!("run#{id}"), "run": run});
        extend(&mut item, more);
        self.stack.put_item(&self.details, item).await;
    }

    /// The learner's run with three sessions: one is over, and the others are on 3 and 10 April 2999.
    pub(crate) async fn put_sessions(&self) {
        let sessions = json!([
            session(1, "2001-03-27"),
            session(2, "2999-04-03"),
            session(3, "2999-04-10")
        ]);
        let more = json!({"taken": 3, "sessions": sessions});
        self.put_run_with(&self.run, more, json!({"start": "2001-03-27"})).await;
    }

    /// Lets the course name the first day of that run, and another one, as lists show them.
    pub(crate) async fn put_start(&self) {
        let mut course = self.stack.scan_items(&self.courses).await.remove(0);
        course["facts"] = json!({"starts": ["2001-03-27", "2999-09-05"]});
        self.stack.put_item(&self.courses, course).await;
    }

    /// The item of the learner's run.
    pub(crate) async fn stored_run(&self) -> Value {
        let runs = self.stack.scan_items(&self.details).await;
        let part = format!("run#{}", self.run);
        let own = runs.into_iter().find(|run| run["part"] == part.as_str());
        own.expect("the run")
    }

    /// The path of the learner's run.
    pub(crate) fn run_path(&self) -> String {
        format!("/staff/runs/{COURSE}/{}", self.run)
    }

    /// How many records of an action have the learner's run.
    pub(crate) async fn audit_records(&self, action: &str) -> usize {
        let records = self.stack.scan_items(&self.stack.tables["audit"]).await;
        let operator = format!("user:{}", self.admissions.user.id);
        let is_own = |record: &&Value| {
            record["action"] == action && record["run"] == self.run.as_str() && record["operator"] == operator.as_str()
        };
        records.iter().filter(is_own).count()
    }

    /// Closes days for all runs.
    pub(crate) async fn put_closed_days(&self, version: u32, dates: &[&str]) {
        let days = closed_days(dates);
        let item = json!({"courseId": "#closed-days", "part": "present", "version": version, "days": days});
        self.stack.put_item(&self.meetings, item).await;
    }

    /// Lets dinars be paid into that account.
    pub(crate) async fn put_instructions(&self, version: u32, account: &str) {
        let item = payment_instructions(version, account);
        self.stack.put_item(&self.payments, item).await;
    }

    pub(crate) async fn put_price(&self, price: Value) {
        self.stack.put_item(&self.prices, price).await;
    }

    pub(crate) async fn put_place(&self, user: &TestUser, more: Value) {
        let mut place = json!({
            "userId": user.id, "courseId": COURSE, "runId": self.run, "start": "2999-03-27", "end": "2999-06-12", "version": 1,
            "requestedAt": "2026-01-02T03:04:05Z", "message": "Is it in French?",
        });
        extend(&mut place, more);
        self.stack.put_item(&self.requests, place).await;
    }

    /// Makes the place an offer at 11,900 dinars, which an employer pays, with a proof of payment that waits for a decision.
    pub(crate) async fn offer_with_proof(&self) {
        // Cases run at the same time, so each has a file of its own.
        let id = &self.learner.id;
        let file = json!({"fileId": id, "kind": "document", "name": "slip.pdf", "contentType": "application/pdf"});
        let mut record = file.clone();
        extend(
            &mut record,
            json!({"owner": id, "claimedAs": "proof", "size": 9, "createdAt": "2026-01-03T00:00:00Z"}),
        );
        self.stack.put_item(&self.files, record).await;
        let offer = json!({
            "state": "offered", "queue": "offered",
            "offer": {
                "price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2999-02-01",
                "refunds": [{"days": 0, "percent": 100}],
            },
            "payer": {"name": "Sonatel SARL", "address": "Oran"},
            "proofs": [{"file": file, "state": "sent", "sentAt": "2026-01-03T00:00:00Z"}],
        });
        self.put_place(&self.learner, offer).await;
    }

    pub(crate) fn case_variables(&self) -> CaseVariables {
        self.variables().map(|(name, table)| (name, table.to_owned())).into()
    }

    pub(crate) fn variables(&self) -> [(&'static str, &str); 8] {
        [
            ("COURSES_TABLE", &self.courses),
            ("COURSE_DETAILS_TABLE", &self.details),
            ("PLACE_REQUESTS_TABLE", &self.requests),
            ("PAYMENTS_TABLE", &self.payments),
            ("COURSE_PRICES_TABLE", &self.prices),
            ("FILES_TABLE", &self.files),
            ("MEETINGS_TABLE", &self.meetings),
            ("SITE_ADDRESS", "https://masar.example"),
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

    /// Decides on the place as it is now. Only finance refuse proofs of payment.
    pub(crate) async fn decide_now(&self, function: &Function, mut decision: Value) -> TestResponse {
        let member = match decision["event"].as_str() {
            Some("refuse_proof") => &self.finance,
            _ => &self.admissions,
        };
        decision["version"] = self.stored().await["version"].as_u64().unwrap_or_default().into();
        function.send(&member.sends(self.decision(&decision))).await
    }

    pub(crate) async fn taken(&self) -> Value {
        self.stored_run().await["taken"].clone()
    }

    pub(crate) async fn stored(&self) -> Value {
        let places = self.stack.scan_items(&self.requests).await;
        let mut own = places
            .into_iter()
            .filter(|place| place["userId"] == self.learner.id.as_str());
        own.next().unwrap_or_default()
    }

    /// Changes attributes of the learner's place. Null removes one.
    pub(crate) async fn set(&self, more: Value) {
        let mut place = self.stored().await;
        extend(&mut place, more);
        let attributes = place.as_object_mut().expect("an item");
        attributes.retain(|_, value| !value.is_null());
        self.stack.put_item(&self.requests, place).await;
    }

    /// The learner's enrolment and entries of the ledger.
    pub(crate) async fn paid(&self) -> Vec<Value> {
        let mut items = self.stack.scan_items(&self.payments).await;
        items.retain(|item| item["payer"] == format!("user#{}", self.learner.id));
        items
    }
}

/// The functions with which staff decide about places, and record what is paid.
pub(crate) struct Clerks {
    pub(crate) decide: Function,
    record: Function,
}

impl Clerks {
    pub(crate) async fn of(desk: &Desk) -> Self {
        Self {
            decide: desk.function("staff-decide-place", "StaffDecidePlaceFunction").await,
            record: desk
                .function("staff-record-payment", "StaffRecordPaymentFunction")
                .await,
        }
    }

    /// Makes a decision that must be possible, and returns the place after it.
    pub(crate) async fn decide(&self, desk: &Desk, decision: Value) -> Value {
        let decided = desk.decide_now(&self.decide, decision).await;
        assert_eq!(decided.status, 200, "{decided:?}");
        decided.data().clone()
    }

    pub(crate) async fn refuse(&self, desk: &Desk, decision: Value, refusal: (u16, &str)) {
        let name = decision.to_string();
        let refused = desk.decide_now(&self.decide, decision).await;
        assert_eq!(refused.status_and_code(), refusal, "{name}");
    }

    pub(crate) async fn try_record(&self, desk: &Desk, entry: &Value) -> TestResponse {
        self.record.send(&desk.finance.sends(desk.payment(entry))).await
    }

    /// Records an entry that must be possible, and returns the place after it.
    pub(crate) async fn record(&self, desk: &Desk, entry: &Value) -> Value {
        let recorded = self.try_record(desk, entry).await;
        assert_eq!(recorded.status, 200, "{recorded:?}");
        recorded.data().clone()
    }
}

/// A payment in dinars.
pub(crate) fn payment(id: &str, amount: &str) -> Value {
    json!({"kind": "payment", "id": id, "amount": amount, "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-05"})
}

/// What is due, held and to be paid back for a place.
pub(crate) fn money(place: &Value) -> [Value; 3] {
    ["due", "held", "refundDue"].map(|name| place["money"][name]["amount"].clone())
}

/// A session of a run, at half past ten in Algiers.
pub(crate) fn session(number: u32, day: &str) -> Value {
    json!({"number": number, "start": format!("{day}T10:30:00"), "startsAt": format!("{day}T09:30:00Z"), "minutes": 120,
        "version": 1, "changedAt": "2026-11-01T08:00:00Z"})
}

fn extend(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// Days with a name in each language.
pub(crate) fn closed_days(dates: &[&str]) -> Value {
    let day = |date: &&str| json!({"date": date, "name": {"en": "Eid", "fr": "Aïd", "ar": "العيد"}});
    dates.iter().map(day).collect()
}
