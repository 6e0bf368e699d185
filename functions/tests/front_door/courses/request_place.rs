//! Front-door tests of `POST /courses/{id}/requests`.
//!
//! Protected here: one request of a user for each course, what a repetition and another run do to it, the email that confirms it, every
//! refusal, and that no request outlives its user.

use domain::Language;
use insta::assert_yaml_snapshot;
use mail::Operator;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-request-place");
/// A course of the repository's catalogue with two runs that have not begun.
const COURSE: &str = "project-management";
const SPRING: &str = "2027-spring";
const AUTUMN: &str = "2027-autumn";

fn ask(token: &str, run: &str) -> TestRequest {
    ask_with(token, &json!({"run": run}))
}

fn ask_with(token: &str, body: &Value) -> TestRequest {
    TestRequest::post(&format!("/courses/{COURSE}/requests"))
        .bearer(token)
        .json(body)
}

async fn stored(stack: &Stack, user: &TestUser) -> Vec<Value> {
    let mut items = stack.scan_items("placeRequests").await;
    items.retain(|item| item["userId"] == user.id.as_str());
    for item in &mut items {
        // It rises with each write.
        item.as_object_mut().expect("an item").remove("version");
    }
    items
}

async fn decide(stack: &Stack, user: &TestUser, state: &str) {
    let mut item = stored(stack, user).await.pop().expect("a request");
    item["state"] = state.into();
    if state != "pending" {
        item.as_object_mut().expect("an item").remove("queue");
    }
    stack.put_item("placeRequests", item).await;
}

/// A function whose catalogue has one course with one run.
async fn function_with_run(stack: &Stack, start: &str, places: u32, taken: u32) -> Function {
    let stack = stack.with_own_tables(&["courses", "courseDetails"]).await;
    let texts = json!({"en": "Text", "fr": "Texte", "ar": "نص"});
    let course = json!({
        "courseId": COURSE, "type": "cpd", "position": 1, "enrollmentCount": 0, "name": texts, "description": texts,
    });
    let run = json!({
        "courseId": COURSE, "part": format!("run#{SPRING}"), "taken": taken,
        "run": {
            "id": SPRING, "start": start, "end": "2999-06-12", "weekdays": ["saturday"], "time": "10:00",
            "timeZone": "Africa/Algiers", "places": places,
        },
    });
    stack.put_item("courses", course).await;
    stack.put_item("courseDetails", run).await;
    FUNCTION.start(&stack, &[]).await
}

#[tokio::test]
async fn asks_for_a_place() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    // The Arabic text contains a right-to-left mark and a line break.
    let body = json!({"run": SPRING, "message": " هل\u{200f} يوجد\nتخفيض؟ "});
    let response = stack.send(&ask_with(&token, &body)).await;
    assert_json_snapshot!(response, { ".body.data.requestedAt" => "[time]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "message": "هل يوجد تخفيض؟",
          "place": "requested",
          "requestedAt": "[time]",
          "run": {
            "end": "2027-06-12",
            "id": "2027-spring",
            "start": "2027-03-27"
          },
          "state": "pending"
        },
        "success": true
      }
    }
    "#);
    let stored = stored(&stack, &user).await;
    assert_yaml_snapshot!(stored, { "[].userId" => "[id]", "[].requestedAt" => "[time]" }, @r#"
    - courseId: project-management
      end: 2027-06-12
      message: هل يوجد تخفيض؟
      queue: pending
      requestedAt: "[time]"
      runId: 2027-spring
      start: 2027-03-27
      state: pending
      userId: "[id]"
    "#);
}

#[tokio::test]
async fn a_repetition_changes_nothing_and_another_run_replaces_the_request() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let first = stack.send(&ask(&token, SPRING)).await;
    // An earlier time shows what keeps it.
    let mut item = stored(&stack, &user).await.remove(0);
    item["requestedAt"] = "2026-01-02T03:04:05Z".into();
    stack.put_item("placeRequests", item.clone()).await;

    let again = stack.send(&ask(&token, SPRING)).await;
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(stored(&stack, &user).await, [item]);

    let other_message = ask_with(&token, &json!({"run": SPRING, "message": "In French?"}));
    let other_message = stack.send(&other_message).await;
    assert_eq!(other_message.data()["requestedAt"], "2026-01-02T03:04:05Z");
    assert_eq!(stored(&stack, &user).await[0]["message"], "In French?");

    let other_run = stack.send(&ask(&token, AUTUMN)).await;
    assert_eq!(other_run.data()["run"]["id"], AUTUMN);
    assert_ne!(other_run.data()["requestedAt"], "2026-01-02T03:04:05Z");
    let items = stored(&stack, &user).await;
    assert_eq!((items.len(), items[0].get("message")), (1, None));
}

#[tokio::test]
async fn an_email_confirms_the_request_in_the_language_of_the_user() {
    let stack = Stack::running();
    for language in Language::ALL {
        let (user, token) = TestUser::signed_in(&stack).await;
        user.set_attribute(&stack, "language", json!(language.code())).await;
        // The page on which the user asks may be in another language.
        expect!(stack.send(&ask(&token, SPRING).query("lang", "fr")), 200);
        let email = user.last_email(&stack).await;
        let page = format!("/my-courses/{COURSE}?lang={}", language.code());
        let mut lines = email.body_text.lines();
        let link = lines.find(|line| line.ends_with(&page)).expect("a link");
        let text = email.snapshot_text().replace(link, "[my course]");
        let decision = Operator::of(language).decision;
        assert_snapshot!(
            format!("email_{}", language.code()),
            text.replace(decision, "[the usual time]")
        );
    }
}

#[tokio::test]
async fn an_email_confirms_only_requests_that_are_new_or_for_another_run() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let before = stack.emails_to(&user.email).await.len();
    let message = json!({"run": SPRING, "message": "In French?"});
    for (request, emails, case) in [
        (ask(&token, SPRING), 1, "a new request"),
        (ask(&token, SPRING), 1, "a repetition"),
        (ask_with(&token, &message), 1, "another message"),
        (ask_with(&token, &message), 1, "the same message"),
        (ask(&token, AUTUMN), 2, "another run"),
    ] {
        expect!(stack.send(&request), 200, "{case}");
        assert_eq!(stack.emails_to(&user.email).await.len(), before + emails, "{case}");
    }
    decide(&stack, &user, "declined").await;
    expect!(stack.send(&ask(&token, AUTUMN)), 200);
    assert_eq!(stack.emails_to(&user.email).await.len(), before + 3, "after a decline");
    decide(&stack, &user, "accepted").await;
    expect!(stack.send(&ask(&token, SPRING)), 409);
    assert_eq!(stack.emails_to(&user.email).await.len(), before + 3, "a refusal");
}

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let stack = Stack::running();
    let (request, user) = prepare(&stack).await;
    checks::succeeds_and_logs_when_the_email_cannot_be_sent(FUNCTION, &request, "place_requested", &[&user.email])
        .await;
    assert_eq!(stored(&stack, &user).await.len(), 1);
}

#[tokio::test]
async fn a_declined_request_can_be_followed_by_another_and_an_accepted_one_cannot() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    expect!(stack.send(&ask(&token, SPRING)), 200);
    decide(&stack, &user, "declined").await;
    assert_eq!(stack.send(&ask(&token, SPRING)).await.data()["state"], "pending");
    decide(&stack, &user, "accepted").await;
    refuses!(stack, ask(&token, AUTUMN), 409, "already_enrolled");
}

/// Each of these runs was open when the user asked for it. `function_with_run` is the catalogue of a later day.
#[tokio::test]
async fn a_repetition_changes_nothing_when_the_run_is_no_longer_open() {
    let stack = Stack::running();
    for (run, start, taken) in [
        (SPRING, "2999-01-05", 5),
        (SPRING, "2001-01-06", 0),
        // The catalogue no longer has it.
        (AUTUMN, "2999-01-05", 0),
    ] {
        let (user, token) = TestUser::signed_in(&stack).await;
        let first = stack.send(&ask(&token, run)).await;
        let before = stored(&stack, &user).await;
        let function = function_with_run(&stack, start, 5, taken).await;

        let again = function.send(&ask(&token, run)).await;
        assert_eq!((again.status, again.data()), (200, first.data()), "{run} {start}");
        assert_eq!(stored(&stack, &user).await, before);

        let other_message = ask_with(&token, &json!({"run": run, "message": "In French?"}));
        expect!(function.send(&other_message), 200);
        let mut with_message = before[0].clone();
        with_message["message"] = "In French?".into();
        assert_eq!(stored(&stack, &user).await, [with_message]);
    }
}

#[tokio::test]
async fn a_repetition_takes_the_dates_of_a_run_that_has_moved() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    stack.send(&ask(&token, SPRING)).await;
    let mut moved = stored(&stack, &user).await[0].clone();
    let function = function_with_run(&stack, "2999-03-05", 5, 0).await;
    expect!(function.send(&ask(&token, SPRING)), 200);
    moved["start"] = "2999-03-05".into();
    moved["end"] = "2999-06-12".into();
    assert_eq!(stored(&stack, &user).await, [moved]);
}

#[tokio::test]
async fn a_user_with_the_last_place_of_a_run_is_enrolled_already() {
    let stack = Stack::running();
    for (start, taken) in [("2999-01-05", 5), ("2001-01-06", 0)] {
        let (user, token) = TestUser::signed_in(&stack).await;
        expect!(stack.send(&ask(&token, SPRING)), 200);
        decide(&stack, &user, "accepted").await;
        let function = function_with_run(&stack, start, 5, taken).await;
        refuses!(function, ask(&token, SPRING), 409, "already_enrolled", "{start}");
    }
}

#[tokio::test]
async fn a_declined_request_and_one_for_another_run_need_an_open_run() {
    let stack = Stack::running();
    let function = function_with_run(&stack, "2999-01-05", 5, 5).await;
    for (asked, state) in [(SPRING, "declined"), (AUTUMN, "pending")] {
        let (user, token) = TestUser::signed_in(&stack).await;
        expect!(stack.send(&ask(&token, asked)), 200);
        decide(&stack, &user, state).await;
        let before = stored(&stack, &user).await;
        refuses!(function, ask(&token, SPRING), 409, "run_full", "{state}");
        assert_eq!(stored(&stack, &user).await, before);
    }
}

#[tokio::test]
async fn a_user_who_was_enrolled_without_a_request_cannot_ask() {
    let (stack, user) = Stack::with_user().await;
    let payment = json!({
        "payer": format!("user#{}", user.id), "paymentId": format!("course#{COURSE}"), "courseId": COURSE,
        "paidAt": "2026-01-02T03:04:05Z",
    });
    stack.put_item("payments", payment).await;
    expect!(
        stack.send(&ask(&user.access_token(&stack).await, SPRING)),
        (409, "already_enrolled")
    );
    assert_eq!(stored(&stack, &user).await, [] as [Value; 0]);
}

#[tokio::test]
async fn refuses_runs_that_are_unknown_begun_or_full() {
    let (stack, _, token) = Stack::with_signed_in_user().await;
    for body in [
        json!({}),
        json!({"run": "no-such-run"}),
        json!({"run": "../x"}),
        json!({"run": ""}),
    ] {
        let refused = refuses!(stack, ask_with(&token, &body), 400, "run_not_found");
        assert!(refused.body["errors"].to_string().contains("run"), "{}", refused.body);
    }
    for (start, places, taken, code) in [
        ("2001-01-06", 5, 0, "run_started"),
        ("2999-01-05", 5, 5, "run_full"),
        ("2999-01-05", 5, 6, "run_full"),
    ] {
        let function = function_with_run(&stack, start, places, taken).await;
        refuses!(function, ask(&token, SPRING), 409, code);
    }
    let function = function_with_run(&stack, "2999-01-05", 5, 4).await;
    expect!(function.send(&ask(&token, SPRING)), 200);
}

#[tokio::test]
async fn a_full_run_takes_the_user_on_its_waiting_list() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let emails = stack.emails_to(&user.email).await.len();
    let waits = ask_with(&token, &json!({"run": SPRING, "waitingList": true}));
    let full = function_with_run(&stack, "2999-01-05", 5, 5).await;
    let response = full.send(&waits).await;
    assert_eq!((response.status, &response.data()["state"]), (200, &json!("pending")));
    assert_eq!(response.data()["place"], "waiting");
    let items = stored(&stack, &user).await;
    assert_contains(&items[0], &json!({"state": "waiting", "queue": "waiting"}));
    assert_eq!(stack.emails_to(&user.email).await.len(), emails + 1);
    // The place in the list stays when a seat is free again: staff offer it.
    let open = function_with_run(&stack, "2999-01-05", 5, 4).await;
    assert_eq!(open.send(&waits).await.data()["place"], "waiting");
    assert_eq!(stored(&stack, &user).await, items);

    let first = TestUser::verified(&stack).await;
    let waits = ask_with(
        &first.access_token(&stack).await,
        &json!({"run": SPRING, "waitingList": true}),
    );
    assert_eq!(
        open.send(&waits).await.data()["place"],
        "requested",
        "a run that is not full"
    );
}

#[tokio::test]
async fn a_reserved_place_stays_as_it_is_and_another_run_needs_its_withdrawal() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    expect!(stack.send(&ask(&token, SPRING)), 200);
    decide(&stack, &user, "offered").await;
    let before = stored(&stack, &user).await;
    let again = stack
        .send(&ask_with(&token, &json!({"run": SPRING, "message": "In French?"})))
        .await;
    assert_eq!((again.status, &again.data()["place"]), (200, &json!("offered")));
    refuses!(stack, ask(&token, AUTUMN), 409, "place_reserved");
    assert_eq!(stored(&stack, &user).await, before);
    for ended in ["expired", "withdrawn", "cancelled"] {
        decide(&stack, &user, ended).await;
        assert_eq!(
            stack.send(&ask(&token, AUTUMN)).await.data()["place"],
            "requested",
            "{ended}"
        );
    }
}

#[tokio::test]
async fn refuses_unknown_courses_and_long_messages() {
    let (stack, _, token) = Stack::with_signed_in_user().await;
    for id in ["no-such-course", "No", "%23"] {
        let request = TestRequest::post(&format!("/courses/{id}/requests")).bearer(&token);
        expect!(
            stack.send(&request.json(&json!({"run": SPRING}))),
            (404, "course_not_found"),
            "{id}"
        );
    }
    let message = |length| json!({"run": SPRING, "message": "é".repeat(length)});
    refuses!(stack, ask_with(&token, &message(501)), 400, "field_too_long");
    expect!(stack.send(&ask_with(&token, &message(500))), 200);
}

#[tokio::test]
async fn limits_the_requests_of_a_user() {
    let (stack, _, token) = Stack::with_signed_in_user().await;
    let limit = [("RATE_LIMITS", "PlaceRequestsPerUser:2")];
    let function = FUNCTION.start(&stack, &limit).await;
    for run in [SPRING, SPRING, SPRING, AUTUMN] {
        expect!(function.send(&ask(&token, run)), 200, "a repetition does not count");
    }
    refuses!(function, ask(&token, SPRING), 429, "too_many_requests");
    expect!(function.send(&ask(&token, AUTUMN)), 200);
}

async fn prepare(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::verified(stack).await;
    (ask(&user.access_token(stack).await, SPRING), user)
}

#[tokio::test]
async fn after_any_fault_a_repetition_asks_once() {
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        if case.response.status == 200 {
            assert_eq!(stored(&stack, user).await.len(), 1);
        }
        expect!(case.retry(), 200);
        assert_eq!(stored(&stack, user).await.len(), 1);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(|token| ask(token, SPRING)),
    returns_503_when_tables_are_unreachable_or_do_not_respond(&prepare(&Stack::running()).await.0),
    every_variable_is_required(&ask("any", SPRING)),
);
