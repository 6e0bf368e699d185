//! `ops accounts`, as an operator runs it: the real binary, for people of the test's own on the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::{fs, io::Read};

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use tempfile::TempDir;
use testing::{
    DOCUMENT, Stack, TestFile, TestRequest, TestUser,
    faults::{Fault, NthRequest, Proxy},
};
use zip::ZipArchive;

use crate::tool::{audit_of, ops};

/// What was said, without what is another with each run.
fn without_names(said: &str, person: &TestUser) -> String {
    said.replace(&person.id, "[id]").replace(&person.email, "[e-mail]")
}

#[tokio::test]
async fn an_account_is_found_by_e_mail_by_id_and_by_a_part_of_the_name() {
    let stack = Stack::running();
    let mut registration = TestUser::registration();
    let name = format!(
        "Zoé {}",
        registration["email"].as_str().expect("text").replace(['@', '.'], " ")
    );
    registration["fullname"] = name.as_str().into();
    let person = TestUser::registered_with(&stack, &registration).await;
    let line = "[id]  [name] <[e-mail]>, student, not verified";

    let upper = person.email.to_uppercase();
    for wanted in [person.email.as_str(), &upper, &person.id] {
        let said = ops(&stack, &["accounts", "find", wanted]).done();
        assert_eq!(without_names(&said, &person).replace(&name, "[name]"), line);
    }
    let said = ops(&stack, &["accounts", "find", &name[4..].to_uppercase()]).done();
    let said = without_names(&said, &person).replace(&name, "[name]");
    let (looked, found) = said.split_once('\n').expect("two lines");
    assert!(
        looked.starts_with("Looked through all accounts (") && looked.ends_with("), and found 1."),
        "{said}"
    );
    assert_eq!(found, line);

    let found = ops(&stack, &["accounts", "find", &person.id, "--json"]).json();
    assert_json_snapshot!(found, {
        ".accounts[0].id" => "[id]", ".accounts[0].email" => "[e-mail]", ".accounts[0].fullname" => "[name]",
    }, @r#"
    {
      "accounts": [
        {
          "blocked": false,
          "email": "[e-mail]",
          "fullname": "[name]",
          "id": "[id]",
          "type": "student",
          "verified": false
        }
      ],
      "lookedThrough": null
    }
    "#);
}

#[tokio::test]
async fn who_is_not_there_is_said_not_to_be() {
    let stack = Stack::running();
    for command in ["find", "show", "block", "unblock", "resend-verification"] {
        let said = ops(&stack, &["accounts", command, "nobody@example.org"]).refused();
        assert_eq!(said, "There is no account nobody@example.org.");
    }
    let said = ops(&stack, &["--json", "accounts", "show", &"0".repeat(32)]);
    assert_snapshot!(said.refused(), @r#"{"code":"account_not_found","message":"There is no account 00000000000000000000000000000000."}"#);
    let said = ops(&stack, &["accounts", "block", "Amina"]).refused();
    assert!(
        said.contains("neither an e-mail address nor the id of an account"),
        "{said}"
    );
    let said = ops(&stack, &["accounts", "find", "nobody has a name like this"]).done();
    assert!(said.ends_with("and found 0."), "{said}");
}

#[tokio::test]
async fn everything_of_an_account_is_shown_but_what_opens_it() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    let shown = ops(&stack, &["accounts", "show", &person.email]).done();
    let created = person.record(&stack).await["createdAt"]
        .as_str()
        .expect("a time")
        .to_owned();
    assert_snapshot!(without_names(&shown, &person).replace(&created, "[time]"), @r"
    [id]  Amina Benali <[e-mail]>, student, verified
      phone     +213551234567
      address   12 rue Didouche Mourad, Algiers
      country   Algeria
      mails in  en
      since     [time]
    ");
    let shown = ops(&stack, &["accounts", "show", &person.id, "--json"]).json();
    let secrets = ["passwordHash", "tokenVersion", "profileVersion", "pk"];
    assert!(secrets.iter().all(|secret| shown.get(secret).is_none()), "{shown}");
    assert_eq!(
        (&shown["phone1"], &shown["country"]),
        (&json!("+213551234567"), &json!("Algeria"))
    );
}

#[tokio::test]
async fn who_is_blocked_is_out_at_once_and_can_come_back() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    let token = person.access_token(&stack).await;
    let me = TestRequest::get("/users/me").bearer(&token);

    let said = ops(&stack, &["accounts", "block", &person.email, "--dry-run"]).done();
    let line = format!("{}  Amina Benali <{}>, student, verified", person.id, person.email);
    assert_eq!(said, format!("Nothing was done. This would block {line}"));
    assert_eq!(stack.send(&me).await.status, 200);
    assert_eq!(audit_of(&stack, &person.id).await, [] as [Value; 0]);

    let said = ops(&stack, &["accounts", "block", &person.email]).done();
    assert_eq!(
        said,
        format!(
            "Blocked, and signed out everywhere: {}",
            line.replace("verified", "blocked")
        )
    );
    assert_eq!(stack.send(&me).await.status_and_code(), (403, "account_blocked"));
    assert_eq!(
        stack.send(&person.login_request()).await.status_and_code(),
        (403, "account_blocked")
    );
    let again = ops(&stack, &["accounts", "block", &person.id, "--json"]);
    assert_snapshot!(again.refused(), @r#"{"code":"already_blocked","message":"The account is blocked already. Nothing was written."}"#);

    ops(&stack, &["accounts", "unblock", &person.id]).done();
    assert_eq!(
        stack.send(&me).await.status_and_code(),
        (401, "unauthorized"),
        "the session of before has ended"
    );
    assert_eq!(stack.send(&person.login_request()).await.status, 200);
    let again = ops(&stack, &["accounts", "unblock", &person.id]).refused();
    assert_eq!(again, "The account is not blocked. Nothing was written.");

    let actions: Vec<_> = audit_of(&stack, &person.id)
        .await
        .iter()
        .map(|record| record["action"].clone())
        .collect();
    assert_eq!(actions, ["account_block", "account_unblock"]);
}

#[tokio::test]
async fn a_block_and_its_record_are_written_together_or_not_at_all() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    let before = person.record(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest {
        name: "dynamodb TransactWriteItems users audit".to_owned(),
        occurrence: 1,
    };
    proxy.inject_fault(target, Fault::ServerError, true);
    let mut through_proxy = stack.clone();
    proxy.endpoint().clone_into(&mut through_proxy.aws);

    let id = person.id.clone();
    let ran = tokio::task::spawn_blocking(move || ops(&through_proxy, &["accounts", "block", &id, "--json"]));
    let said: Value = serde_json::from_str(&ran.await.expect("it ran").refused()).expect("JSON");
    assert_eq!(said["code"], "tables_unusable");
    assert_eq!(person.record(&stack).await, before);
    assert_eq!(audit_of(&stack, &person.id).await, [] as [Value; 0]);
}

#[tokio::test]
async fn the_link_that_proves_a_mailbox_is_mailed_again_in_the_persons_language() {
    let stack = Stack::running();
    let person = TestUser::registered(&stack).await;
    person.set_attribute(&stack, "language", "fr".into()).await;
    let said = ops(&stack, &["accounts", "resend-verification", &person.email, "--dry-run"]).done();
    assert!(
        said.starts_with("Nothing was done. This would mail a new link to "),
        "{said}"
    );
    assert_eq!(stack.emails_to(&person.email).await.len(), 1, "that of signing up");

    ops(&stack, &["accounts", "resend-verification", &person.email]).done();
    let mail = person.last_email(&stack).await;
    assert!(mail.subject.starts_with("Confirmez votre adresse"), "{mail:?}");
    let verify = TestRequest::post("/users/verify-email").json(&json!({"token": mail.verification_token()}));
    assert_eq!(stack.send(&verify).await.status, 200);
    let again = ops(&stack, &["accounts", "resend-verification", &person.email]).refused();
    assert_eq!(again, "The account's mailbox is proved already. Nothing was mailed.");
    let records = audit_of(&stack, &person.id).await;
    assert_eq!(
        (records.len(), &records[0]["action"]),
        (1, &json!("verification_resend"))
    );
    let everything = Value::from(records).to_string();
    assert!(
        !everything.contains(&person.email) && !everything.contains("Amina"),
        "{everything}"
    );
}

#[tokio::test]
async fn an_account_is_deleted_as_its_owner_would_delete_it() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let person = TestUser::verified_with(&stack, &registration).await;
    let token = person.access_token(&stack).await;
    person.set_attribute(&stack, "language", "ar".into()).await;
    let payment = json!({
        "payer": format!("user#{}", person.id), "paymentId": "course#project-management", "courseId": "project-management",
        "amount": "120.00", "currency": "EUR", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item(&stack.tables["payments"], payment).await;

    let said = ops(&stack, &["accounts", "delete", &person.email]).refused();
    assert!(said.contains("--yes"), "{said}");
    let said = ops(&stack, &["accounts", "delete", &person.email, "--dry-run"]).done();
    assert!(
        said.starts_with("Nothing was done. This would delete for good"),
        "{said}"
    );
    assert!(cv.has_object(&stack).await && !person.record(&stack).await.is_null());

    let said = ops(&stack, &["accounts", "delete", &person.email, "--yes"]).done();
    assert!(said.starts_with(&format!("Deleted for good: {}", person.id)), "{said}");
    assert!(!cv.has_object(&stack).await && cv.record(&stack).await.is_null());
    for (name, table) in &stack.tables {
        let items = Value::from(stack.scan_items(table).await).to_string();
        assert!(!items.contains(&person.email), "{name}");
        assert!(name == "audit" || !items.contains(&person.id), "{name}");
    }
    let me = TestRequest::get("/users/me").bearer(&token);
    assert_eq!(stack.send(&me).await.status_and_code(), (401, "unauthorized"));
    assert_eq!(person.last_email(&stack).await.subject, "تم حذف حسابك · مسار");

    let again = ops(&stack, &["accounts", "delete", &person.email, "--yes", "--json"]).refused();
    assert!(again.contains("account_not_found"), "{again}");
    let records = audit_of(&stack, &person.id).await;
    assert_eq!((records.len(), &records[0]["action"]), (1, &json!("account_delete")));
}

#[tokio::test]
async fn a_deletion_takes_an_address_that_bounced_off_the_suppression_list() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    stack.suppress_email(&person.email, "BOUNCE").await;
    let said = ops(&stack, &["accounts", "delete", &person.email, "--yes"]).done();
    assert!(said.contains("Its owner was not told"), "{said}");
    assert!(!stack.is_email_suppressed(&person.email).await);
    assert_eq!(stack.emails_to(&person.email).await.len(), 1, "that of signing up");
}

#[tokio::test]
async fn a_deletion_that_is_cut_off_can_be_repeated() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest {
        name: "dynamodb TransactWriteItems users uploads".to_owned(),
        occurrence: 1,
    };
    proxy.inject_fault(target, Fault::ServerError, true);
    let mut through_proxy = stack.clone();
    proxy.endpoint().clone_into(&mut through_proxy.aws);
    let id = person.id.clone();
    let delete = move || ops(&through_proxy, &["accounts", "delete", &id, "--yes"]);
    let said = tokio::task::spawn_blocking(delete).await.expect("it ran").refused();
    assert!(said.contains("Run it again: it finishes what was begun."), "{said}");
    assert!(!person.record(&stack).await.is_null());

    ops(&stack, &["accounts", "delete", &person.id, "--yes"]).done();
    assert!(person.record(&stack).await.is_null());
    let records = audit_of(&stack, &person.id).await;
    assert_eq!(records.len(), 2, "of each that was tried: {records:?}");
}

#[tokio::test]
async fn what_is_left_of_an_account_is_deleted_by_its_id() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest {
        name: "dynamodb Query uploads".to_owned(),
        occurrence: 2,
    };
    proxy.inject_fault(target, Fault::ServerError, true);
    let mut through_proxy = stack.clone();
    proxy.endpoint().clone_into(&mut through_proxy.aws);
    let email = person.email.clone();
    let delete = move || ops(&through_proxy, &["accounts", "delete", &email, "--yes"]);
    let said = tokio::task::spawn_blocking(delete).await.expect("it ran").refused();
    assert!(
        said.contains(&format!("Run it again with its id, {}", person.id)),
        "{said}"
    );
    assert!(person.record(&stack).await.is_null());

    let payment = json!({
        "payer": format!("user#{}", person.id), "paymentId": "course#project-management", "courseId": "project-management",
        "amount": "87.31", "currency": "EUR", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item(&stack.tables["payments"], payment).await;
    let is_left = async || {
        let payments = stack.scan_items(&stack.tables["payments"]).await;
        payments
            .iter()
            .any(|payment| payment["payer"] == format!("user#{}", person.id))
    };
    let said = ops(&stack, &["accounts", "delete", &person.id, "--dry-run"]).done();
    assert!(said.ends_with("this would delete what is left of one."), "{said}");
    assert!(is_left().await);
    let said = ops(&stack, &["accounts", "delete", &person.id, "--yes"]).done();
    assert_eq!(
        said,
        format!("There is no account {}, and nothing is left of one.", person.id)
    );
    assert!(!is_left().await);
    assert_eq!(audit_of(&stack, &person.id).await.len(), 2);
}

#[tokio::test]
async fn all_that_is_kept_of_a_person_fits_into_a_file() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let person = TestUser::verified_with(&stack, &registration).await;
    let token = person.access_token(&stack).await;
    let again = TestFile::upload_document(&stack, Some(&token)).await;
    let lost = TestFile::upload_image(&stack, Some(&token))
        .await
        .without_object(&stack)
        .await;
    again.clone().with_attribute(&stack, "name", "cv: \"1\".pdf").await;
    let payment = json!({
        "payer": format!("user#{}", person.id), "paymentId": "course#project-management", "courseId": "project-management",
        "amount": "120.00", "currency": "EUR", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item(&stack.tables["payments"], payment).await;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("person.zip");
    let export = [
        "accounts",
        "export",
        &person.email,
        "--to",
        path.to_str().expect("text"),
    ];

    let said = ops(&stack, &[&export[..], &["--dry-run"]].concat()).done();
    assert!(said.starts_with("Nothing was made. "), "{said}");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    assert_eq!(audit_of(&stack, &person.id).await, [] as [Value; 0]);

    let said = ops(&stack, &export).done();
    assert!(
        said.ends_with("\n  not files/photo.jpg: its bytes are missing"),
        "{said}"
    );
    assert_eq!(
        folder.path().read_dir().expect("a folder").count(),
        1,
        "and nothing unfinished"
    );
    let mut zip = ZipArchive::new(fs::File::open(&path).expect("it is there")).expect("a zip file");
    let names = zip.file_names().map(|name| name.expect("a name").into_owned());
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    assert_eq!(names, ["data.json", "files/cv_ _1_.pdf", "files/سيرة ذاتية.pdf"]);
    let mut read = |name: &str| {
        let mut bytes = Vec::new();
        let mut entry = zip.by_name(name).expect("it is in it");
        entry.read_to_end(&mut bytes).expect("it can be read");
        bytes
    };
    assert_eq!(read("files/سيرة ذاتية.pdf"), DOCUMENT);
    let data: Value = serde_json::from_slice(&read("data.json")).expect("JSON");
    assert_eq!(
        (&data["account"]["id"], &data["account"]["email"]),
        (&json!(person.id), &json!(person.email))
    );
    assert_eq!(data["account"]["enrolments"][0]["amount"], "120.00");
    let ids: Vec<_> = data["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["fileId"].clone())
        .collect();
    assert_eq!(ids.len(), 3);
    assert!(
        [&cv.id, &again.id, &lost.id].iter().all(|id| ids.contains(&json!(id))),
        "{ids:?}"
    );
    let secrets = ["passwordHash", "argon2", "tokenVersion", "arn:aws"];
    let text = data.to_string();
    assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");

    let again = ops(&stack, &export).refused();
    assert!(
        again.ends_with("person.zip cannot be made: it is there already"),
        "{again}"
    );
    let records = audit_of(&stack, &person.id).await;
    assert_eq!((records.len(), &records[0]["action"]), (1, &json!("account_export")));
}
