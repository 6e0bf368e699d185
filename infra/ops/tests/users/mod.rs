//! `ops users`, by running the real binary for new users of the running stack.

mod delete;
mod export;
mod rejected;

use crate::prelude::*;

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
    let output = ops(&stack, &["users", "find", "nobody@example.org"]).failure();
    assert_eq!(output, "There is no user nobody@example.org.");
    let output = ops(&stack, &["--json", "users", "find", &"0".repeat(32)]);
    assert_snapshot!(output.failure(), @r#"{"code":"account_not_found","message":"There is no user 00000000000000000000000000000000."}"#);
    let output = ops(&stack, &["users", "delete", "Amina", "--yes"]).failure();
    assert!(output.contains("neither an email address nor a user id"), "{output}");
    let output = ops(&stack, &["users", "find", "nobody has a name like this"]).success();
    assert!(output.starts_with("0 of "), "{output}");
}
