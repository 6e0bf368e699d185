//! Front-door tests of `PUT /users/me/language`.
//!
//! Protected here: emails are in the language that the user has chosen.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-set-language");
const PATH: &str = "/users/me/language";

fn choose(token: &str, language: &str) -> TestRequest {
    TestRequest::put(PATH)
        .bearer(token)
        .json(&json!({"language": language}))
}

#[tokio::test]
async fn sets_the_language_of_emails_and_nothing_else() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
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
    expect!(stack.send(&reset), 200);
    let email = user.last_email(&stack).await;
    assert!(email.body_html.contains("<html lang=\"ar\" dir=\"rtl\">"), "{email:?}");

    expect!(stack.send(&choose(&token, "ar")), 200, "a repetition");
    assert_eq!(user.record(&stack).await, expected);
}

#[tokio::test]
async fn refuses_what_is_no_language_of_the_site() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let before = user.record(&stack).await;
    for malformed in [
        json!({}),
        json!({"language": null}),
        json!({"language": "de"}),
        json!({"language": "fr-FR"}),
        json!("fr"),
    ] {
        expect!(
            stack.send(&TestRequest::put(PATH).bearer(&token).json(&malformed)),
            (400, "malformed_request")
        );
    }
    assert_eq!(user.record(&stack).await, before);
}

#[tokio::test]
async fn does_not_bring_back_a_user_who_is_deleted_meanwhile() {
    let stack = Stack::running();
    let (request, user) = choosing(&stack, &TestUser::verified(&stack).await).await;
    let deletion = async {
        user.delete_record(&stack).await;
    };
    let held = FUNCTION.send_held(&stack, "dynamodb UpdateItem users", &request, deletion);
    let (response, ()) = held.await;
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
        FUNCTION,
        async |stack| choosing(stack, &template).await,
        async |case, user| {
            let stack = Stack::running();
            expect!(case.retry(), 200);
            assert_eq!(user.record(&stack).await["language"], "fr");
        },
    )
    .await;
}

endpoint_checks!(
    FUNCTION,
    requires_an_access_token_of_a_user_who_is_not_blocked(|token| choose(token, "fr")),
    every_variable_is_required(&choose("any", "fr")),
);
