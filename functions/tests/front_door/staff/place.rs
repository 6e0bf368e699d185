//! A learner with a place in a run, and the staff who see it, in tables of their own.

use crate::prelude::*;

pub(crate) const COURSE: &str = "excel";

#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) stack: Stack,
    /// The run of the learner's place.
    run: String,
    pub(crate) learner: TestUser,
    pub(crate) admissions: TestStaff,
    pub(crate) finance: TestStaff,
}

impl Desk {
    /// The run has five seats, three of them taken; the course costs 11,900 dinars.
    pub(crate) async fn new() -> Self {
        let stack = Stack::running()
            .with_own_tables(&[
                "courses",
                "courseDetails",
                "placeRequests",
                "payments",
                "coursePrices",
                "files",
                "meetings",
            ])
            .await
            .with_variable("SITE_ADDRESS", "https://masar.example");
        let desk = Self {
            learner: TestUser::verified(&stack).await,
            admissions: TestStaff::signed_in(&stack, &[StaffRole::Admissions]).await,
            finance: TestStaff::signed_in(&stack, &[StaffRole::Finance]).await,
            run: "spring".to_owned(),
            stack,
        };
        let stack = &desk.stack;
        let texts = json!({"en": "Excel", "fr": "Excel", "ar": "إكسل"});
        let course = json!({
            "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 7, "name": texts, "description": texts,
        });
        stack.put_item("courses", course).await;
        desk.put_run("spring", 3).await;
        let price = json!({"priceList": "default", "courseId": COURSE, "amount": "11900.00", "currency": "DZD"});
        desk.put_price(price).await;
        desk.put_instructions(1, "0012 3").await;
        desk.put_place(&desk.learner, json!({"state": "pending", "queue": "pending"}))
            .await;
        desk
    }

    /// With a function that has its tables.
    pub(crate) async fn with(function: DeployedFunction) -> (Self, Function) {
        let desk = Self::new().await;
        let function = desk.function(function).await;
        (desk, function)
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
        let stack = self.stack.with_own_tables(&["payments"]).await;
        Self { stack, ..self }
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
        self.stack.put_item("courseDetails", item).await;
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
        let mut course = self.stack.scan_items("courses").await.remove(0);
        course["facts"] = json!({"starts": ["2001-03-27", "2999-09-05"]});
        self.stack.put_item("courses", course).await;
    }

    /// The item of the learner's run.
    pub(crate) async fn stored_run(&self) -> Value {
        let runs = self.stack.scan_items("courseDetails").await;
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
        let records = self.stack.scan_items("audit").await;
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
        self.stack.put_item("meetings", item).await;
    }

    /// Lets dinars be paid into that account.
    pub(crate) async fn put_instructions(&self, version: u32, account: &str) {
        let item = payment_instructions(version, account);
        self.stack.put_item("payments", item).await;
    }

    pub(crate) async fn put_price(&self, price: Value) {
        self.stack.put_item("coursePrices", price).await;
    }

    pub(crate) async fn put_place(&self, user: &TestUser, more: Value) {
        let mut place = json!({
            "userId": user.id, "courseId": COURSE, "runId": self.run, "start": "2999-03-27", "end": "2999-06-12", "version": 1,
            "requestedAt": "2026-01-02T03:04:05Z", "message": "Is it in French?",
        });
        extend(&mut place, more);
        self.stack.put_item("placeRequests", place).await;
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
        self.stack.put_item("files", record).await;
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

    pub(crate) async fn function(&self, function: DeployedFunction) -> Function {
        function.start(&self.stack, &[]).await
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
    pub(crate) async fn decide_now(&self, function: &Function, decision: Value) -> TestResponse {
        function.send(&self.decision_now(decision).await).await
    }

    pub(crate) async fn decision_now(&self, mut decision: Value) -> TestRequest {
        let member = match decision["event"].as_str() {
            Some("refuse_proof") => &self.finance,
            _ => &self.admissions,
        };
        decision["version"] = self.stored().await["version"].as_u64().unwrap_or_default().into();
        member.sends(self.decision(&decision))
    }

    pub(crate) async fn taken(&self) -> Value {
        self.stored_run().await["taken"].clone()
    }

    pub(crate) async fn stored(&self) -> Value {
        let places = self.stack.scan_items("placeRequests").await;
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
        self.stack.put_item("placeRequests", place).await;
    }

    /// The learner's enrolment and entries of the ledger.
    pub(crate) async fn paid(&self) -> Vec<Value> {
        let mut items = self.stack.scan_items("payments").await;
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
            decide: desk.function(DeployedFunction::named("staff-decide-place")).await,
            record: desk.function(DeployedFunction::named("staff-record-payment")).await,
        }
    }

    /// Makes a decision that must be possible, and returns the place after it.
    pub(crate) async fn decide(&self, desk: &Desk, decision: Value) -> Value {
        let decided = expect!(desk.decide_now(&self.decide, decision), 200);
        decided.data().clone()
    }

    pub(crate) async fn refuse(&self, desk: &Desk, decision: Value, refusal: (u16, &str)) {
        let name = decision.to_string();
        expect!(desk.decide_now(&self.decide, decision), refusal, "{name}");
    }

    pub(crate) async fn try_record(&self, desk: &Desk, entry: &Value) -> TestResponse {
        self.record.send(&desk.finance.sends(desk.payment(entry))).await
    }

    /// Records an entry that must be possible, and returns the place after it.
    pub(crate) async fn record(&self, desk: &Desk, entry: &Value) -> Value {
        let recorded = expect!(self.try_record(desk, entry), 200);
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
