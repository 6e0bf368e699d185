//! Front-door tests of `DELETE /users/me/email`.
//!
//! Protected here: the link of a cancelled change does nothing.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-cancel-email-change");

fn cancel(token: &str) -> TestRequest {
    TestRequest::delete("/users/me/email").bearer(token)
}

#[tokio::test]
async fn the_link_of_a_cancelled_change_does_nothing() {
    let (stack, user) = Stack::with_user().await;
    let link = user.request_email_change(&stack, &TestUser::unused_email()).await;
    let token = user.access_token(&stack).await;
    let response = expect!(stack.send(&cancel(&token).query("lang", "fr")), 200);
    assert_eq!(
        response.body["message"],
        "La modification de votre adresse e-mail a été annulée."
    );
    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_eq!(me.data()["emailChange"], Value::Null);
    expect!(
        stack.send(&TestRequest::confirm_email_change(&link)),
        (400, "email_change_invalid")
    );
    assert_eq!(user.record(&stack).await["email"], user.email.as_str());
    expect!(stack.send(&cancel(&token)), 200, "repeated, the same");
}

#[tokio::test]
async fn requires_an_access_token() {
    let stack = Stack::running();
    refuses!(stack, TestRequest::delete("/users/me/email"), 401, "unauthorized");
}

/// A request of a user who has a pending change.
async fn cancel_pending_change(stack: &Stack, user: TestUser) -> (TestRequest, TestUser) {
    let token = user.access_token(stack).await;
    let change = serde_json::json!({
        "changeId": "0123456789abcdef0123456789abcdef",
        "email": TestUser::unused_email(),
        "expiresAt": 4_000_000_000_u64,
    });
    user.set_attribute(stack, "emailChange", change).await;
    (cancel(&token), user)
}

#[tokio::test]
async fn after_any_fault_a_retry_cancels_the_change() {
    let prepare = async |stack: &Stack| cancel_pending_change(stack, TestUser::verified(stack).await).await;
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        expect!(case.retry(), 200);
        assert_eq!(user.record(&Stack::running()).await["emailChange"], Value::Null);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| cancel_pending_change(stack, TestUser::verified(stack).await).await),
    every_variable_is_required(&cancel("any")),
);
