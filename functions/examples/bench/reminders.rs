//! The job that tells participants about sessions, with 200 runs of 16 learners: how long it takes and what it asks of AWS, when nothing is due
//! and when a fifth of the runs has a session within an hour.

use std::{collections::BTreeMap, time::Instant};

use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use testing::{DeployedFunction, Stack, TestRequest, TestUser, faults::Proxy};

const RUNS: usize = 200;
const LEARNERS: usize = 16;
const SESSIONS: usize = 12;
/// One of so many runs has a session within an hour.
const DUE: usize = 5;
const FUNCTION: DeployedFunction = DeployedFunction::named("operator-notify-participants");

pub(crate) async fn measure() {
    let stack = Stack::running();
    println!("\n{RUNS} runs of {LEARNERS} learners");
    let own = stack
        .with_own_tables(&["courses", "courseDetails", "placeRequests", "users"])
        .await;
    let user = TestUser::verified(&stack).await.record(&stack).await;
    let items = stream::iter(0..RUNS).map(|run| put_run(&own, run, &user));
    items.buffer_unordered(8).collect::<Vec<()>>().await;
    for (title, first) in [
        ("nothing is due", 48 * 60),
        ("a fifth of the runs begins within an hour", 30),
    ] {
        for run in (0..RUNS).step_by(DUE) {
            own.put_item("courseDetails", run_item(run, first)).await;
        }
        let proxy = Proxy::start(&own).await;
        let function = FUNCTION.start(&proxy.in_front_of(&own), &[]).await;
        let started = Instant::now();
        let response = function.send(&TestRequest::scheduled()).await;
        let seconds = started.elapsed().as_secs_f64();
        assert_eq!(response.status, 200, "{response:?}");
        let mut requests = BTreeMap::<String, usize>::new();
        for request in proxy.requests() {
            *requests.entry(request.name).or_default() += 1;
        }
        println!("{title}: {seconds:.1} s");
        for (name, count) in requests {
            println!("{count:>6} times {name}");
        }
    }
}

fn course(run: usize) -> String {
    format!("course-{run}")
}

/// A run whose first session to come starts in that many minutes, and each other one a week after the one before.
fn run_item(run: usize, first: i64) -> Value {
    let sessions = (0..SESSIONS).map(|index| {
        let weeks = i64::try_from(index).expect("a small number");
        let at = Timestamp::now() + SignedDuration::from_mins(first + weeks * 7 * 24 * 60);
        json!({"number": index + 1, "start": "2027-04-01T18:30:00", "startsAt": at.to_string(), "minutes": 90, "version": 1,
            "changedAt": "2026-01-01T08:00:00Z"})
    });
    json!({"courseId": course(run), "part": "run#spring", "sessions": sessions.collect::<Vec<_>>(), "taken": LEARNERS, "run": {
        "id": "spring", "start": "2027-04-01", "end": "2027-06-17", "weekdays": ["thursday"], "time": "18:30",
        "timeZone": "Africa/Algiers", "places": LEARNERS,
    }})
}

async fn put_run(stack: &Stack, run: usize, user: &Value) {
    let texts = json!({"en": "Excel", "fr": "Excel", "ar": "إكسل"});
    let item = json!({"courseId": course(run), "type": "cpd", "position": run, "enrollmentCount": LEARNERS, "name": texts,
        "description": texts});
    stack.put_item("courses", item).await;
    stack.put_item("courseDetails", run_item(run, 48 * 60)).await;
    for learner in 0..LEARNERS {
        let id = format!("{:032x}", run * LEARNERS + learner + 1);
        let place = json!({"userId": id, "courseId": course(run), "runId": "spring", "start": "2027-04-01", "end": "2027-06-17",
            "state": "accepted", "version": 4, "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": "2026-01-03T03:04:05Z"});
        stack.put_item("placeRequests", place).await;
        let mut user = user.clone();
        user["pk"] = format!("user#{id}").into();
        user["userId"] = id.into();
        stack.put_item("users", user).await;
    }
}
