//! Front-door tests of `GET /courses/{id}/runs/{run}/materials`.
//!
//! Protected here: who gets the links to materials and recordings of a run.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first failure"
)]

use insta::assert_json_snapshot;
use serde_json::json;
use testing::{Function, Stack, TestRequest, TestUser, faults};

const BINARY: &str = "courses-list-materials";
const NAME: &str = "CoursesListMaterialsFunction";
const COURSE: &str = "excel";
const RUN: &str = "spring";
/// The teacher of a run whose teacher is nobody of the test.
const NOBODY: &str = "0123456789abcdef0123456789abcdef";

fn list(token: &str) -> TestRequest {
    TestRequest::get(&format!("/courses/{COURSE}/runs/{RUN}/materials")).bearer(token)
}

/// A run with materials, in tables of its own. The requests for places are in the table of the stack.
struct Run {
    details: String,
    meetings: String,
}

impl Run {
    async fn new(stack: &Stack, teacher: &str) -> Self {
        let tables = Self {
            details: stack.create_table_apart("courseDetails").await,
            meetings: stack.create_table_apart("meetings").await,
        };
        let run = json!({
            "courseId": COURSE, "part": format!("run#{RUN}"),
            "run": {
                "id": RUN, "start": "2027-01-01", "end": "2027-01-01", "weekdays": ["friday"], "time": "10:00",
                "timeZone": "Africa/Algiers", "places": 5, "teacher": teacher,
            },
        });
        stack.put_item(&tables.details, run).await;
        let materials = json!([
            {"title": "الشرائح", "url": "https://files.example/slides"},
            {"session": 2, "title": "Recording", "url": "https://video.example/2"},
        ]);
        let item = json!({"courseId": COURSE, "part": format!("{RUN}#materials"), "materials": materials});
        stack.put_item(&tables.meetings, item).await;
        tables
    }

    fn variables(&self) -> [(&str, &str); 2] {
        [
            ("COURSE_DETAILS_TABLE", &self.details),
            ("MEETINGS_TABLE", &self.meetings),
        ]
    }

    async fn function(&self, stack: &Stack) -> Function {
        Function::start_deployed(BINARY, stack, NAME, &self.variables()).await
    }
}

async fn put_request(stack: &Stack, user: &TestUser, state: &str, run: &str) {
    let item = json!({
        "userId": user.id, "courseId": COURSE, "runId": run, "start": "2027-01-01", "end": "2027-01-01", "state": state,
        "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": "2026-01-03T03:04:05Z",
    });
    stack.put_item(&stack.tables["placeRequests"], item).await;
}

/// The access token of a user with a place in the run.
async fn participant(stack: &Stack) -> String {
    let user = TestUser::verified(stack).await;
    put_request(stack, &user, "accepted", RUN).await;
    user.access_token(stack).await
}

#[tokio::test]
async fn gives_the_links_to_a_participant() {
    let stack = Stack::running();
    let token = participant(&stack).await;
    let run = Run::new(&stack, NOBODY).await;
    let response = run.function(&stack).await.send(&list(&token)).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": [
          {
            "title": "الشرائح",
            "url": "https://files.example/slides"
          },
          {
            "session": 2,
            "title": "Recording",
            "url": "https://video.example/2"
          }
        ],
        "success": true
      }
    }
    "#);
    let without = Run {
        meetings: stack.create_table_apart("meetings").await,
        ..run
    };
    let none = without.function(&stack).await.send(&list(&token)).await;
    assert_eq!(*none.data(), json!([]));
}

#[tokio::test]
async fn gives_the_links_to_the_teacher_and_to_nobody_else() {
    let stack = Stack::running();
    let teacher = TestUser::verified(&stack).await;
    let function = Run::new(&stack, &teacher.id).await.function(&stack).await;
    let taught = function.send(&list(&teacher.access_token(&stack).await)).await;
    assert_eq!(taught.data()[1]["session"], 2);

    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let none = function.send(&list(&token)).await;
    assert_eq!(none.status_and_code(), (403, "not_enrolled"));
    for (state, run) in [
        ("pending", RUN),
        ("offered", RUN),
        ("cancelled", RUN),
        ("accepted", "autumn"),
    ] {
        put_request(&stack, &user, state, run).await;
        let refused = function.send(&list(&token)).await;
        assert_eq!(refused.status_and_code(), (403, "not_enrolled"), "{state} {run}");
        assert!(!refused.body.to_string().contains(".example"));
    }
    let other = TestRequest::get(&format!("/courses/{COURSE}/runs/alchemy/materials")).bearer(&token);
    assert_eq!(function.send(&other).await.status_and_code(), (404, "run_not_found"));
    let anonymous = function.send(&list("")).await;
    assert_eq!(anonymous.status_and_code(), (401, "unauthorized"));
    user.set_attribute(&stack, "blocked", true.into()).await;
    let blocked = function.send(&list(&token)).await;
    assert_eq!(blocked.status_and_code(), (403, "account_blocked"));
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_links() {
    let stack = Stack::running();
    let run = Run::new(&stack, NOBODY).await;
    let deployed = faults::DeployedFunction {
        binary: BINARY,
        name: NAME,
        overrides: &run.variables(),
    };
    let prepare = async |stack: &Stack| {
        let token = participant(stack).await;
        (list(&token), ())
    };
    faults::check_every_fault(deployed, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_teacher_is_looked_up_in_the_run() {
    let stack = Stack::running();
    let teacher = TestUser::verified(&stack).await;
    let run = Run::new(&stack, &teacher.id).await;
    let deployed = faults::DeployedFunction {
        binary: BINARY,
        name: NAME,
        overrides: &run.variables(),
    };
    let prepare = async |stack: &Stack| (list(&teacher.access_token(stack).await), ());
    faults::check_every_fault(deployed, prepare, async |case, ()| {
        assert_eq!(case.retry().await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let token = participant(&Stack::running()).await;
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &list(&token)).await;
    faults::check_tables_unresponsive(BINARY, &variables, &list(&token)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &list("any")).await;
}
