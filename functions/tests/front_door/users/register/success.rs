//! What a registration returns, stores and sends, and existing email addresses.

use domain::Language;
use mail::Operator;

use super::{FUNCTION, email, email_claim, register, registration_with};
use crate::prelude::*;

#[tokio::test]
async fn returns_the_user_and_forbids_caching() {
    let stack = Stack::running();
    let mut registration = registration_with("phone2", "+213 (21) 63-12.34");
    registration["fullname"] = "  Amina\n Benali ".into();
    let response = stack.send(&register(&registration).query("lang", "fr")).await;
    let [fullname, sent_to, phone2, image] =
        ["fullname", "email", "phone2", "image"].map(|name| &response.data()[name]);
    assert_eq!((fullname, sent_to), (&json!("Amina Benali"), &registration["email"]));
    assert_eq!((phone2, image), (&json!("+21321631234"), &Value::Null));
    assert_json_snapshot!(response, { ".body.data" => "[user]", ".headers[\"set-cookie\"]" => "[proof]" }, @r#"
    {
      "status": 201,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8",
        "set-cookie": "[proof]"
      },
      "body": {
        "data": "[user]",
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn stores_the_user_and_the_claim_on_the_email_without_the_password() {
    let stack = Stack::running();
    let registration = TestUser::registration();
    let response = stack.send(&register(&registration).query("lang", "ar")).await;
    let id = response.data()["_id"].as_str().expect("an id");

    let item = stack.get_item("users", ("pk", &format!("user#{id}"))).await;
    let hash = item["passwordHash"].as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_json_snapshot!(
        item,
        {
            ".pk" => "user#[id]", ".userId" => "[id]", ".email" => "[e-mail]", ".passwordHash" => "[hash]",
            ".createdAt" => "[time]"
        },
        @r#"
        {
          "blocked": false,
          "createdAt": "[time]",
          "email": "[e-mail]",
          "language": "ar",
          "passwordHash": "[hash]",
          "pk": "user#[id]",
          "profile": {
            "address": "12 rue Didouche Mourad, Algiers",
            "country": "DZ",
            "fullname": "Amina Benali",
            "phone1": "+213551234567"
          },
          "profileVersion": 0,
          "tokenVersion": 0,
          "type": "student",
          "userId": "[id]",
          "verified": false
        }
        "#
    );
    let pk = format!("email#{}", email(&registration));
    assert_eq!(
        email_claim(&stack, email(&registration)).await,
        json!({"pk": pk, "userId": id})
    );
}

#[tokio::test]
async fn sends_a_verification_link_in_the_language_of_the_request() {
    let stack = Stack::running();
    for language in testing::languages() {
        let registration = registration_with("fullname", "Amina <b>Benali</b>");
        expect!(stack.send(&register(&registration).query("lang", language)), 201);
        let emails = stack.emails_to(email(&registration)).await;
        assert_eq!(emails.len(), 1);
        let operator = Operator::of(Language::from_code(language).expect("a supported language"));
        for line in operator.lines() {
            assert!(emails[0].body_text.contains(line), "{line}");
        }
        let site = FUNCTION
            .variables()
            .into_iter()
            .find(|(name, _)| name == "SITE_ADDRESS");
        let (_, site) = site.expect("the URL of the site");
        assert_snapshot!(
            format!("email_{language}"),
            emails[0]
                .snapshot_text()
                .replace(&emails[0].verification_token(), "[token]")
                .replace(&site, "[site]")
        );
    }
}

#[tokio::test]
async fn accepts_the_longest_values() {
    let stack = Stack::running();
    let mut registration = registration_with("fullname", "م".repeat(100));
    registration["address"] = "ع".repeat(300).into();
    registration["password"] = format!("Aa1 {}", "ك".repeat(124)).into();
    expect!(stack.send(&register(&registration)), 201);
}

#[tokio::test]
async fn rejects_an_existing_email_whatever_its_case_and_spaces() {
    let (stack, user) = Stack::with_unverified_user().await;
    let before = user.record(&stack).await;

    let again = registration_with("email", format!(" {}\n", user.email.to_uppercase()));
    let response = stack.send(&register(&again).query("lang", "ar")).await;
    assert_json_snapshot!((response.status, response.body), @r#"
    [
      409,
      {
        "code": "user_already_exists",
        "message": "يوجد مستخدم مسجّل بهذا البريد الإلكتروني.",
        "success": false
      }
    ]
    "#);
    assert_eq!(user.record(&stack).await, before);
    assert_eq!(stack.emails_to(&user.email).await.len(), 1);
}

#[tokio::test]
async fn eight_concurrent_registrations_create_one_user() {
    let stack = Stack::running();
    let registration = TestUser::registration();
    let requests = stack.send_at_once((0..8).map(|_| register(&registration))).await;
    let (mut created, mut refused) = (Vec::new(), 0);
    for response in requests {
        match response.status_and_code() {
            (201, _) => created.push(response.data()["_id"].clone()),
            (409, "user_already_exists") => refused += 1,
            _ => panic!("{response:?}"),
        }
    }
    assert_eq!((created.len(), refused), (1, 7), "{created:?}");
    assert_eq!(email_claim(&stack, email(&registration)).await["userId"], created[0]);
    let users = stack.scan_items("users").await;
    let users = users.iter().filter(|item| item["email"] == email(&registration));
    assert_eq!(users.count(), 1);
    assert_eq!(stack.emails_to(email(&registration)).await.len(), 1);
}

#[tokio::test]
async fn ignores_fields_that_a_visitor_may_not_set() {
    let stack = Stack::running();
    let mut registration = TestUser::registration();
    for (name, value) in [
        ("_id", json!("admin")),
        ("pk", json!("user#admin")),
        ("userId", json!("admin")),
        ("verified", json!(true)),
        ("blocked", json!(true)),
        ("tokenVersion", json!(7)),
        ("passwordHash", json!("$argon2id$")),
        ("createdAt", json!("1970-01-01T00:00:00Z")),
        ("language", json!("ar")),
        ("image", json!({"_id": "x", "url": "https://example.org"})),
    ] {
        registration[name] = value;
    }
    let response = expect!(stack.send(&register(&registration)), 201);
    let id = response.data()["_id"].as_str().expect("an id");
    assert_ne!(id, "admin");
    assert_eq!(response.data()["image"], Value::Null);

    let item = stack.get_item("users", ("pk", &format!("user#{id}"))).await;
    let stored = json!({
        "verified": item["verified"], "blocked": item["blocked"], "tokenVersion": item["tokenVersion"],
        "language": item["language"], "userId": item["userId"],
    });
    let expected = json!({
        "verified": false, "blocked": false, "tokenVersion": 0, "language": "en", "userId": id,
    });
    assert_eq!(stored, expected);
    let login = TestRequest::post("/users/login").json(&registration);
    refuses!(stack, login, 403, "account_not_verified");
}

#[tokio::test]
async fn a_repetition_with_the_same_key_creates_one_user_and_gets_the_same_answer() {
    let stack = Stack::running();
    let registration = TestUser::registration();
    let key = email(&registration).to_owned();
    let request = register(&registration).header("idempotency-key", &key);
    let (first, again) = (stack.send(&request).await, stack.send(&request).await);
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.data(), again.data());
    assert_eq!(stack.emails_to(&key).await.len(), 1);
}
