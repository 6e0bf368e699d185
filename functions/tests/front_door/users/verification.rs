//! Front-door tests of `POST /users/verification`.
//!
//! Protected here: only the holder of a verification link learns for whom it is, the name is not shown, and nothing changes.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-verification");

fn verification(token: &str) -> TestRequest {
    TestRequest::post("/users/verification").json(&json!({"token": token}))
}

async fn token_of(stack: &Stack, user: &TestUser) -> String {
    user.last_email(stack).await.verification_token()
}

#[tokio::test]
async fn returns_the_email_and_the_time_of_the_sign_up_and_no_name() {
    let (stack, user) = Stack::with_unverified_user().await;
    let before = user.record(&stack).await;
    let request = verification(&token_of(&stack, &user).await);
    let response = stack.send(&request).await;
    assert_eq!(response.data()["email"], user.email.as_str());
    assert_eq!(response.data()["createdAt"], before["createdAt"]);
    assert_json_snapshot!(response, { ".body.data.email" => "[e-mail]", ".body.data.createdAt" => "[time]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "createdAt": "[time]",
          "email": "[e-mail]",
          "signedUpHere": false,
          "verified": false
        },
        "success": true
      }
    }
    "#);
    assert_eq!(user.record(&stack).await, before);
    user.set_attribute(&stack, "verified", json!(true)).await;
    assert_eq!(stack.send(&request).await.data()["verified"], true);
}

#[tokio::test]
async fn recognizes_the_browser_that_signed_the_user_up() {
    let stack = Stack::running();
    let (user, proof) = TestUser::registered_with_proof(&stack).await;
    let (another, another_proof) = TestUser::registered_with_proof(&stack).await;
    let token = token_of(&stack, &user).await;
    for (cookie, signed_up_here) in [
        (proof.clone(), true),
        (another_proof, false),
        (format!("__Host-signup={token};"), false),
        (format!("__Host-signup={};", token_of(&stack, &another).await), false),
        ("__Host-signup=nonsense;".to_owned(), false),
    ] {
        let response = stack.send(&verification(&token).cookie(&cookie)).await;
        assert_eq!(response.data()["signedUpHere"], signed_up_here, "{cookie}");
    }
    // The proof is no verification token.
    let (_, proof) = proof.split_once('=').expect("a cookie");
    let (proof, _) = proof.split_once(';').expect("attributes");
    refuses!(stack, verification(proof), 400, "verification_invalid");
}

#[tokio::test]
async fn rejects_a_link_that_is_invalid_or_was_sent_to_another_mailbox() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = token_of(&stack, &user).await;
    let session = TestUser::verified(&stack).await.access_token(&stack).await;
    for wrong in ["", "abc", &session] {
        refuses!(stack, verification(wrong), 400, "verification_invalid");
    }
    let without = TestRequest::post("/users/verification").json(&json!({}));
    refuses!(stack, without, 400, "verification_invalid");
    let malformed = TestRequest::post("/users/verification").json(&json!({"token": 7}));
    refuses!(stack, malformed, 400, "malformed_request");
    user.set_attribute(&stack, "email", json!(format!("new-{}", user.email)))
        .await;
    refuses!(stack, verification(&token), 400, "verification_invalid");
}

#[tokio::test]
async fn rejects_the_link_of_a_user_who_is_being_deleted() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = token_of(&stack, &user).await;
    user.set_attribute(&stack, "rejected", json!(true)).await;
    refuses!(stack, verification(&token), 400, "verification_invalid");
}

async fn link_of_new_user(stack: &Stack) -> (TestRequest, Value) {
    let (user, proof) = TestUser::registered_with_proof(stack).await;
    let request = verification(&token_of(stack, &user).await).cookie(&proof);
    (request, user.record(stack).await)
}

#[tokio::test]
async fn can_be_repeated_after_any_fault() {
    faults::check_every_fault(FUNCTION, link_of_new_user, async |case, record| {
        let again = case.retry().await;
        assert_eq!((again.status, &again.data()["email"]), (200, &record["email"]));
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&link_of_new_user(&Stack::running()).await.0),
    every_variable_is_required(&verification("any")),
);
