//! Front-door tests of `DELETE /services/{id}/interest`.
//!
//! Protected here: only the interest of the user in that service ends, and a repetition gets the same response, also after a lost one.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("services-withdraw-interest");

fn withdraw(token: &str, service: &str) -> TestRequest {
    TestRequest::delete(&format!("/services/{service}/interest")).bearer(token)
}

/// A user who waits for two services.
async fn interested(stack: &Stack) -> TestUser {
    let user = TestUser::verified(stack).await;
    let interests = json!({"job": {"askedAt": 1_767_225_600}, "networking": {"askedAt": 1_767_225_601}});
    user.set_attribute(stack, "interests", interests).await;
    user
}

#[tokio::test]
async fn withdraws_an_interest_and_succeeds_without_one() {
    let stack = Stack::running();
    let (user, other) = (interested(&stack).await, interested(&stack).await);
    let token = user.access_token(&stack).await;
    let response = stack.send(&withdraw(&token, "job").query("lang", "ar")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "لن نراسلك عند إطلاق هذه الخدمة.",
        "success": true
      }
    }
    "#);
    let kept = json!({"networking": {"askedAt": 1_767_225_601}});
    assert_eq!(user.record(&stack).await["interests"], kept);
    assert!(other.record(&stack).await["interests"]["job"].is_object());
    for service in ["job", "psychology", "courses"] {
        expect!(stack.send(&withdraw(&token, service)), 200);
    }
    assert_eq!(user.record(&stack).await["interests"], kept);

    let never = TestUser::verified(&stack).await;
    let request = withdraw(&never.access_token(&stack).await, "job");
    expect!(stack.send(&request), 200);
    assert_eq!(never.record(&stack).await["interests"], Value::Null);
}

#[tokio::test]
async fn the_last_interest_leaves_none_in_the_profile() {
    let stack = Stack::running();
    let user = interested(&stack).await;
    let token = user.access_token(&stack).await;
    for (service, left) in [("job", json!(["networking"])), ("networking", Value::Null)] {
        expect!(stack.send(&withdraw(&token, service)), 200);
        let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
        assert_eq!(me.data()["interests"], left);
    }
    // The map is there, and takes another interest.
    let again = TestRequest::post("/services/job/interest").bearer(&token);
    expect!(stack.send(&again), 200);
    assert!(user.record(&stack).await["interests"]["job"].is_object());
}

#[tokio::test]
async fn refuses_unknown_services() {
    let stack = Stack::running();
    let token = interested(&stack).await.access_token(&stack).await;
    for service in ["cooking", "Job", "%23id"] {
        refuses!(stack, withdraw(&token, service), 404, "service_not_found");
    }
}

async fn prepare(stack: &Stack) -> (TestRequest, TestUser) {
    let user = interested(stack).await;
    (withdraw(&user.access_token(stack).await, "job"), user)
}

#[tokio::test]
async fn after_any_fault_a_repetition_withdraws_the_interest() {
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        // Its first attempt may have lost only the response.
        expect!(case.retry(), 200);
        let kept = json!({"networking": {"askedAt": 1_767_225_601}});
        assert_eq!(user.record(&Stack::running()).await["interests"], kept);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(|token| withdraw(token, "job")),
    returns_503_when_tables_are_unreachable_or_do_not_respond(&prepare(&Stack::running()).await.0),
    every_variable_is_required(&withdraw("any", "job")),
);
