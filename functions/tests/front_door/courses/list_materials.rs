//! Front-door tests of `GET /courses/{id}/runs/{run}/materials`.
//!
//! Protected here: who gets the links to materials and recordings of a run.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-list-materials");
const COURSE: &str = "excel";
const RUN: &str = "spring";
/// The teacher of a run whose teacher is nobody of the test.
const NOBODY: &str = "0123456789abcdef0123456789abcdef";

fn list(token: &str) -> TestRequest {
    TestRequest::get(&format!("/courses/{COURSE}/runs/{RUN}/materials")).bearer(token)
}

/// A stack with a run with materials, in tables of its own. The requests for places are in the table of all.
async fn stack_with_run(teacher: &str) -> Stack {
    let stack = Stack::running().with_own_tables(&["courseDetails", "meetings"]).await;
    let run = json!({
        "courseId": COURSE, "part": format!("run#{RUN}"),
        "run": {
            "id": RUN, "start": "2027-01-01", "end": "2027-01-01", "weekdays": ["friday"], "time": "10:00",
            "timeZone": "Africa/Algiers", "places": 5, "teacher": teacher,
        },
    });
    stack.put_item("courseDetails", run).await;
    let materials = json!([
        {"title": "الشرائح", "url": "https://files.example/slides"},
        {"session": 2, "title": "Recording", "url": "https://video.example/2"},
    ]);
    let item = json!({"courseId": COURSE, "part": format!("{RUN}#materials"), "materials": materials});
    stack.put_item("meetings", item).await;
    stack
}

async fn put_request(stack: &Stack, user: &TestUser, state: &str, run: &str) {
    let item = json!({
        "userId": user.id, "courseId": COURSE, "runId": run, "start": "2027-01-01", "end": "2027-01-01", "state": state,
        "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": "2026-01-03T03:04:05Z",
    });
    stack.put_item("placeRequests", item).await;
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
    let run = stack_with_run(NOBODY).await;
    let response = FUNCTION.start(&run, &[]).await.send(&list(&token)).await;
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
    let without = run.with_own_tables(&["meetings"]).await;
    let none = FUNCTION.start(&without, &[]).await.send(&list(&token)).await;
    assert_eq!(*none.data(), json!([]));
}

#[tokio::test]
async fn gives_the_links_to_the_teacher_and_to_nobody_else() {
    let stack = Stack::running();
    let teacher = TestUser::verified(&stack).await;
    let function = FUNCTION.start(&stack_with_run(&teacher.id).await, &[]).await;
    let taught = function.send(&list(&teacher.access_token(&stack).await)).await;
    assert_eq!(taught.data()[1]["session"], 2);

    let (user, token) = TestUser::signed_in(&stack).await;
    refuses!(function, list(&token), 403, "not_enrolled");
    for (state, run) in [
        ("pending", RUN),
        ("offered", RUN),
        ("cancelled", RUN),
        ("accepted", "autumn"),
    ] {
        put_request(&stack, &user, state, run).await;
        let refused = refuses!(function, list(&token), 403, "not_enrolled", "{state} {run}");
        assert!(!refused.body.to_string().contains(".example"));
    }
    let other = TestRequest::get(&format!("/courses/{COURSE}/runs/alchemy/materials")).bearer(&token);
    refuses!(function, other, 404, "run_not_found");
    refuses!(function, list(""), 401, "unauthorized");
    user.set_attribute(&stack, "blocked", true.into()).await;
    refuses!(function, list(&token), 403, "account_blocked");
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_links() {
    let run = stack_with_run(NOBODY).await;
    let prepare = async |stack: &Stack| {
        let token = participant(stack).await;
        (run.clone(), list(&token), ())
    };
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}

#[tokio::test]
async fn a_teacher_is_looked_up_in_the_run() {
    let stack = Stack::running();
    let teacher = TestUser::verified(&stack).await;
    let run = stack_with_run(&teacher.id).await;
    let prepare = async |stack: &Stack| {
        let token = teacher.access_token(stack).await;
        (run.clone(), list(&token), ())
    };
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&list(&participant(&Stack::running()).await)),
    every_variable_is_required(&list("any")),
);
