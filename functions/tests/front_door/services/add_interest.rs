//! Front-door tests of `POST /services/{id}/interest`.
//!
//! Protected here: one interest for each user and service, also when several requests add the first ones at once, every refusal, that
//! `GET /users/me` returns the state, and that no interest outlives its user.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("services-add-interest");

fn add(token: &str, service: &str) -> TestRequest {
    TestRequest::post(&format!("/services/{service}/interest")).bearer(token)
}

/// The services in the table, and in the profile that the API returns.
async fn interests(stack: &Stack, user: &TestUser, token: &str) -> (Vec<String>, Value) {
    let record = user.record(stack).await;
    let stored = record["interests"].as_object();
    let stored = stored.map(|interests| interests.keys().cloned().collect());
    let me = stack.send(&TestRequest::get("/users/me").bearer(token)).await;
    (stored.unwrap_or_default(), me.data()["interests"].clone())
}

#[tokio::test]
async fn adds_an_interest() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let token = user.access_token(&stack).await;
    assert_eq!(interests(&stack, &user, &token).await, (vec![], Value::Null));
    let response = stack.send(&add(&token, "networking").query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Nous vous écrirons par e-mail à l’ouverture de ce service.",
        "success": true
      }
    }
    "#);
    assert_eq!(
        interests(&stack, &user, &token).await,
        (vec!["networking".to_owned()], json!(["networking"]))
    );
    assert_eq!(other.record(&stack).await["interests"], Value::Null);

    // The order of the response is that of the site.
    for service in ["job", "consulting"] {
        expect!(stack.send(&add(&token, service)), 200);
    }
    let (_, returned) = interests(&stack, &user, &token).await;
    assert_eq!(returned, json!(["consulting", "job", "networking"]));
}

#[tokio::test]
async fn a_repetition_keeps_the_time() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    expect!(stack.send(&add(&token, "job")), 200);
    let earlier = json!({"job": {"askedAt": 1_767_225_600}});
    user.set_attribute(&stack, "interests", earlier.clone()).await;
    expect!(stack.send(&add(&token, "job")), 200);
    assert_eq!(user.record(&stack).await["interests"], earlier);
}

#[tokio::test]
async fn requests_at_the_same_time_add_all_interests() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let services = ["consulting", "job", "networking"].map(|service| add(&token, service));
    let (a, b, c) = tokio::join!(
        stack.send(&services[0]),
        stack.send(&services[1]),
        stack.send(&services[2]),
    );
    assert_eq!([a.status, b.status, c.status], [200; 3]);
    assert_eq!(interests(&stack, &user, &token).await.0.len(), 3);
}

#[tokio::test]
async fn refuses_open_and_unknown_services() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    for (service, refusal) in [
        ("courses", (409, "service_open")),
        ("cooking", (404, "service_not_found")),
        ("Job", (404, "service_not_found")),
        ("%23id", (404, "service_not_found")),
    ] {
        expect!(stack.send(&add(&token, service)), refusal);
    }
    assert_eq!(user.record(&stack).await["interests"], Value::Null);
}

#[tokio::test]
async fn limits_the_interests_of_a_user() {
    let (stack, _, token) = Stack::with_signed_in_user().await;
    let limit = [("RATE_LIMITS", "InterestsPerUser:2")];
    let function = FUNCTION.start(&stack, &limit).await;
    for service in ["job", "job", "job", "consulting"] {
        expect!(function.send(&add(&token, service)), 200, "a repetition does not count");
    }
    refuses!(function, add(&token, "networking"), 429, "too_many_requests");
    expect!(function.send(&add(&token, "job")), 200);
}

#[tokio::test]
async fn returns_401_without_a_valid_token_and_after_a_deletion() {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        refuses!(stack, add(token, "job"), 401, "unauthorized");
    }
    let (user, token) = TestUser::signed_in(&stack).await;
    user.delete_record(&stack).await;
    refuses!(stack, add(&token, "job"), 401, "unauthorized");
}

async fn prepare(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::verified(stack).await;
    (add(&user.access_token(stack).await, "job"), user)
}

#[tokio::test]
async fn after_any_fault_a_repetition_adds_the_interest_once() {
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        if case.response.status == 200 {
            assert!(user.record(&stack).await["interests"]["job"].is_object());
        }
        expect!(case.retry(), 200);
        assert!(user.record(&stack).await["interests"]["job"]["askedAt"].is_number());
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&prepare(&Stack::running()).await.0),
    every_variable_is_required(&add("any", "job")),
);
