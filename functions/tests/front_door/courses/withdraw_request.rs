//! Front-door tests of `DELETE /courses/{id}/requests`.
//!
//! Protected here: only a request of the user that waits for a decision is withdrawn.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-withdraw-request");
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
    stack.put_item("placeRequests", item).await;
}

async fn stored(stack: &Stack, user: &TestUser) -> Vec<Value> {
    let mut items = stack.scan_items("placeRequests").await;
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
    refuses!(stack, withdraw(&token), 404, "place_request_not_found");
}

#[tokio::test]
async fn leaves_the_waiting_list_and_gives_up_a_reserved_place() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    put_request(&stack, &user, "waiting").await;
    expect!(stack.send(&withdraw(&token)), 200);
    assert_eq!(stored(&stack, &user).await, [] as [Value; 0]);

    let own = stack_with_taken_places().await;
    let function = FUNCTION.start(&own, &[]).await;
    put_request(&stack, &user, "offered").await;
    for status in [200, 404] {
        expect!(function.send(&withdraw(&token)), status);
    }
    let place = stored(&stack, &user).await.remove(0);
    assert_eq!((&place["state"], place.get("queue")), (&json!("withdrawn"), None));
    assert_eq!(own.scan_items("courseDetails").await[0]["taken"], 2);
}

/// A stack with the count of the run of [`put_request`] in a table of its own.
async fn stack_with_taken_places() -> Stack {
    let stack = Stack::running().with_own_tables(&["courseDetails"]).await;
    let run = json!({"courseId": COURSE, "part": "run#2027-spring", "taken": 3});
    stack.put_item("courseDetails", run).await;
    stack
}

#[tokio::test]
async fn after_any_fault_a_repetition_gives_up_the_reserved_place_once() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        put_request(stack, &user, "offered").await;
        let (file, proof) = TestFile::sent_as_proof(stack, &user).await;
        let mut place = stored(stack, &user).await.remove(0);
        place["proofs"] = json!([proof]);
        stack.put_item("placeRequests", place).await;
        let request = withdraw(&user.access_token(stack).await);
        (stack_with_taken_places().await, request, (file, user))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (file, user)| {
        let response = case.retry().await;
        assert!([200, 404].contains(&response.status), "{response:?}");
        let stack = &case.stack;
        assert_eq!(stack.scan_items("courseDetails").await[0]["taken"], 2);
        assert_eq!(stored(stack, user).await[0]["proofs"][0]["state"], "closed");
        assert!(file.record(stack).await["expiresAt"].is_number(), "its year begins");
    })
    .await;
}

#[tokio::test]
async fn refuses_decided_requests_and_ids_of_another_form() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    for (state, refusal) in [
        ("declined", (404, "place_request_not_found")),
        ("expired", (404, "place_request_not_found")),
        ("cancelled", (404, "place_request_not_found")),
        ("accepted", (409, "already_enrolled")),
    ] {
        put_request(&stack, &user, state).await;
        expect!(stack.send(&withdraw(&token)), refusal);
        assert_eq!(stored(&stack, &user).await[0]["state"], state);
    }
    for id in ["x", "%23id", "No-Id"] {
        expect!(
            stack.send(&TestRequest::delete(&format!("/courses/{id}/requests")).bearer(&token)),
            (404, "place_request_not_found")
        );
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
        withdraw(&user.access_token(stack).await)
    };
    let requests = faults::aws_requests(FUNCTION, prepare).await;
    assert_eq!(
        requests.last().map(String::as_str),
        Some("dynamodb GetItem placeRequests")
    );
}

#[tokio::test]
async fn after_any_fault_a_repetition_withdraws_the_request() {
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        // It may have been withdrawn although the function did not learn of it.
        let response = case.retry().await;
        assert!([200, 404].contains(&response.status), "{response:?}");
        assert_eq!(stored(&Stack::running(), user).await, [] as [Value; 0]);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(withdraw),
    a_repetition_sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        put_request(stack, &user, "pending").await;
        let token = user.access_token(stack).await;
        withdraw(&token)
    }),
    returns_503_when_tables_are_unreachable_or_do_not_respond(&prepare(&Stack::running()).await.0),
    every_variable_is_required(&withdraw("any")),
);
