//! Front-door tests of `POST /users/me/export`.
//!
//! Protected here: an access token alone exports nothing, an export is limited, and after any fault the user can ask again.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-request-export");
const PATH: &str = "/users/me/export";
/// The limits in the template.
const EXPORTS: usize = 3;
const PASSWORDS: usize = 10;
const DAY: Duration = Duration::from_hours(24);
const QUARTER_OF_AN_HOUR: Duration = Duration::from_mins(15);

fn request(token: &str, password: &str) -> TestRequest {
    TestRequest::post(PATH)
        .bearer(token)
        .json(&json!({"password": password}))
}

/// Waits until the archive is ready, and returns the URL.
async fn url_of_ready_archive(stack: &Stack, token: &str) -> String {
    let ready = async {
        loop {
            let response = stack.send(&TestRequest::get(PATH).bearer(token)).await;
            if let Some(url) = response.data()["url"].as_str() {
                return url.to_owned();
            }
            assert_eq!(response.data()["state"], "making", "{response:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let ready = tokio::time::timeout(Duration::from_mins(1), ready).await;
    ready.expect("the archive is made in time")
}

async fn set_state(stack: &Stack, user: &TestUser, state: &str) {
    let now = Timestamp::now().as_second();
    let export = json!({
        "exportId": "0".repeat(32), "state": state, "requestedAt": now, "expiresAt": now + 600,
    });
    user.set_attribute(stack, "dataExport", export).await;
}

#[tokio::test]
async fn the_archive_is_made_announced_and_downloaded() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let mut registration = TestUser::teacher_registration(&stack, &cv, None).await;
    registration["consent"] = json!({"terms": "2026-11-22", "privacy": "2026-11-22"});
    let user = TestUser::verified_with(&stack, &registration).await;
    user.set_attribute(&stack, "language", json!("fr")).await;
    let login = user.login_request();
    let token = stack.send(&login).await.body["token"]
        .as_str()
        .expect("a token")
        .to_owned();

    let response = stack.send(&request(&token, &user.password).query("lang", "fr")).await;
    assert_json_snapshot!(response, {".body.data.requestedAt" => "[time]", ".body.data.expiresAt" => "[time]"}, @r#"
    {
      "status": 202,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "expiresAt": "[time]",
          "requestedAt": "[time]",
          "state": "making"
        },
        "success": true
      }
    }
    "#);

    let download = Download::from_url(&url_of_ready_archive(&stack, &token).await).await;
    assert_eq!(download.status, 200);
    let mut zip = ZipArchive::new(Cursor::new(download.bytes)).expect("a zip file");
    let mut read = |name: &str| {
        let mut bytes = Vec::new();
        let mut entry = zip.by_name(name).expect(name);
        entry.read_to_end(&mut bytes).expect("it can be read");
        bytes
    };
    assert_eq!(read("files/سيرة ذاتية.pdf"), DOCUMENT);
    let readme = String::from_utf8(read("readme.txt")).expect("UTF-8");
    assert!(
        readme.starts_with("\u{feff}Vos données enregistrées par Masar"),
        "{readme}"
    );
    let data: Value = serde_json::from_slice(&read("data.json")).expect("JSON");
    assert_eq!(data["account"]["email"], user.email.as_str());
    assert_eq!(data["account"]["consent"]["terms"], "2026-11-22");
    assert_eq!(data["account"]["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["account"]["dataExport"]["state"], "making");
    assert_eq!(data["files"][0]["fileId"], cv.id.as_str());
    let record = user.record(&stack).await;
    let session = record["sessions"].as_object().and_then(|all| all.keys().next());
    let secrets = [
        record["passwordHash"].as_str(),
        session.map(String::as_str),
        Some("okenVersion"),
    ];
    for secret in secrets.into_iter().flatten() {
        assert!(!data.to_string().contains(secret), "{data}");
    }
    assert_eq!(user.last_email(&stack).await.subject, "Vos données sont prêtes · Masar");
}

#[tokio::test]
async fn exports_nothing_without_the_password() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    refuses!(stack, request(&token, "Wrong horse 1"), 403, "incorrect_password");
    for missing in [json!({}), json!({"password": ""}), json!({"password": null})] {
        let response = expect!(
            stack.send(&TestRequest::post(PATH).bearer(&token).json(&missing)),
            (400, "missing_password")
        );
        assert_eq!(response.body["errors"], json!({"password": "missing_password"}));
    }
    assert_eq!(user.record(&stack).await["dataExport"], Value::Null);
    assert_eq!(stack.emails_to(&user.email).await.len(), 0);
}

#[tokio::test]
async fn limits_wrong_passwords_together_with_changes_of_the_password() {
    in_one_window(QUARTER_OF_AN_HOUR, async || {
        let (stack, user, token) = Stack::with_signed_in_user().await;
        for _ in 0..PASSWORDS {
            refuses!(stack, request(&token, "Wrong horse 1"), 403, "incorrect_password");
        }
        let change = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
        let change = TestRequest::put("/users/me/password").bearer(&token).json(&change);
        for request in [request(&token, &user.password), change] {
            refuses!(stack, request, 429, "too_many_attempts");
        }
    })
    .await;
}

#[tokio::test]
async fn a_repeated_request_gets_the_export_in_the_making_and_is_not_counted() {
    in_one_window(DAY, async || {
        let (stack, user, token) = Stack::with_signed_in_user().await;
        set_state(&stack, &user, "making").await;
        for _ in 0..=EXPORTS {
            let response = stack.send(&request(&token, &user.password)).await;
            assert_eq!((response.status, &response.data()["state"]), (202, &json!("making")));
        }
        assert_eq!(user.record(&stack).await["dataExport"]["exportId"], "0".repeat(32));
    })
    .await;
}

#[tokio::test]
async fn limits_the_exports_of_a_user_in_a_day() {
    in_one_window(DAY, async || {
        let (stack, user, token) = Stack::with_signed_in_user().await;
        for _ in 0..EXPORTS {
            set_state(&stack, &user, "ready").await;
            let response = stack.send(&request(&token, &user.password)).await;
            assert_eq!((response.status, &response.data()["state"]), (202, &json!("making")));
        }
        set_state(&stack, &user, "failed").await;
        refuses!(stack, request(&token, &user.password), 429, "too_many_requests");
    })
    .await;
}

#[tokio::test]
async fn concurrent_requests_begin_one_export() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let requests = stack
        .send_at_once((0..8).map(|_| request(&token, &user.password)))
        .await;
    for response in requests {
        assert_eq!(response.status, 202, "{response:?}");
    }
    url_of_ready_archive(&stack, &token).await;
    // One email of the registration, one of the sign-in, and one of the export.
    assert_eq!(stack.emails_to(&user.email).await.len(), 1);
    // They count as one export.
    for _ in 1..EXPORTS {
        set_state(&stack, &user, "ready").await;
        expect!(stack.send(&request(&token, &user.password)), 202);
    }
}

#[tokio::test]
async fn requires_an_access_token_of_a_user_who_is_not_blocked() {
    let stack = Stack::running();
    let user = TestUser::verified_with(&stack, &TestUser::registration()).await;
    let token = user.access_token(&stack).await;
    let link = stack.emails_to(&user.email).await[0].verification_token();
    for request in [
        TestRequest::post(PATH).json(&json!({"password": user.password})),
        request("no token", &user.password),
        request(&link, &user.password),
    ] {
        refuses!(stack, request, 401, "unauthorized");
    }
    user.set_attribute(&stack, "blocked", json!(true)).await;
    refuses!(stack, request(&token, &user.password), 403, "account_blocked");
}

#[tokio::test]
async fn logs_no_secret() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let function = FUNCTION.start(&stack, &[]).await;
    expect!(function.send(&request(&token, &user.password)), 202);
    function.wait_for_log("answered").await;
    for secret in [&user.email, &user.password, &token] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

#[tokio::test]
async fn after_any_fault_the_user_can_ask_again() {
    let prepare = async |stack: &Stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        (request(&token, &user.password), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        if case.failed_request() == "lambda Invoke" && case.response.status == 503 {
            let state = user.record(&Stack::running()).await["dataExport"]["state"].clone();
            assert!(["failed", "ready"].map(Value::from).contains(&state), "{state}");
        }
        let again = case.retry().await;
        assert_eq!(
            (again.status, &again.data()["state"]),
            (202, &json!("making")),
            "{again:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let (stack, user) = Stack::with_user().await;
    let request = request(&user.access_token(&stack).await, &user.password);
    checks::returns_503_when_tables_are_unreachable_or_do_not_respond(FUNCTION, &request).await;
    expect!(stack.send(&request), 202);
}

endpoint_checks!(
    FUNCTION,
    returns_400_for_a_malformed_body(
        &TestRequest::post(PATH).bearer(&TestUser::any_token().await),
        &["{\"password\": 1}"]
    ),
    sends_these_requests_to_aws(async |stack| {
        let (user, token) = TestUser::signed_in(stack).await;
        request(&token, &user.password)
    }),
    every_variable_is_required(&request("any", "any")),
);
