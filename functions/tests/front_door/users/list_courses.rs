//! Front-door tests of `GET /users/me/courses`.
//!
//! Protected here: what a user has asked for, is enrolled in and has done, in each language, and nothing of others.

use insta::assert_yaml_snapshot;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-list-courses");
/// A course of the repository's catalogue.
const COURSE: &str = "project-management";

fn list(token: &str) -> TestRequest {
    TestRequest::get("/users/me/courses").bearer(token)
}

fn course(id: &str) -> Value {
    let texts = json!({"en": id, "fr": format!("{id} (fr)"), "ar": format!("{id} (ar)")});
    json!({
        "courseId": id, "type": "cpd", "position": 1, "enrollmentCount": 0, "name": texts, "description": texts,
        "facts": {"artwork": id},
    })
}

fn asked(user: &TestUser, course: &str, dates: (&str, &str), state: &str) -> Value {
    json!({
        "userId": user.id, "courseId": course, "runId": "the-run", "start": dates.0, "end": dates.1, "state": state,
        "requestedAt": "2026-01-02T03:04:05Z",
    })
}

/// With the instructions of the stack.
fn offer() -> Value {
    json!({"price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2998-12-20",
        "refunds": [{"days": 0, "percent": 100}], "instructions": 1})
}

async fn put_request(stack: &Stack, request: Value) {
    stack.put_item("placeRequests", request).await;
}

async fn enrol(stack: &Stack, user: &TestUser, course: &str) {
    let payment = json!({
        "payer": format!("user#{}", user.id), "paymentId": format!("course#{course}"), "courseId": course,
        "amount": "120.00", "currency": "EUR", "paidAt": "2026-02-03T04:05:06Z",
    });
    stack.put_item("payments", payment).await;
}

/// A function whose catalogue has these courses, and one run.
async fn function_with(stack: &Stack, courses: &[&str]) -> Function {
    let own = stack.with_own_tables(&["courses", "courseDetails"]).await;
    for id in courses {
        let mut course = course(id);
        if *id == "withdrawn" {
            course["withdrawn"] = true.into();
        }
        own.put_item("courses", course).await;
    }
    let postponed = json!({"courseId": "accepted", "part": "run#the-run", "run": {
        "id": "the-run", "start": "2999-03-01", "end": "2999-04-01", "weekdays": ["monday"], "time": "18:30",
        "timeZone": "Africa/Algiers", "places": 5, "language": "fr", "teacher": "0123456789abcdef0123456789abcdef",
    }, "taken": 3});
    own.put_item("courseDetails", postponed).await;
    FUNCTION.start(&own, &[]).await
}

#[tokio::test]
async fn lists_what_the_user_asked_for_is_enrolled_in_and_has_done() {
    let (stack, user) = Stack::with_user().await;
    let (soon, over) = (("2999-01-01", "2999-02-01"), ("2001-01-01", "2001-02-01"));
    let mut waits = asked(&user, "waits", soon, "pending");
    waits["message"] = "In French?".into();
    let mut declined = asked(&user, "declined", soon, "declined");
    declined["reason"] = "It is full.".into();
    declined["decidedAt"] = "2026-02-01T00:00:00Z".into();
    declined["requestedAt"] = "2026-01-01T00:00:00Z".into();
    let requests = [
        waits,
        declined,
        asked(&user, "accepted", soon, "accepted"),
        asked(&user, "done", over, "accepted"),
        // Its enrolment is removed at this moment.
        asked(&user, "removed", soon, "accepted"),
        // An operator enrolled the user without accepting it.
        asked(&user, "withdrawn", soon, "declined"),
        asked(&user, "never-imported", soon, "pending"),
    ];
    for request in requests {
        put_request(&stack, request).await;
    }
    for course in ["accepted", "done", "withdrawn"] {
        enrol(&stack, &user, course).await;
    }
    let courses = ["waits", "declined", "accepted", "done", "removed", "withdrawn"];
    let function = function_with(&stack, &courses).await;
    let token = user.access_token(&stack).await;
    let response = function.send(&list(&token).query("lang", "fr")).await;
    assert_eq!((response.status, response.header("cache-control")), (200, "no-store"));
    assert_yaml_snapshot!(response.data(), { ".**.place" => "[place]" }, @r#"
    enrolled:
      - course:
          _id: accepted
          artwork: accepted
          name: accepted (fr)
          type: cpd
        enrolledAt: "2026-02-03T04:05:06Z"
        place: "[place]"
        requestedAt: "2026-01-02T03:04:05Z"
        run:
          end: 2999-04-01
          id: the-run
          language: fr
          start: 2999-03-01
          time: "18:30"
          timeZone: Africa/Algiers
          weekdays:
            - monday
        state: enrolled
      - course:
          _id: withdrawn
          artwork: withdrawn
          name: withdrawn (fr)
          type: cpd
        enrolledAt: "2026-02-03T04:05:06Z"
        state: enrolled
    past:
      - course:
          _id: done
          artwork: done
          name: done (fr)
          type: cpd
        enrolledAt: "2026-02-03T04:05:06Z"
        place: "[place]"
        requestedAt: "2026-01-02T03:04:05Z"
        run:
          end: 2001-02-01
          id: the-run
          start: 2001-01-01
        state: enrolled
    requested:
      - course:
          _id: waits
          artwork: waits
          name: waits (fr)
          type: cpd
        message: In French?
        place: "[place]"
        requestedAt: "2026-01-02T03:04:05Z"
        run:
          end: 2999-02-01
          id: the-run
          start: 2999-01-01
        state: pending
      - course:
          _id: declined
          artwork: declined
          name: declined (fr)
          type: cpd
        decidedAt: "2026-02-01T00:00:00Z"
        place: "[place]"
        reason: It is full.
        requestedAt: "2026-01-01T00:00:00Z"
        run:
          end: 2999-02-01
          id: the-run
          start: 2999-01-01
        state: declined
    "#);
}

#[tokio::test]
async fn a_reserved_or_ended_place_says_what_is_to_pay_or_to_refund() {
    let (stack, user) = Stack::with_user().await;
    let soon = ("2999-01-01", "2999-02-01");
    for (course, state) in [
        ("waits", "waiting"),
        ("declined", "offered"),
        ("done", "cancelled"),
        ("removed", "withdrawn"),
    ] {
        let mut place = asked(&user, course, soon, state);
        place["offer"] = offer();
        if state == "cancelled" {
            place["retained"] = json!({"earlier": "0", "total": "900.00"});
        }
        if state == "offered" {
            let file = json!({"fileId": "0123456789abcdef0123456789abcdef", "kind": "image", "name": "photo.jpg", "contentType": "image/jpeg"});
            let (refused_at, sent_at) = ("2026-01-09T00:00:00Z", "2026-01-10T00:00:00Z");
            place["decidedAt"] = "2026-01-05T00:00:00Z".into();
            place["proofs"] = json!([
                {"file": file, "state": "closed", "sentAt": "2026-01-03T00:00:00Z", "decidedAt": "2026-01-04T00:00:00Z"},
                {"file": file, "state": "refused", "sentAt": "2026-01-06T00:00:00Z", "decidedAt": refused_at, "reason": "Too dark"},
                {"file": file, "state": "sent", "sentAt": sent_at},
            ]);
        }
        put_request(&stack, place).await;
    }
    for (course, amount) in [("declined", "5000.00"), ("done", "11900.00")] {
        let entry = json!({"payer": format!("user#{}", user.id), "paymentId": format!("entry#{course}#T-1"), "entryId": "T-1",
            "courseId": course, "kind": "payment", "amount": amount, "currency": "DZD", "method": "ccp", "receivedOn": "2026-01-20",
            "paidAt": "2026-01-20T03:04:05Z", "receipt": "2026-000007"});
        stack.put_item("payments", entry).await;
    }
    let function = function_with(&stack, &["waits", "declined", "done", "removed"]).await;
    let response = function.send(&list(&user.access_token(&stack).await)).await;
    let mut courses = response.data()["requested"].as_array().expect("a list").clone();
    courses.sort_by_key(|course| course["course"]["_id"].to_string());
    let places: Vec<_> = courses
        .iter()
        .map(|course| json!([course["state"], course["place"]]))
        .collect();
    let amount = |amount: &str| json!({"amount": amount, "currency": "DZD"});
    let receipt = |amount: &str| json!([{"number": "2026-000007", "kind": "payment", "amount": amount, "currency": "DZD", "receivedOn": "2026-01-20"}]);
    // Those with which the stack begins.
    let ways = json!([
        {"method": "transfer", "account": "DZD 00 0000 0000", "text": "Transfer the amount to this example account."},
        {"method": "cash", "text": "At this example office.\nIn cash, stamp duty of DZD\u{a0}69 is added, which is not refunded: DZD\u{a0}6,969 in all."},
    ]);
    let expected = json!([
        ["pending", {"state": "offered", "price": amount("11900.00"), "due": amount("6900.00"), "received": amount("5000.00"),
            "refundToday": amount("5000.00"), "payBy": "2998-12-20", "reference": "MS-7K4Q-92BX", "ways": ways,
            "receipts": receipt("5000.00"), "proofsLeft": 1, "proofs": [
                {"name": "photo.jpg", "state": "closed", "sentAt": "2026-01-03T00:00:00Z"},
                {"name": "photo.jpg", "state": "refused", "sentAt": "2026-01-06T00:00:00Z", "reason": "Too dark"},
                {"name": "photo.jpg", "state": "sent", "sentAt": "2026-01-10T00:00:00Z"},
            ]}],
        ["declined", {"state": "cancelled", "received": amount("11000.00"), "refundDue": amount("11000.00"),
            "receipts": receipt("11900.00")}],
        ["declined", {"state": "withdrawn"}],
        ["pending", {"state": "waiting"}],
    ]);
    assert_eq!(json!(places), expected);
}

#[tokio::test]
async fn a_user_without_courses_has_three_empty_lists() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    put_request(&stack, asked(&other, COURSE, ("2999-01-01", "2999-02-01"), "pending")).await;
    enrol(&stack, &other, "virtual-assistant").await;
    let response = stack.send(&list(&user.access_token(&stack).await)).await;
    assert_eq!(response.data(), &json!({"requested": [], "enrolled": [], "past": []}));
}

async fn prepare(stack: &Stack) -> TestRequest {
    let user = TestUser::verified(stack).await;
    let mut place = asked(&user, COURSE, ("2999-01-01", "2999-02-01"), "offered");
    place["offer"] = offer();
    put_request(stack, place).await;
    list(&user.access_token(stack).await)
}

#[tokio::test]
async fn after_any_fault_a_repetition_lists_the_courses() {
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        assert_eq!(case.retry().await.data()["requested"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(list),
    returns_503_when_tables_are_unreachable_or_do_not_respond(&prepare(&Stack::running()).await),
    every_variable_is_required(&list("any")),
);
