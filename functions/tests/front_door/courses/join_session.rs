//! Front-door tests of `POST /courses/{id}/runs/{run}/sessions/{number}/join`.
//!
//! Protected here: who gets the link to a meeting, and when; that no other response has it; that joining is noted once.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-join-session");
const COURSE: &str = "excel";
const RUN: &str = "spring";
/// Numbers of sessions: joined from a quarter of an hour before the start until the end.
const OVER: u32 = 1;
const OPEN: u32 = 2;
const ALSO_OPEN: u32 = 3;
const TOO_EARLY: u32 = 4;
const CANCELLED: u32 = 5;
/// The teacher of a run whose teacher is nobody of the test.
const NOBODY: &str = "0123456789abcdef0123456789abcdef";
const LINK: &str = "https://meet.example/abc-defg-hij";

fn join(token: &str, number: u32) -> TestRequest {
    join_path(token, &number.to_string())
}

fn join_path(token: &str, number: &str) -> TestRequest {
    TestRequest::post(&format!("/courses/{COURSE}/runs/{RUN}/sessions/{number}/join")).bearer(token)
}

/// A stack with a run with sessions around the present, in tables of its own. The requests for places are in the table of all.
async fn stack_with_run(teacher: &str) -> Stack {
    let stack = Stack::running().with_own_tables(&["courseDetails", "meetings"]).await;
    let session = |number: u32, seconds: i64| {
        let at = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(seconds);
        json!({"number": number, "start": "2027-01-01T10:00:00", "startsAt": at.to_string(), "minutes": 60, "version": 1,
                "changedAt": "2026-11-01T08:00:00Z", "cancelled": number == CANCELLED})
    };
    let run = json!({
        "courseId": COURSE, "part": format!("run#{RUN}"),
        "run": {
            "id": RUN, "start": "2027-01-01", "end": "2027-01-01", "weekdays": ["friday"], "time": "10:00",
            "timeZone": "Africa/Algiers", "places": 5, "teacher": teacher,
        },
        "sessions": [
            session(OVER, -3610), session(OPEN, 880), session(ALSO_OPEN, -3500), session(TOO_EARLY, 1000), session(CANCELLED, 0),
        ],
    });
    stack.put_item("courseDetails", run).await;
    for (part, meeting) in [
        (
            RUN.to_owned(),
            json!({"url": LINK, "dialIn": "+213 21 00 00 00, 1234#"}),
        ),
        (
            format!("{RUN}#{ALSO_OPEN}"),
            json!({"address": "3 rue Didouche Mourad"}),
        ),
    ] {
        let mut item = meeting;
        item["courseId"] = COURSE.into();
        item["part"] = part.into();
        stack.put_item("meetings", item).await;
    }
    stack
}

async fn put_request(stack: &Stack, user: &TestUser, state: &str, run: &str) {
    let item = json!({
        "userId": user.id, "courseId": COURSE, "runId": run, "start": "2027-01-01", "end": "2027-01-01", "state": state,
        "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": "2026-01-03T03:04:05Z",
    });
    stack.put_item("placeRequests", item).await;
}

async fn stored(stack: &Stack, user: &TestUser) -> Value {
    let mut items = stack.scan_items("placeRequests").await;
    items.retain(|item| item["userId"] == user.id.as_str());
    items.pop().expect("a request")
}

/// A user with a place in the run, and their access token.
async fn participant(stack: &Stack) -> (TestUser, String) {
    let user = TestUser::verified(stack).await;
    put_request(stack, &user, "accepted", RUN).await;
    let token = user.access_token(stack).await;
    (user, token)
}

#[tokio::test]
async fn gives_the_link_to_a_participant_and_notes_the_first_time() {
    let stack = Stack::running();
    let (user, token) = participant(&stack).await;
    let function = FUNCTION
        .start(&stack_with_run(&TestUser::verified(&stack).await.id).await, &[])
        .await;
    let response = function.send(&join(&token, OPEN).query("lang", "ar")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "dialIn": "+213 21 00 00 00, 1234#",
          "url": "https://meet.example/abc-defg-hij"
        },
        "success": true
      }
    }
    "#);
    let first = stored(&stack, &user).await["joined"].clone();
    assert!(first["2"].is_string(), "{first}");
    expect!(function.send(&join(&token, OPEN)), 200);
    assert_eq!(stored(&stack, &user).await["joined"], first);

    let own = function.send(&join(&token, ALSO_OPEN)).await;
    assert_eq!(*own.data(), json!({"address": "3 rue Didouche Mourad"}));
    let joined = stored(&stack, &user).await["joined"].clone();
    assert_eq!(joined["2"], first["2"]);
    assert!(joined["3"].is_string(), "{joined}");
    assert!(!function.log().contains(LINK));
}

#[tokio::test]
async fn gives_the_link_to_the_teacher() {
    let stack = Stack::running();
    let teacher = TestUser::verified(&stack).await;
    let function = FUNCTION.start(&stack_with_run(&teacher.id).await, &[]).await;
    let token = teacher.access_token(&stack).await;
    assert_eq!(function.send(&join(&token, OPEN)).await.data()["url"], LINK);
    refuses!(function, join(&token, TOO_EARLY), 409, "session_not_open");
}

#[tokio::test]
async fn gives_no_link_at_another_time() {
    let stack = Stack::running();
    let (_, token) = participant(&stack).await;
    let function = FUNCTION.start(&stack_with_run(NOBODY).await, &[]).await;
    for (number, status, code) in [
        (OVER, 409, "session_over"),
        (TOO_EARLY, 409, "session_not_open"),
        (CANCELLED, 409, "session_cancelled"),
        (0, 404, "course_session_not_found"),
        (6, 404, "course_session_not_found"),
    ] {
        let response = expect!(function.send(&join(&token, number)), (status, code));
        assert!(!response.body.to_string().contains("meet.example"));
    }
    refuses!(function, join_path(&token, "first"), 404, "course_session_not_found");
}

#[tokio::test]
async fn gives_no_link_to_others() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack_with_run(NOBODY).await, &[]).await;
    let (user, token) = TestUser::signed_in(&stack).await;
    refuses!(function, join(&token, OPEN), 403, "not_enrolled");
    for (state, run) in [("pending", RUN), ("declined", RUN), ("accepted", "autumn")] {
        put_request(&stack, &user, state, run).await;
        refuses!(function, join(&token, OPEN), 403, "not_enrolled", "{state} {run}");
    }
    refuses!(function, join("", OPEN), 401, "unauthorized");
    let (blocked, token) = participant(&stack).await;
    blocked.set_attribute(&stack, "blocked", true.into()).await;
    refuses!(function, join(&token, OPEN), 403, "account_blocked");
}

#[tokio::test]
async fn says_that_the_link_is_missing() {
    let stack = Stack::running();
    let (_, token) = participant(&stack).await;
    let without = stack_with_run(NOBODY).await.with_own_tables(&["meetings"]).await;
    expect!(
        FUNCTION.start(&without, &[]).await.send(&join(&token, OPEN)),
        (409, "meeting_missing")
    );
}

#[tokio::test]
async fn after_any_fault_a_retry_lets_the_participant_in() {
    let run = stack_with_run(NOBODY).await;
    let prepare = async |stack: &Stack| {
        let (user, token) = participant(stack).await;
        (run.clone(), join(&token, OPEN), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        expect!(case.retry(), 200);
        assert!(stored(&Stack::running(), user).await["joined"]["2"].is_string());
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&join(&participant(&Stack::running()).await.1, OPEN)),
    every_variable_is_required(&join("any", OPEN)),
);
