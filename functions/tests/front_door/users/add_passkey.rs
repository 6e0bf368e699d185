//! Front-door tests of `POST /users/me/passkeys`.
//!
//! Protected here: only a passkey that was made for this user, on this site and after the password was confirmed is added, once.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-add-passkey");

fn add(token: &str, body: &Value) -> TestRequest {
    TestRequest::post("/users/me/passkeys").bearer(token).json(body)
}

#[tokio::test]
async fn adds_a_passkey_that_signs_in_and_sends_an_email() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let mut passkey = TestPasskey::new();
    let request = user.add_passkey_request(&stack, &token, &mut passkey).await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36";
    let response = stack.send(&request.header("user-agent", agent)).await;
    assert_json_snapshot!(response, {".body.data._id" => "[id]", ".body.data.createdAt" => "[time]"}, @r#"
    {
      "status": 201,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "_id": "[id]",
          "createdAt": "[time]",
          "lastUsedAt": null,
          "name": "Chrome, Linux"
        },
        "success": true
      }
    }
    "#);
    let email = user.last_email(&stack).await;
    assert!(email.subject.starts_with("A passkey was added"), "{}", email.subject);
    assert!(email.body_text.contains("/settings"), "{}", email.body_text);
    let login = passkey.login_request(&stack).await;
    expect!(stack.send(&login), 200);
    expect!(stack.send(&user.login_request()), 200, "the password stays");
}

#[tokio::test]
async fn gives_it_the_name_of_the_request_without_spaces_around() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    for (name, stored) in [(" هاتفي ", "هاتفي"), ("  ", "")] {
        let begun = user.begin_passkey(&stack, &token).await;
        let credential = TestPasskey::new().register(&begun["options"]);
        let body = json!({"challenge": begun["challenge"], "credential": credential, "name": name});
        let response = stack.send(&add(&token, &body)).await;
        assert_eq!((response.status, &response.data()["name"]), (201, &json!(stored)));
    }
    let begun = user.begin_passkey(&stack, &token).await;
    let credential = TestPasskey::new().register(&begun["options"]);
    let body = json!({"challenge": begun["challenge"], "credential": credential, "name": "x".repeat(51)});
    let refused = refuses!(stack, add(&token, &body), 400, "field_too_long");
    assert_eq!(refused.body["errors"], json!({"name": "field_too_long"}));
}

#[tokio::test]
async fn refuses_a_passkey_of_another_site_and_one_without_user_verification() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let changes: [fn(&mut TestPasskey); 6] = [
        |passkey| passkey.origin = "https://attacker.example".to_owned(),
        |passkey| passkey.origin = "http://localhost:1".to_owned(),
        |passkey| passkey.rp_id = "attacker.example".to_owned(),
        |passkey| passkey.verifies_user = false,
        |passkey| passkey.id.truncate(15),
        |passkey| passkey.id = vec![7; 1024],
    ];
    for change in changes {
        let mut passkey = TestPasskey::new();
        change(&mut passkey);
        let request = user.add_passkey_request(&stack, &token, &mut passkey).await;
        refuses!(stack, request, 400, "passkey_invalid", "{passkey:?}");
    }
    assert_eq!(user.record(&stack).await["passkeys"], Value::Null);
}

#[tokio::test]
async fn a_challenge_counts_once_and_for_one_user_only() {
    let stack = Stack::running();
    let (user, other) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let (token, others) = (user.access_token(&stack).await, other.access_token(&stack).await);
    let begun = user.begin_passkey(&stack, &token).await;
    let credential = TestPasskey::new().register(&begun["options"]);
    let body = json!({"challenge": begun["challenge"], "credential": credential});
    refuses!(stack, add(&others, &body), 400, "passkey_expired");

    let added = expect!(stack.send(&add(&token, &body)), 201);
    let id = added.data()["_id"].as_str().expect("text");
    let remove = TestRequest::delete(&format!("/users/me/passkeys/{id}")).bearer(&token);
    expect!(stack.send(&remove), 200);
    refuses!(stack, add(&token, &body), 400, "passkey_expired");
}

#[tokio::test]
async fn refuses_a_challenge_of_a_sign_in_or_of_nobody_and_one_from_before_a_new_password() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let begun = user.begin_passkey(&stack, &token).await;
    let credential = TestPasskey::new().register(&begun["options"]);
    let sign_in = testing::begin_login(&stack).await.data()["challenge"].clone();
    let own = begun["challenge"].as_str().expect("text");
    let changed = json!(format!("A{}", &own[1..]));
    for challenge in [sign_in, changed, json!(""), json!("a.b")] {
        let body = json!({"challenge": challenge, "credential": credential});
        refuses!(stack, add(&token, &body), 400, "passkey_expired", "{challenge}");
    }
    let change = TestRequest::put("/users/me/password").bearer(&token);
    let passwords = json!({"currentPassword": user.password, "newPassword": "Another horse 2"});
    let token = stack.send(&change.json(&passwords)).await.body["token"].clone();
    let body = json!({"challenge": own, "credential": credential});
    expect!(
        stack.send(&add(token.as_str().expect("a token"), &body)),
        (400, "passkey_expired")
    );
}

#[tokio::test]
async fn of_passkeys_that_are_added_at_once_a_user_keeps_five() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let mut requests = Vec::new();
    for _ in 0..6 {
        let mut passkey = TestPasskey::new();
        requests.push(user.add_passkey_request(&stack, &token, &mut passkey).await);
    }
    let sent = requests.into_iter().map(|request| {
        let stack = stack.clone();
        tokio::spawn(async move { stack.send(&request).await.status })
    });
    let tasks: Vec<_> = sent.collect();
    let mut added = 0;
    for task in tasks {
        let status = task.await.expect("a response");
        assert!([201, 409].contains(&status), "{status}");
        added += u32::from(status == 201);
    }
    assert_eq!(added, 5);
    let record = user.record(&stack).await;
    assert_eq!(record["passkeys"].as_object().map(serde_json::Map::len), Some(5));
}

#[tokio::test]
async fn returns_401_without_a_token_and_400_for_a_malformed_body() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let mut passkey = TestPasskey::new();
    let request = user.add_passkey_request(&stack, &token, &mut passkey).await;
    refuses!(stack, request.bearer("a.b.c"), 401, "unauthorized");
    for body in [
        json!({}),
        json!({"challenge": "a"}),
        json!({"challenge": "a", "credential": {"id": 1}}),
    ] {
        refuses!(stack, add(&token, &body), 400, "malformed_request");
    }
    expect!(
        stack.send(&add(&token, &json!({"challenge": "x".repeat(100_000)}))),
        (413, "request_too_large")
    );
}

#[tokio::test]
async fn succeeds_and_logs_no_personal_data_when_emails_cannot_be_sent() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let mut passkey = TestPasskey::new();
    let request = user.add_passkey_request(&stack, &token, &mut passkey).await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    expect!(function.send(&request), 201);
    function.wait_for_log("mail not sent").await;
    for secret in [&user.email, &user.password, &token] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
}

async fn prepare(stack: &Stack) -> (TestRequest, (TestUser, String)) {
    let (user, token) = TestUser::signed_in(stack).await;
    let mut passkey = TestPasskey::new();
    let request = user.add_passkey_request(stack, &token, &mut passkey).await;
    (request, (user, token))
}

#[tokio::test]
async fn every_variable_is_required() {
    let credential = TestPasskey::new().register(&json!({"user": {"id": ""}, "challenge": ""}));
    let request = add("any", &json!({"challenge": "a.b", "credential": credential}));
    checks::every_variable_is_required(FUNCTION, &request).await;
}

#[tokio::test]
async fn after_any_fault_the_user_has_one_passkey_or_can_add_one() {
    faults::check_every_fault(FUNCTION, prepare, async |case, (user, token)| {
        let stack = Stack::running();
        let retried = case.retry().await;
        // After a fault behind the challenge, a retry needs a new one.
        let is_known = [(201, ""), (400, "passkey_expired"), (409, "conflict")].contains(&retried.status_and_code());
        assert!(is_known, "{retried:?}");
        let stored = user.record(&stack).await["passkeys"]
            .as_object()
            .map_or(0, serde_json::Map::len);
        assert!(stored <= 1, "{stored}");
        let (passkey, _) = user.add_passkey(&stack, token).await;
        expect!(stack.send(&passkey.login_request(&stack).await), 200);
    })
    .await;
}
