//! What a login returns, sends and stores, and refusals that only follow the right password.

use super::{FUNCTION, login, outdated_hash};
use crate::prelude::*;

#[tokio::test]
async fn returns_an_access_token_for_the_right_password() {
    let (stack, user) = Stack::with_user().await;

    let response = stack.send(&user.login_request().query("lang", "fr")).await;
    assert_eq!(response.data()["_id"], user.id.as_str());
    assert_eq!(response.data()["email"], user.email.as_str());
    assert_json_snapshot!(
        response,
        { ".headers[\"set-cookie\"]" => "[device]", ".body.token" => "[token]", ".body.data" => "[user]" },
        @r#"
        {
          "status": 200,
          "headers": {
            "cache-control": "no-store",
            "content-language": "fr",
            "content-type": "application/json; charset=utf-8",
            "set-cookie": "[device]"
          },
          "body": {
            "data": "[user]",
            "success": true,
            "token": "[token]"
          }
        }
        "#
    );
    let token = response.body["token"].as_str().expect("a token");
    assert_eq!(
        stack.send(&TestRequest::get("/users/me").bearer(token)).await.body["data"],
        *response.data()
    );
}

#[tokio::test]
async fn ignores_case_and_spaces_of_the_email_but_not_of_the_password() {
    let (stack, user) = Stack::with_user().await;

    let email = format!("  {}\n", user.email.to_uppercase());
    expect!(
        stack.send(&login(&json!({"email": email, "password": user.password}))),
        200
    );

    for password in [format!(" {}", user.password), user.password.to_uppercase()] {
        refuses!(stack, user.login_request_with(&password), 401, "incorrect_credentials");
    }
}

#[tokio::test]
async fn a_login_for_an_unverified_user_sends_a_new_link_in_the_users_language() {
    let (stack, user) = Stack::with_unverified_user().await;

    let response = stack.send(&user.login_request().query("lang", "fr")).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 403,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "account_not_verified",
        "message": "Votre compte n’est pas encore confirmé. Nous vous avons envoyé un lien de confirmation par e-mail : ouvrez le plus récent.",
        "success": false
      }
    }
    "#);
    let emails = stack.emails_to(&user.email).await;
    assert_eq!(emails.len(), 2);
    assert_eq!(emails[1].subject, emails[0].subject);

    let verify = TestRequest::post("/users/verify-email").json(&json!({"token": emails[1].verification_token()}));
    expect!(stack.send(&verify), 200);
    expect!(stack.send(&user.login_request()), 200);
}

#[tokio::test]
async fn returns_the_courses_and_files_of_a_teacher() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let user = TestUser::verified_with(&stack, &registration).await;

    let response = stack.send(&user.login_request().query("lang", "ar")).await;
    let teacher = &response.data()["teacher"];
    let courses = stack.send(&TestRequest::get("/courses").query("lang", "ar")).await;
    assert_eq!(teacher["courses"], courses.taught(&[0, 1]));
    assert_eq!(teacher["curriculum"]["_id"], cv.id.as_str());
    let download = Download::from_url(teacher["curriculum"]["url"].as_str().expect("a URL")).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, DOCUMENT));
}

/// The language of a page may be that of a borrowed device, or a default.
#[tokio::test]
async fn changes_the_language_of_emails_on_no_device() {
    let (stack, user) = Stack::with_user().await;
    let first = stack.send(&user.login_request().query("lang", "ar")).await;
    assert_eq!(user.record(&stack).await["language"], "en", "a new device");
    let device = first.set_cookie("__Host-device");
    let known = user.login_request().cookie(device).query("lang", "ar");
    expect!(stack.send(&known), 200);
    assert_eq!(user.record(&stack).await["language"], "en", "a known device");
}

#[tokio::test]
async fn returns_account_blocked_for_the_right_password_only() {
    let (stack, user) = Stack::with_user().await;
    user.set_attribute(&stack, "blocked", json!(true)).await;

    let response = stack.send(&user.login_request()).await;
    assert_json_snapshot!((response.status, response.body), @r#"
    [
      403,
      {
        "code": "account_blocked",
        "message": "Your account has been blocked. If you think that this is a mistake, write to us.",
        "success": false
      }
    ]
    "#);
}

#[tokio::test]
async fn rehashes_a_password_whose_parameters_are_outdated() {
    let (stack, user) = Stack::with_user().await;
    let outdated = outdated_hash(&user.password);
    user.set_attribute(&stack, "passwordHash", json!(outdated)).await;

    expect!(stack.send(&user.login_request_with("Wrong horse 1")), 401);
    assert_eq!(user.record(&stack).await["passwordHash"], outdated);

    expect!(stack.send(&user.login_request()), 200);
    let hash = user.record(&stack).await["passwordHash"].to_string();
    assert!(hash.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    expect!(stack.send(&user.login_request()), 200);
}

endpoint_checks!(
    FUNCTION,
    returns_400_for_a_malformed_body(
        &TestRequest::post("/users/login"),
        &[
            "[\"a@example.org\", \"password\"]",
            "{\"email\": \"a@example.org\"}",
            "{\"email\": \"a@example.org\", \"password\": 12345678}",
            "{\"email\": [\"a@example.org\"], \"password\": \"x\"}",
        ]
    ),
);
