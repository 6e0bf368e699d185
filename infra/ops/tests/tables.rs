//! `ops tables`: what was lost comes back, as far as the local AWS goes. It makes and restores backups; it knows no moments of the past,
//! so that a recovery to one gives the table as it is.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use aws_sdk_dynamodb::types::AttributeValue;
use insta::assert_snapshot;
use serde_json::{Value, json};
use testing::{Stack, TestRequest, TestUser};

use crate::tool::ops_on;

/// Copies into a table of the stack of that name.
fn copy_on(stack: &Stack, name: &str, tables: [&str; 2], arguments: &[&str]) -> (bool, String) {
    let [from, to] = tables;
    let arguments = [&["tables", "copy", "--from", from, "--to", to], arguments].concat();
    let ran = ops_on(stack, name, &arguments);
    let said = ran.said.replace(from, "[from]").replace(to, "[to]");
    (ran.succeeded, said)
}

/// A backup of the users table, restored beside it while the test runs.
struct Restored {
    on: Stack,
    name: String,
}

impl Restored {
    async fn users_of(on: Stack) -> Self {
        // A name that no other test has.
        let name = format!("{}-restored", on.create_empty_table_like("users").await);
        let dynamodb = on.dynamodb();
        let backup = dynamodb.create_backup().table_name(&on.tables["users"]);
        let backup = backup.backup_name("before").send().await.expect("a backup");
        let backup = backup.backup_details.expect("it is described").backup_arn;
        let restore = dynamodb.restore_table_from_backup().backup_arn(&backup);
        let restored = restore.target_table_name(&name).send().await;
        restored.expect("the backup can be restored");
        dynamodb
            .delete_backup()
            .backup_arn(backup)
            .send()
            .await
            .expect("the backup can be deleted");
        Self { on, name }
    }

    async fn end(self) {
        let deleted = self.on.dynamodb().delete_table().table_name(self.name).send().await;
        deleted.expect("the table can be deleted");
    }
}

#[tokio::test]
async fn an_account_that_was_lost_comes_back_and_the_person_signs_in() {
    let stack = Stack::running();
    let users = stack.tables["users"].clone();
    let (lost, broken) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let restored = Restored::users_of(Stack::running()).await;

    // Afterwards one is deleted, one is corrupted, and somebody edits a profile, who must not lose that.
    let (account, claim) = (format!("user#{}", lost.id), format!("email#{}", lost.email));
    stack.delete_item(&users, ("pk", &account)).await;
    stack.delete_item(&users, ("pk", &claim)).await;
    broken.set_attribute(&stack, "passwordHash", json!("nonsense")).await;
    assert_ne!(stack.send(&lost.login_request()).await.status, 200);
    assert_ne!(stack.send(&broken.login_request()).await.status, 200);

    let (copied, said) = copy_on(&stack, &stack.stack, [&restored.name, &users], &[]);
    assert!(!copied);
    assert_snapshot!(said, @r"
    [to] is not empty. --missing copies what it has not, --key single items over those that are there.
    Nothing was written.
    ");

    let keys = ["--key", &account, "--key", &claim];
    let (copied, said) = copy_on(&stack, &stack.stack, [&restored.name, &users], &keys);
    assert!(copied && said.contains(", 2 were written to [to]."), "{said}");
    assert_eq!(stack.send(&lost.login_request()).await.status, 200);

    // A key that is misspelt is told, and nothing is written for the other one.
    let typo = ["--key", &format!("user#{}", broken.id), "--key", "user#nobody"];
    let (copied, said) = copy_on(&stack, &stack.stack, [&restored.name, &users], &typo);
    assert!(
        !copied && said.contains("[from] has no item with the key user#nobody"),
        "{said}"
    );
    assert_ne!(stack.send(&broken.login_request()).await.status, 200);

    let (copied, said) = copy_on(
        &stack,
        &stack.stack,
        [&restored.name, &users],
        &["--key", &format!("user#{}", broken.id)],
    );
    assert!(copied && said.contains(", 1 were written"), "{said}");
    let token = broken.access_token(&stack).await;
    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_eq!(me.data()["email"], broken.email.as_str());
    restored.end().await;
}

/// A table with items, and the same table of a stack of the test's own, without any.
struct Tables {
    on: Stack,
    stack: String,
    from: String,
    to: String,
}

impl Tables {
    async fn with(items: &[Value]) -> Self {
        let on = Stack::running();
        let stack = on.create_empty_tables().await;
        let from = on.create_empty_table_like("payments").await;
        for item in items {
            on.put_item(&from, item.clone()).await;
        }
        let to = format!("{stack}-payments");
        Self { on, stack, from, to }
    }

    fn copy(&self, arguments: &[&str]) -> (bool, String) {
        copy_on(&self.on, &self.stack, [&self.from, &self.to], arguments)
    }

    /// What operators did.
    async fn audit(&self) -> Vec<Value> {
        self.on.scan_items(&format!("{}-audit", self.stack)).await
    }
}

fn payment(id: &str, amount: &str) -> Value {
    json!({"payer": "user#1", "paymentId": id, "amount": amount})
}

async fn amounts(stack: &Stack, table: &str) -> Vec<String> {
    let items = stack.scan_items(table).await;
    let amounts = items.iter().filter_map(|item| item["amount"].as_str());
    let mut amounts: Vec<_> = amounts.map(str::to_owned).collect();
    amounts.sort();
    amounts
}

#[tokio::test]
async fn a_table_that_was_lost_is_filled_again() {
    let tables = Tables::with(&[payment("1", "1.00"), payment("2", "2.00")]).await;
    let (copied, said) = tables.copy(&["--dry-run"]);
    assert!(copied, "{said}");
    assert_snapshot!(said, @"Nothing was written. Of 2 items in [from], 2 would be written to [to].");
    assert!(tables.on.scan_items(&tables.to).await.is_empty());
    assert!(tables.audit().await.is_empty());

    let (copied, said) = tables.copy(&[]);
    assert!(copied, "{said}");
    assert_snapshot!(said, @"Of 2 items in [from], 2 were written to [to].");
    assert_eq!(tables.on.scan_items(&tables.to).await.len(), 2);
    let audit = tables.audit().await;
    assert_eq!(audit.len(), 1);
    assert_eq!(
        (&audit[0]["action"], &audit[0]["to"]),
        (&json!("tables_copy"), &json!(tables.to))
    );
}

#[tokio::test]
async fn what_is_missing_comes_back_and_what_is_there_stays() {
    let tables = Tables::with(&[payment("1", "1.00"), payment("2", "2.00")]).await;
    tables.on.put_item(&tables.to, payment("2", "3.00")).await;
    for arguments in [&["--missing", "--dry-run"][..], &["--missing"]] {
        let (copied, said) = tables.copy(arguments);
        assert!(copied, "{said}");
        assert!(said.contains("1 were there already, and are as they were"), "{said}");
    }
    assert_eq!(amounts(&tables.on, &tables.to).await, ["1.00", "3.00"]);
}

#[tokio::test]
async fn tables_of_other_things_are_not_copied_into_each_other() {
    let tables = Tables::with(&[payment("1", "1.00")]).await;
    let copy = |to: &str| copy_on(&tables.on, &tables.stack, [&tables.from, to], &[]);
    let (copied, said) = copy(&format!("{}-users", tables.stack));
    assert!(!copied);
    assert_snapshot!(said, @r"
    [from] and [to] have different keys.
    Nothing was written.
    ");
    let (copied, said) = copy(&tables.from);
    assert!(!copied && said.ends_with("is both tables."), "{said}");
    let (copied, said) = copy(&tables.on.tables["payments"]);
    assert!(!copied && said.contains("[to] is no table of"), "{said}");
    let (copied, said) = copy(&format!("{}-nothing", tables.stack));
    assert!(!copied && said.contains("[to] is no table of"), "{said}");
}

/// What AWS calls a recovery to a moment is asked for as the documentation of operations says.
#[tokio::test]
async fn a_table_can_be_recovered_beside_the_one_in_use() {
    let stack = Stack::running();
    let person = TestUser::verified(&stack).await;
    let name = format!("{}-recovered", stack.create_empty_table_like("users").await);
    let dynamodb = stack.dynamodb();
    let recover = dynamodb.restore_table_to_point_in_time();
    let recover = recover
        .source_table_name(&stack.tables["users"])
        .target_table_name(&name);
    let recovered = recover.use_latest_restorable_time(true).send().await;
    recovered.expect("the table can be recovered");
    let key = AttributeValue::S(format!("user#{}", person.id));
    let item = dynamodb.get_item().table_name(&name).key("pk", key).send().await;
    assert!(item.expect("the table can be read").item.is_some());
    let deleted = dynamodb.delete_table().table_name(name).send().await;
    deleted.expect("the table can be deleted");
}
