//! `ops users`, by running the real binary for new users of the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test panics when it fails"
)]

mod delete;
mod export;
mod rejected;

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::{
    Stack, TestRequest, TestUser,
    faults::{Fault, NthRequest, Proxy},
};

use crate::tool::{audit_records, ops, ops_on};

/// Replaces the values that differ in each run.
fn redacted(output: &str, user: &TestUser) -> String {
    output.replace(&user.id, "[id]").replace(&user.email, "[email]")
}

#[tokio::test]
async fn finds_users_by_email_by_id_and_by_a_part_of_the_name() {
    let stack = Stack::running();
    let mut registration = TestUser::registration();
    let name = format!(
        "Zoé {}",
        registration["email"].as_str().expect("text").replace(['@', '.'], " ")
    );
    registration["fullname"] = name.as_str().into();
    let user = TestUser::registered_with(&stack, &registration).await;
    let line = "[id]  [name] <[email]>, student, not verified";

    let upper = user.email.to_uppercase();
    for query in [user.email.as_str(), &upper, &user.id] {
        let output = ops(&stack, &["users", "find", query]).success();
        assert_eq!(redacted(&output, &user).replace(&name, "[name]"), line);
    }
    let output = ops(&stack, &["users", "find", &name[4..].to_uppercase()]).success();
    let output = redacted(&output, &user).replace(&name, "[name]");
    let (count, found) = output.split_once('\n').expect("two lines");
    assert!(
        count.starts_with("1 of ") && count.ends_with(" users match."),
        "{output}"
    );
    assert_eq!(found, line);

    let found = ops(&stack, &["users", "find", &user.id, "--json"]).json();
    assert_json_snapshot!(found, {
        ".accounts[0].id" => "[id]", ".accounts[0].email" => "[email]", ".accounts[0].fullname" => "[name]",
    }, @r#"
    {
      "accounts": [
        {
          "blocked": false,
          "email": "[email]",
          "fullname": "[name]",
          "id": "[id]",
          "type": "student",
          "verified": false
        }
      ],
      "lookedThrough": null,
      "malformed": []
    }
    "#);
}

#[tokio::test]
async fn a_malformed_item_does_not_hide_other_users() {
    let stack = Stack::running();
    let record = TestUser::registered(&stack).await.record(&stack).await;
    let tables = stack.create_empty_tables().await;
    let users = format!("{tables}-users");
    stack.put_item(&users, record.clone()).await;
    stack.put_item(&users, json!({"pk": "user#broken"})).await;
    let name = record["profile"]["fullname"].as_str().expect("a name");

    let output = ops_on(&stack, &tables, &["users", "find", name]).success();
    assert!(
        output.starts_with("1 of 2 users match.\n") && output.ends_with("\nuser#broken: its item is malformed"),
        "{output}"
    );
    let found = ops_on(&stack, &tables, &["users", "find", name, "--json"]).json();
    assert_eq!(found["malformed"], json!(["user#broken"]));
}

#[tokio::test]
async fn reports_users_that_do_not_exist() {
    let stack = Stack::running();
    for command in ["find", "show", "block", "unblock", "resend-verification"] {
        let output = ops(&stack, &["users", command, "nobody@example.org"]).failure();
        assert_eq!(output, "There is no user nobody@example.org.");
    }
    let output = ops(&stack, &["--json", "users", "show", &"0".repeat(32)]);
    assert_snapshot!(output.failure(), @r#"{"code":"account_not_found","message":"There is no user 00000000000000000000000000000000."}"#);
    let output = ops(&stack, &["users", "block", "Amina"]).failure();
    assert!(output.contains("neither an email address nor a user id"), "{output}");
    let output = ops(&stack, &["users", "find", "nobody has a name like this"]).success();
    assert!(output.starts_with("0 of "), "{output}");
}

#[tokio::test]
async fn shows_a_user_without_password_hash_and_versions() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let shown = ops(&stack, &["users", "show", &user.email]).success();
    let created = user.record(&stack).await["createdAt"]
        .as_str()
        .expect("a time")
        .to_owned();
    assert_snapshot!(redacted(&shown, &user).replace(&created, "[time]"), @r"
    [id]  Amina Benali <[email]>, student, verified
      address   12 rue Didouche Mourad, Algiers
      country   Algeria
      phone1    +213551234567
      language  en
      created   [time]
    ");
    let shown = ops(&stack, &["users", "show", &user.id, "--json"]).json();
    let secrets = ["passwordHash", "tokenVersion", "profileVersion", "pk"];
    assert!(secrets.iter().all(|secret| shown.get(secret).is_none()), "{shown}");
    assert_eq!(
        (&shown["phone1"], &shown["country"]),
        (&json!("+213551234567"), &json!("Algeria"))
    );
}

#[tokio::test]
async fn a_blocked_user_is_signed_out_at_once_and_can_be_unblocked() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    let me = TestRequest::get("/users/me").bearer(&token);

    let output = ops(&stack, &["users", "block", &user.email, "--dry-run"]).success();
    let line = format!("{}  Amina Benali <{}>, student, verified", user.id, user.email);
    assert_eq!(output, format!("Dry run: this would block {line}"));
    assert_eq!(stack.send(&me).await.status, 200);
    assert_eq!(audit_records(&stack, &user.id).await, [] as [Value; 0]);

    let output = ops(&stack, &["users", "block", &user.email]).success();
    assert_eq!(
        output,
        format!(
            "Blocked and signed out everywhere: {}",
            line.replace("verified", "blocked")
        )
    );
    assert_eq!(stack.send(&me).await.status_and_code(), (403, "account_blocked"));
    assert_eq!(
        stack.send(&user.login_request()).await.status_and_code(),
        (403, "account_blocked")
    );
    let again = ops(&stack, &["users", "block", &user.id, "--json"]);
    assert_snapshot!(again.failure(), @r#"{"code":"already_blocked","message":"The user is already blocked. Nothing was written."}"#);

    ops(&stack, &["users", "unblock", &user.id]).success();
    assert_eq!(
        stack.send(&me).await.status_and_code(),
        (401, "unauthorized"),
        "the earlier session has ended"
    );
    assert_eq!(stack.send(&user.login_request()).await.status, 200);
    let again = ops(&stack, &["users", "unblock", &user.id]).failure();
    assert_eq!(again, "The user is not blocked. Nothing was written.");

    let actions: Vec<_> = audit_records(&stack, &user.id)
        .await
        .iter()
        .map(|record| record["action"].clone())
        .collect();
    assert_eq!(actions, ["account_block", "account_unblock"]);
}

#[tokio::test]
async fn a_block_and_its_audit_record_are_one_transaction() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let before = user.record(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("dynamodb TransactWriteItems users audit");
    proxy.inject_fault(target, Fault::ServerError, true);
    let through_proxy = proxy.in_front_of(&stack);

    let id = user.id.clone();
    let result = tokio::task::spawn_blocking(move || ops(&through_proxy, &["users", "block", &id, "--json"]));
    let output: Value = serde_json::from_str(&result.await.expect("it ran").failure()).expect("JSON");
    assert_eq!(output["code"], "tables_unusable");
    assert_eq!(user.record(&stack).await, before);
    assert_eq!(audit_records(&stack, &user.id).await, [] as [Value; 0]);
}

#[tokio::test]
async fn sends_the_verification_link_again_in_the_users_language() {
    let stack = Stack::running();
    let user = TestUser::registered(&stack).await;
    user.set_attribute(&stack, "language", "fr".into()).await;
    let output = ops(&stack, &["users", "resend-verification", &user.email, "--dry-run"]).success();
    assert!(
        output.starts_with("Dry run: this would send a new verification link to "),
        "{output}"
    );
    assert_eq!(
        stack.emails_to(&user.email).await.len(),
        1,
        "the email of the registration"
    );

    ops(&stack, &["users", "resend-verification", &user.email]).success();
    let mail = user.last_email(&stack).await;
    assert!(mail.subject.starts_with("Confirmez votre adresse"), "{mail:?}");
    let verify = TestRequest::post("/users/verify-email").json(&json!({"token": mail.verification_token()}));
    assert_eq!(stack.send(&verify).await.status, 200);
    let again = ops(&stack, &["users", "resend-verification", &user.email]).failure();
    assert_eq!(
        again,
        "The user's email address is already verified. No email was sent."
    );
    let records = audit_records(&stack, &user.id).await;
    assert_eq!(
        (records.len(), &records[0]["action"]),
        (1, &json!("verification_resend"))
    );
    let everything = Value::from(records).to_string();
    assert!(
        !everything.contains(&user.email) && !everything.contains("Amina"),
        "{everything}"
    );
}
