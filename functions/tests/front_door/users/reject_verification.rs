//! Front-door tests of `POST /users/reject-verification`.
//!
//! Protected here: the owner of a mailbox can delete the user who signed up with it, with all files, and only until the verification.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-reject-verification");

fn reject(token: &str) -> TestRequest {
    TestRequest::post("/users/reject-verification").json(&json!({"token": token}))
}

fn verify(token: &str) -> TestRequest {
    TestRequest::post("/users/verify-email").json(&json!({"token": token}))
}

async fn token_of(stack: &Stack, user: &TestUser) -> String {
    user.last_email(stack).await.verification_token()
}

async fn has_claim(stack: &Stack, user: &TestUser) -> bool {
    let key = format!("email#{}", user.email);
    !stack.get_item("users", ("pk", &key)).await.is_null()
}

#[tokio::test]
async fn deletes_the_user_with_claim_and_files_and_can_be_repeated() {
    let stack = Stack::running();
    let (cv, video) = (
        TestFile::upload_document(&stack, None).await,
        TestFile::insert_video(&stack).await,
    );
    let registration = TestUser::teacher_registration(&stack, &cv, Some(&video)).await;
    let user = TestUser::registered_with(&stack, &registration).await;
    let token = token_of(&stack, &user).await;

    let response = stack.send(&reject(&token).query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "Le compte a été supprimé. Votre adresse e-mail n’est plus utilisée.",
        "success": true
      }
    }
    "#);
    assert_eq!(user.record(&stack).await, Value::Null);
    assert!(!has_claim(&stack, &user).await);
    for file in [&cv, &video] {
        assert!(file.is_removed(&stack).await);
    }
    assert_eq!(stack.emails_to(&user.email).await.len(), 1, "no email about it");

    let again = stack.send(&reject(&token).query("lang", "fr")).await;
    assert_eq!((again.status, again.body), (response.status, response.body));
    refuses!(stack, verify(&token), 400, "verification_invalid");
    // The email address is free for its owner, whom the old link cannot delete.
    let owner = TestUser::registered_with(&stack, &registration_with(&user.email)).await;
    expect!(stack.send(&reject(&token)), 200);
    assert_eq!(owner.record(&stack).await["email"], user.email.as_str());
}

fn registration_with(email: &str) -> Value {
    let mut registration = TestUser::registration();
    registration["email"] = email.into();
    registration
}

#[tokio::test]
async fn keeps_a_user_who_is_verified() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = token_of(&stack, &user).await;
    expect!(stack.send(&verify(&token)), 200);
    let before = user.record(&stack).await;
    refuses!(stack, reject(&token), 409, "already_verified");
    assert_eq!(user.record(&stack).await, before);
}

/// The deletion has begun, and cannot delete the user yet. Nothing else may keep the user, whose files are deleted.
#[tokio::test]
async fn a_user_whose_deletion_has_begun_cannot_be_verified_or_sign_in() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = token_of(&stack, &user).await;
    let reset = user.reset_password_request(&stack, "another horse").await;
    let request = reject(&token);
    let interfere = async {
        refuses!(stack, verify(&token), 400, "verification_invalid");
        refuses!(stack, user.login_request(), 401, "incorrect_credentials");
        refuses!(stack, reset, 400, "reset_failed");
    };
    let held = FUNCTION.send_held(&stack, "dynamodb TransactWriteItems users", &request, interfere);
    let (response, ()) = held.await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(user.record(&stack).await, Value::Null);
    assert_eq!(stack.emails_to(&user.email).await.len(), 2, "the link and the code");
}

#[tokio::test]
async fn of_a_verification_and_a_rejection_at_once_one_succeeds() {
    let stack = Stack::running();
    for _ in 0..5 {
        let user = TestUser::registered(&stack).await;
        let token = token_of(&stack, &user).await;
        let (rejection, verification) = (reject(&token), verify(&token));
        let (rejected, verified) = tokio::join!(stack.send(&rejection), stack.send(&verification));
        let record = user.record(&stack).await;
        match (rejected.status, verified.status) {
            (200, 400) => assert_eq!(record, Value::Null),
            (409, 200) => assert_eq!(record["verified"], true),
            statuses => panic!("{statuses:?}"),
        }
    }
}

#[tokio::test]
async fn rejects_tokens_that_are_not_those_of_the_mailbox() {
    let (stack, user) = Stack::with_unverified_user().await;
    let token = token_of(&stack, &user).await;
    let session = TestUser::verified(&stack).await.access_token(&stack).await;
    for wrong in ["", "abc", &session] {
        refuses!(stack, reject(wrong), 400, "verification_invalid");
    }
    let malformed = TestRequest::post("/users/reject-verification").json(&json!({"token": []}));
    refuses!(stack, malformed, 400, "malformed_request");
    user.set_attribute(&stack, "email", json!(format!("new-{}", user.email)))
        .await;
    refuses!(stack, reject(&token), 400, "verification_invalid");
    assert_ne!(user.record(&stack).await, Value::Null);
}

async fn reject_new_user(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::registered(stack).await;
    (reject(&token_of(stack, &user).await), user)
}

#[tokio::test]
async fn after_any_fault_a_repetition_deletes_the_user() {
    faults::check_every_fault(FUNCTION, reject_new_user, async |case, user| {
        let stack = Stack::running();
        if case.response.status == 200 {
            assert_eq!(user.record(&stack).await, Value::Null);
        }
        expect!(case.retry(), 200);
        assert_eq!(user.record(&stack).await, Value::Null);
        assert!(!has_claim(&stack, user).await);
    })
    .await;
}

#[tokio::test]
async fn counts_and_logs_what_cannot_be_deleted_after_the_user() {
    let stack = Stack::running();
    let (request, user) = reject_new_user(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::nth("dynamodb Query files", 2);
    proxy.inject_fault(target, Fault::ServerError, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    expect!(function.send(&request), 200);
    function.wait_for_metrics("DeletionsIncomplete", 1).await;
    assert!(!function.log().contains(&user.email), "{}", function.log());
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&reject_new_user(&Stack::running()).await.0),
    every_variable_is_required(&reject("any")),
);
