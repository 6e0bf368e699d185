//! Front-door tests of `PUT /users/me/consent`.
//!
//! Protected here: an agreement names the versions that the user has seen, and the first one to a version keeps its time.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-give-consent");
const PATH: &str = "/users/me/consent";

fn agree(token: &str, versions: &Value) -> TestRequest {
    TestRequest::put(PATH).bearer(token).json(versions)
}

/// `data.consent` of the signed-in user.
async fn state(stack: &Stack, token: &str) -> Value {
    let me = stack.send(&TestRequest::get("/users/me").bearer(token)).await;
    me.data()["consent"].clone()
}

/// An agreement as the table has it.
fn agreement(terms: &Value, privacy: &Value) -> Value {
    json!({"terms": terms, "privacy": privacy, "language": "ar", "at": "2026-01-01T00:00:00Z"})
}

#[tokio::test]
async fn keeps_the_agreement_of_a_user_who_registered_without_one() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let before = user.record(&stack).await;
    let asked = state(&stack, &token).await;
    assert_eq!((&asked["required"], &asked["given"]), (&json!(true), &Value::Null));

    let response = stack.send(&agree(&token, &asked["current"]).query("lang", "fr")).await;
    assert_json_snapshot!(
        response,
        { ".body.data.current" => "[versions]", ".body.data.given.terms" => "[version]", ".body.data.given.privacy" => "[version]", ".body.data.given.at" => "[time]" },
        @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "current": "[versions]",
          "given": {
            "at": "[time]",
            "language": "fr",
            "privacy": "[version]",
            "terms": "[version]"
          },
          "required": false
        },
        "success": true
      }
    }
    "#);
    assert_eq!(&state(&stack, &token).await, response.data());
    let mut after = user.record(&stack).await;
    assert_eq!(after["consent"], response.data()["given"]);
    after.as_object_mut().expect("an item").remove("consent");
    assert_eq!(after, before, "nothing else changes");
}

#[tokio::test]
async fn replaces_the_agreement_to_earlier_versions() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let current = state(&stack, &token).await["current"].clone();
    for (terms, privacy) in [
        ("2025-09-17", "2025-09-17"),
        ("", "2025-09-17"),
        ("2025-09-17", "2999-01-01"),
    ] {
        user.set_attribute(&stack, "consent", agreement(&terms.into(), &privacy.into()))
            .await;
        assert_eq!(state(&stack, &token).await["required"], true, "{terms} {privacy}");
        let response = stack.send(&agree(&token, &current)).await;
        assert_eq!((response.status, &response.data()["required"]), (200, &json!(false)));
        let given = &user.record(&stack).await["consent"];
        assert_eq!(
            (&given["terms"], &given["privacy"]),
            (&current["terms"], &current["privacy"])
        );
    }
}

#[tokio::test]
async fn the_first_agreement_to_a_version_keeps_its_time() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let current = state(&stack, &token).await["current"].clone();
    let later = json!("2999-01-01");
    for (terms, privacy) in [(&current["terms"], &current["privacy"]), (&later, &later)] {
        let given = agreement(terms, privacy);
        user.set_attribute(&stack, "consent", given.clone()).await;
        let response = stack.send(&agree(&token, &current)).await;
        let expected = json!({"required": false, "current": current, "given": given});
        assert_eq!((response.status, response.data()), (200, &expected));
        assert_eq!(user.record(&stack).await["consent"], given);
    }
}

#[tokio::test]
async fn refuses_other_versions_than_the_current_ones() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let before = user.record(&stack).await;
    let current = state(&stack, &token).await["current"].clone();
    for (text, version) in [
        ("terms", "2025-09-17"),
        ("privacy", "2025-09-17"),
        ("terms", ""),
        ("privacy", "2999-01-01"),
    ] {
        let mut versions = current.clone();
        versions[text] = version.into();
        expect!(
            stack.send(&agree(&token, &versions)),
            (409, "consent_outdated"),
            "{text}: {version}"
        );
    }
    for malformed in [
        json!({}),
        json!({"terms": current["terms"]}),
        json!({"terms": 1, "privacy": 1}),
        json!("yes"),
    ] {
        refuses!(stack, agree(&token, &malformed), 400, "malformed_request");
    }
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn requires_an_access_token_of_a_user_who_is_not_blocked() {
    let stack = Stack::running();
    refuses!(stack, TestRequest::put(PATH).json(&json!({})), 401, "unauthorized");
    let (user, token) = TestUser::signed_in(&stack).await;
    let current = state(&stack, &token).await["current"].clone();
    user.set_attribute(&stack, "blocked", json!(true)).await;
    refuses!(stack, agree(&token, &current), 403, "account_blocked");
    assert_eq!(user.record(&stack).await["consent"], Value::Null);
}

#[tokio::test]
async fn does_not_bring_back_a_user_who_is_deleted_meanwhile() {
    let stack = Stack::running();
    let (request, user) = agreeing(&stack, &TestUser::verified(&stack).await).await;
    let deletion = async {
        user.delete_record(&stack).await;
    };
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &request, deletion);
    let (response, ()) = held.await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
    assert!(user.record(&stack).await.is_null());
}

/// A user without an agreement, and the request that agrees.
async fn agreeing(stack: &Stack, template: &TestUser) -> (TestRequest, TestUser) {
    let user = template.duplicate(stack).await;
    let token = user.access_token(stack).await;
    let current = state(stack, &token).await["current"].clone();
    (agree(&token, &current), user)
}

#[tokio::test]
async fn after_any_fault_a_retry_keeps_the_agreement() {
    let template = TestUser::verified(&Stack::running()).await;
    faults::check_every_fault(
        FUNCTION,
        async |stack| agreeing(stack, &template).await,
        async |case, user| {
            let stack = Stack::running();
            let interrupted = user.record(&stack).await["consent"].clone();
            let response = case.retry().await;
            assert_eq!((response.status, &response.data()["required"]), (200, &json!(false)));
            let kept = user.record(&stack).await["consent"].clone();
            assert_eq!(kept, response.data()["given"]);
            assert!(interrupted.is_null() || interrupted == kept, "{interrupted} {kept}");
        },
    )
    .await;
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let template = TestUser::verified(&Stack::running()).await;
    faults::check_aws_requests(FUNCTION, async |stack: &Stack| agreeing(stack, &template).await).await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&agree("any", &json!({}))),);
