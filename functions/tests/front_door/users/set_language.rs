//! Front-door tests of `PUT /users/me/language`.
//!
//! Protected here: emails are in the language that the user has chosen.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Stack, TestRequest, TestUser,
    faults::{self, Fault, NthRequest},
};

const BINARY: &str = "users-set-language";
const NAME: &str = "UsersSetLanguageFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[],
};
const PATH: &str = "/users/me/language";

fn choose(token: &str, language: &str) -> TestRequest {
    TestRequest::put(PATH)
        .bearer(token)
        .json(&json!({"language": language}))
}

#[tokio::test]
async fn sets_the_language_of_emails_and_nothing_else() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let mut expected = user.record(&stack).await;
    assert_eq!(expected["language"], "en");
    // The language of the page is another one.
    let response = stack.send(&choose(&token, "ar").query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "language": "ar"
        },
        "success": true
      }
    }
    "#);
    expected["language"] = "ar".into();
    assert_eq!(user.record(&stack).await, expected);

    // A code to reset the password is in that language, whatever that of the page is.
    let reset = json!({"email": user.email});
    let reset = TestRequest::post("/users/request-reset")
        .json(&reset)
        .query("lang", "fr");
    assert_eq!(stack.send(&reset).await.status, 200);
    let email = user.last_email(&stack).await;
    assert!(email.body_html.contains("<html lang=\"ar\" dir=\"rtl\">"), "{email:?}");

    assert_eq!(stack.send(&choose(&token, "ar")).await.status, 200, "a repetition");
    assert_eq!(user.record(&stack).await, expected);
}

#[tokio::test]
async fn refuses_what_is_no_language_of_the_site() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let before = user.record(&stack).await;
    for malformed in [
        json!({}),
        json!({"language": null}),
        json!({"language": "de"}),
        json!({"language": "fr-FR"}),
        json!("fr"),
    ] {
        let response = stack
            .send(&TestRequest::put(PATH).bearer(&token).json(&malformed))
            .await;
        assert_eq!(response.status_and_code(), (400, "malformed_request"), "{malformed}");
    }
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn requires_an_access_token_of_a_user_who_is_not_blocked() {
    let stack = Stack::running();
    let response = stack.send(&choose("a.b.c", "fr")).await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    user.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&choose(&token, "fr")).await;
    assert_eq!(response.status_and_code(), (403, "account_blocked"));
    assert_eq!(user.record(&stack).await["language"], "en");
}

#[tokio::test]
async fn does_not_bring_back_a_user_who_is_deleted_meanwhile() {
    let stack = Stack::running();
    let (request, user) = choosing(&stack, &TestUser::verified(&stack).await).await;
    let deletion = async {
        user.delete_record(&stack).await;
    };
    let target = NthRequest::first("dynamodb UpdateItem users");
    let (response, ()) = DEPLOYED
        .send_held(target, Fault::TransactionConflict, &request, deletion)
        .await;
    assert_eq!(response.status_and_code(), (401, "unauthorized"));
    assert_eq!(user.record(&stack).await, Value::Null);
}

async fn choosing(stack: &Stack, template: &TestUser) -> (TestRequest, TestUser) {
    let user = template.duplicate(stack).await;
    let token = user.access_token(stack).await;
    (choose(&token, "fr"), user)
}

#[tokio::test]
async fn after_any_fault_a_repetition_sets_the_language() {
    let template = TestUser::verified(&Stack::running()).await;
    faults::check_every_fault(
        DEPLOYED,
        async |stack| choosing(stack, &template).await,
        async |case, user| {
            let stack = Stack::running();
            assert_eq!(case.retry().await.status, 200);
            assert_eq!(user.record(&stack).await["language"], "fr");
        },
    )
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &choose("any", "fr")).await;
}
