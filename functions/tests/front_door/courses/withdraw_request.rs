//! Front-door tests of `DELETE /courses/{id}/requests`.
//!
//! Protected here: only a request of the user that waits for a decision is withdrawn.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Function, Stack, TestFile, TestRequest, TestUser,
    faults::{self, CaseVariables},
};

const BINARY: &str = "courses-withdraw-request";
const NAME: &str = "CoursesWithdrawRequestFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
/// A course that has left the catalogue.
const COURSE: &str = "evening-classes";

fn withdraw(token: &str) -> TestRequest {
    TestRequest::delete(&format!("/courses/{COURSE}/requests")).bearer(token)
}

async fn put_request(stack: &Stack, user: &TestUser, state: &str) {
    let mut item = json!({
        "userId": user.id, "courseId": COURSE, "runId": "2027-spring", "start": "2027-03-27", "end": "2027-06-12",
        "state": state, "requestedAt": "2026-01-02T03:04:05Z",
    });
    if state == "pending" {
        item["queue"] = "pending".into();
    }
    stack.put_item(&stack.tables["placeRequests"], item).await;
}

async fn stored(stack: &Stack, user: &TestUser) -> Vec<Value> {
    let mut items = stack.scan_items(&stack.tables["placeRequests"]).await;
    items.retain(|item| item["userId"] == user.id.as_str());
    items
}

#[tokio::test]
async fn withdraws_a_request_that_waits() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    put_request(&stack, &user, "pending").await;
    put_request(&stack, &other, "pending").await;
    let token = user.access_token(&stack).await;
    let request = withdraw(&token).query("lang", "fr").header("idempotency-key", &user.id);
    let response = stack.send(&request).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Votre demande a été retirée.",
        "success": true
      }
    }
    "#);
    assert_eq!(stored(&stack, &user).await, [] as [Value; 0]);
    assert_eq!(stored(&stack, &other).await.len(), 1);
    let repeated = stack.send(&request).await;
    assert_eq!(
        (repeated.status, repeated.body),
        (200, response.body),
        "with the same key"
    );
    let again = stack.send(&withdraw(&token)).await;
    assert_eq!(again.status_and_code(), (404, "place_request_not_found"));
}

#[tokio::test]
async fn leaves_the_waiting_list_and_gives_up_a_reserved_place() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    put_request(&stack, &user, "waiting").await;
    assert_eq!(stack.send(&withdraw(&token)).await.status, 200);
    assert_eq!(stored(&stack, &user).await, [] as [Value; 0]);

    let details = details_with_taken_places(&stack).await;
    let variables = [("COURSE_DETAILS_TABLE", details.as_str())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &variables).await;
    put_request(&stack, &user, "offered").await;
    for status in [200, 404] {
        assert_eq!(function.send(&withdraw(&token)).await.status, status);
    }
    let place = stored(&stack, &user).await.remove(0);
    assert_eq!((&place["state"], place.get("queue")), (&json!("withdrawn"), None));
    assert_eq!(stack.scan_items(&details).await[0]["taken"], 2);
}

/// A table with the count of the run of [`put_request`].
async fn details_with_taken_places(stack: &Stack) -> String {
    let details = stack.create_table_apart("courseDetails").await;
    let run = json!({"courseId": COURSE, "part": "run#2027-spring", "taken": 3});
    stack.put_item(&details, run).await;
    details
}

#[tokio::test]
async fn after_any_fault_a_repetition_gives_up_the_reserved_place_once() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        put_request(stack, &user, "offered").await;
        let (file, proof) = TestFile::sent_as_proof(stack, &user).await;
        let mut place = stored(stack, &user).await.remove(0);
        place["proofs"] = json!([proof]);
        stack.put_item(&stack.tables["placeRequests"], place).await;
        let details = details_with_taken_places(stack).await;
        let variables: CaseVariables = vec![("COURSE_DETAILS_TABLE", details.clone())];
        (
            variables,
            withdraw(&user.access_token(stack).await),
            (details, file, user),
        )
    };
    faults::check_every_fault_apart(DEPLOYED, prepare, async |case, (details, file, user)| {
        let response = case.retry().await;
        assert!([200, 404].contains(&response.status), "{response:?}");
        let stack = Stack::running();
        assert_eq!(stack.scan_items(details).await[0]["taken"], 2);
        assert_eq!(stored(&stack, user).await[0]["proofs"][0]["state"], "closed");
        assert!(file.record(&stack).await["expiresAt"].is_number(), "its year begins");
    })
    .await;
}

/// It is answered before anything else is read.
#[tokio::test]
async fn a_repetition_sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        put_request(stack, &user, "pending").await;
        let token = user.access_token(stack).await;
        let request = withdraw(&token).header("idempotency-key", &user.id);
        assert!(stack.send(&request).await.status < 300);
        (request, ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn refuses_decided_requests_and_ids_of_another_form() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    for (state, refusal) in [
        ("declined", (404, "place_request_not_found")),
        ("expired", (404, "place_request_not_found")),
        ("cancelled", (404, "place_request_not_found")),
        ("accepted", (409, "already_enrolled")),
    ] {
        put_request(&stack, &user, state).await;
        let refused = stack.send(&withdraw(&token)).await;
        assert_eq!(refused.status_and_code(), refusal);
        assert_eq!(stored(&stack, &user).await[0]["state"], state);
    }
    for id in ["x", "%23id", "No-Id"] {
        let refused = stack
            .send(&TestRequest::delete(&format!("/courses/{id}/requests")).bearer(&token))
            .await;
        assert_eq!(refused.status_and_code(), (404, "place_request_not_found"), "{id}");
    }
}

#[tokio::test]
async fn returns_401_without_a_valid_token() {
    let stack = Stack::running();
    for token in ["", "a.b.c"] {
        let refused = stack.send(&withdraw(token)).await;
        assert_eq!(refused.status_and_code(), (401, "unauthorized"), "{token:?}");
    }
}

async fn prepare(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::verified(stack).await;
    put_request(stack, &user, "pending").await;
    (withdraw(&user.access_token(stack).await), user)
}

#[tokio::test]
async fn a_refusal_reads_the_request() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        put_request(stack, &user, "declined").await;
        (withdraw(&user.access_token(stack).await), ())
    };
    let requests = faults::aws_requests(DEPLOYED, prepare).await;
    assert_eq!(
        requests.last().map(String::as_str),
        Some("dynamodb GetItem placeRequests")
    );
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let (request, _) = prepare(&Stack::running()).await;
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &request).await;
    faults::check_tables_unresponsive(BINARY, &variables, &request).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &withdraw("any")).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_withdraws_the_request() {
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        // It may have been withdrawn although the function did not learn of it.
        let response = case.retry().await;
        assert!([200, 404].contains(&response.status), "{response:?}");
        assert_eq!(stored(&Stack::running(), user).await, [] as [Value; 0]);
    })
    .await;
}
