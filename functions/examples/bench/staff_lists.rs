//! The lists of staff with 50,000 users, 2,000 places, 400 runs and 5,000 audit records of the month: what each function that has just started
//! reads of the tables for one response.

use std::{collections::BTreeMap, iter::repeat_n};

use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use domain::StaffRole;
use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date, tz::TimeZone};
use serde_json::{Value, json};
use store::audit::month;
use testing::{DeployedFunction, Stack, TestRequest, TestStaff, faults::Proxy};

use crate::{
    counts::as_float,
    reads::{Read, read_of},
};

const USERS: usize = 50_000;
/// The users after those with places.
const TEACHERS: usize = 300;
const MEMBERS: usize = 10;
/// The places of each state: of the first users one each, in all runs in turn.
const PLACES: [(&str, usize); 5] = [
    ("pending", 150),
    ("waiting", 100),
    ("offered", 250),
    ("accepted", 1300),
    ("cancelled", 200),
];
/// One of so many cancelled places is to be paid back.
const REFUNDS: usize = 5;
const COURSES: usize = 100;
/// The weeks from today in which the runs of each course begin: two are over, and two are not.
const RUN_WEEKS: [i64; 4] = [-50, -20, -4, 8];
const SESSIONS: i64 = 12;
const RECORDS: usize = 5000;
/// How many items DynamoDB writes at once.
const BATCH: usize = 25;
const TABLES: [&str; 7] = [
    "courses",
    "courseDetails",
    "placeRequests",
    "meetings",
    "users",
    "payments",
    "audit",
];

/// The function, the path, and the parameters of the query.
type List<'a> = (&'static str, &'a str, &'a [(&'a str, &'a str)]);

struct Tables {
    stack: Stack,
    /// Of the imported catalogue, from which the courses are copied.
    courses: Vec<String>,
}

pub(crate) async fn measure() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Owner]).await;
    let tables = Tables::filled(stack, &staff).await;
    let course = tables.courses[0].as_str();
    let (run, person) = (
        format!("/staff/runs/{course}/run-2"),
        format!("/staff/people/{}", user_id(0)),
    );
    let (month, email) = (month(Timestamp::now()), email(0));
    let lists: [List<'_>; 15] = [
        ("staff-get-today", "/staff/today", &[]),
        ("staff-list-places", "/staff/places", &[("state", "requested")]),
        ("staff-list-places", "/staff/places", &[("state", "waiting")]),
        ("staff-list-places", "/staff/places", &[("state", "offered")]),
        ("staff-list-places", "/staff/places", &[("state", "refund")]),
        (
            "staff-list-places",
            "/staff/places",
            &[("course", course), ("run", "run-2")],
        ),
        ("staff-list-runs", "/staff/runs", &[("state", "coming")]),
        ("staff-list-runs", "/staff/runs", &[("state", "over")]),
        ("staff-list-runs", "/staff/runs", &[("month", &month)]),
        ("staff-get-run", &run, &[]),
        ("staff-list-applications", "/staff/applications", &[]),
        ("staff-find-people", "/staff/people", &[("q", &email)]),
        ("staff-get-person", &person, &[]),
        ("staff-list-members", "/staff/members", &[]),
        ("staff-list-audit", "/staff/audit", &[]),
    ];
    println!("\n{USERS} users, 2000 places, {} runs", COURSES * RUN_WEEKS.len());
    println!("| Request | Reads | Items | kB | Read units | Response in kB |");
    for (binary, path, query) in lists {
        let parameters = query.iter();
        let request = parameters.fold(TestRequest::get(path), |request, (name, value)| {
            request.query(name, value)
        });
        tables.measure(binary, &staff.sends(request)).await;
    }
}

impl Tables {
    async fn filled(stack: Stack, staff: &TestStaff) -> Self {
        let catalogue = stack.scan_items("courses").await;
        let details = stack.scan_items("courseDetails").await;
        let mut tables = Self {
            stack: stack.with_own_tables(&TABLES).await,
            courses: Vec::new(),
        };
        for number in 0..COURSES {
            let mut course = catalogue[number % catalogue.len()].clone();
            let is_its = |item: &&Value| item["courseId"] == course["courseId"] && item["part"] == "details";
            let mut page = details.iter().find(is_its).expect("details").clone();
            let id = format!("course-{number}");
            course["courseId"] = id.as_str().into();
            page["courseId"] = id.as_str().into();
            let runs = (0..RUN_WEEKS.len()).map(|run| run_item(&id, run));
            tables.put("courseDetails", runs.chain([page]).collect()).await;
            tables.put("courses", vec![course]).await;
            tables.courses.push(id);
        }
        let member = staff.user.record(&stack).await;
        let users = (0..USERS).map(|number| user_item(&member, number));
        let claim = |number| json!({"pk": format!("email#{}", email(number)), "userId": user_id(number)});
        let members: Vec<_> = (0..MEMBERS).map(|number| user_id(USERS - 1 - number)).collect();
        let list = json!({"pk": "staff", "members": members, "owners": members});
        let users = users.chain((0..USERS).map(claim)).chain([member.clone(), list]);
        tables.put("users", users.collect()).await;
        let states = PLACES.iter().flat_map(|(state, count)| repeat_n(*state, *count));
        let places = states
            .enumerate()
            .map(|(number, state)| tables.place_item(number, state));
        tables.put("placeRequests", places.collect()).await;
        let records = (0..RECORDS).map(|number| record_item(&staff.user.id, number));
        tables.put("audit", records.collect()).await;
        tables
    }

    async fn put(&self, table: &str, items: Vec<Value>) {
        let client = self.stack.dynamodb();
        let written = stream::iter(items.chunks(BATCH)).map(async |items| {
            let puts = items.iter().map(|item| {
                let item = serde_dynamo::to_item(item).expect("an object");
                let put = PutRequest::builder().set_item(Some(item)).build().expect("a put");
                WriteRequest::builder().put_request(put).build()
            });
            let write = client
                .batch_write_item()
                .request_items(&self.stack.tables[table], puts.collect());
            write.send().await.expect("the items can be written");
        });
        written.buffer_unordered(4).collect::<Vec<()>>().await;
    }

    fn place_item(&self, number: usize, state: &str) -> Value {
        let run = number / COURSES % RUN_WEEKS.len();
        let (start, end) = days_of(run);
        let mut place = json!({"userId": user_id(number), "courseId": self.courses[number % COURSES], "runId": run_id(run),
            "start": start, "end": end, "state": state, "version": 3, "requestedAt": before(number * 600),
            "message": "I work during the day, and would like to know whether the sessions are recorded."});
        if ["pending", "waiting"].contains(&state) {
            place["queue"] = state.into();
            return place;
        }
        place["decidedAt"] = before(number).into();
        place["offer"] = json!({"price": {"amount": "24000.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": end,
            "refunds": [{"days": 0, "percent": 100}], "instructions": 1});
        place["proofs"] =
            json!([{"file": file_item(number, "receipt.pdf"), "state": "sent", "sentAt": before(number)}]);
        if state == "offered" {
            place["queue"] = state.into();
        } else if state == "cancelled" && number.is_multiple_of(REFUNDS) {
            place["refundDue"] = true.into();
            place["queue"] = "refund".into();
        }
        place
    }

    async fn measure(&self, binary: &'static str, request: &TestRequest) {
        let proxy = Proxy::start(&self.stack).await;
        let function = DeployedFunction::named(binary);
        let function = function.start(&proxy.in_front_of(&self.stack), &[]).await;
        let response = function.send(request).await;
        assert_eq!(response.status, 200, "{response:?}");
        let mut total = Read::default();
        let mut kinds = BTreeMap::<String, usize>::new();
        for request in proxy.requests() {
            if let Some(read) = read_of(&self.stack, &request).await {
                total += read;
            }
            *kinds.entry(request.name).or_default() += 1;
        }
        let in_kb = |bytes: usize| as_float(u64::try_from(bytes).expect("a size")) / 1e3;
        println!(
            "| `GET {}` | {} | {} | {:.1} | {:.1} | {:.1} |",
            request.path_and_query(),
            total.requests,
            total.items,
            in_kb(total.bytes),
            in_kb(total.half_units * 500),
            in_kb(response.body.to_string().len())
        );
        for (name, count) in kinds {
            println!("{count:>6} times {name}");
        }
    }
}

fn before(seconds: usize) -> String {
    let time = Timestamp::now() - SignedDuration::from_secs(i64::try_from(seconds).expect("a number"));
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn user_id(number: usize) -> String {
    format!("{:032x}", number + 1)
}

fn email(number: usize) -> String {
    format!("user-{number}@example.org")
}

fn run_id(run: usize) -> String {
    format!("run-{run}")
}

fn days_of(run: usize) -> (Date, Date) {
    let start = Timestamp::now().to_zoned(TimeZone::UTC).date() + (RUN_WEEKS[run] * 7).days();
    (start, start + ((SESSIONS - 1) * 7).days())
}

fn run_item(course: &str, run: usize) -> Value {
    let (start, end) = days_of(run);
    let sessions = (0..SESSIONS).map(|index| {
        let day = start + (index * 7).days();
        json!({"number": index + 1, "start": day.at(18, 30, 0, 0), "startsAt": format!("{day}T17:30:00Z"), "minutes": 90,
            "version": 1, "changedAt": "2026-01-01T08:00:00Z"})
    });
    json!({"courseId": course, "part": format!("run#{}", run_id(run)), "sessions": sessions.collect::<Vec<_>>(), "taken": 4,
        "run": {"id": run_id(run), "start": start, "end": end, "weekdays": ["thursday"], "time": "18:30",
            "timeZone": "Africa/Algiers", "places": 16}})
}

fn file_item(number: usize, name: &str) -> Value {
    json!({"fileId": user_id(number), "kind": "document", "name": name, "contentType": "application/pdf"})
}

/// A copy of a signed-in user. Some are teachers who wait for a decision, each tenth of them without a verified email address, and the last
/// ones are staff.
fn user_item(template: &Value, number: usize) -> Value {
    let mut user = template.clone();
    let id = user_id(number);
    user["pk"] = format!("user#{id}").into();
    user["userId"] = id.as_str().into();
    user["email"] = email(number).into();
    if number < USERS - MEMBERS {
        let attributes = user.as_object_mut().expect("an object");
        attributes.remove("staff");
        attributes.remove("passkeys");
    }
    let places: usize = PLACES.iter().map(|(_, count)| count).sum();
    if (places..places + TEACHERS).contains(&number) {
        user["type"] = "teacher".into();
        user["application"] = "pending".into();
        user["createdAt"] = before(number * 60).into();
        user["verified"] = (!number.is_multiple_of(10)).into();
        user["profile"]["courses"] = json!(["course-1", "course-2"]);
        user["profile"]["files"] = json!({"curriculum": file_item(number, "cv.pdf")});
    }
    user
}

/// Every second record is about a user with a place. The newest ones are of this moment, all within two hours.
fn record_item(member: &str, number: usize) -> Value {
    let at = before(number);
    let id = format!("{}.000000Z#{}", &at[..19], user_id(number));
    let mut record = json!({"month": month(Timestamp::now()), "recordId": id,
        "at": at, "operator": format!("user:{member}"), "action": "staff_read", "page": "places"});
    if number.is_multiple_of(2) {
        record["subject"] = user_id(number / 50).into();
        record["action"] = "place_change".into();
        record["course"] = "course-1".into();
        record["run"] = run_id(1).into();
        record["event"] = "offer".into();
    }
    record
}
