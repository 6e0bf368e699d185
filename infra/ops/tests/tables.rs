//! `ops tables`: restoring lost items. The local AWS supports backups; its point-in-time recovery always restores the current state.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::prelude::*;

/// Runs `ops tables copy` for the stack with this name.
fn copy_on(stack: &Stack, name: &str, tables: [&str; 2], arguments: &[&str]) -> (bool, String) {
    let [from, to] = tables;
    let arguments = [&["tables", "copy", "--from", from, "--to", to], arguments].concat();
    let result = ops_on(stack, name, &arguments);
    let output = result.output.replace(from, "[from]").replace(to, "[to]");
    (result.succeeded, output)
}

/// A backup of the users table, restored as another table while the test runs.
struct Restored {
    on: Stack,
    name: String,
}

impl Restored {
    async fn users_of(on: Stack) -> Self {
        let name = format!("{}-restored", unique_name());
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
async fn restores_lost_and_broken_users_who_can_sign_in_again() {
    let stack = Stack::running();
    let users = stack.tables["users"].clone();
    let (lost, broken) = (TestUser::verified(&stack).await, TestUser::verified(&stack).await);
    let restored = Restored::users_of(Stack::running()).await;

    // Afterwards one is deleted, one is corrupted, and somebody edits a profile, who must not lose that.
    let (user, claim) = (format!("user#{}", lost.id), format!("email#{}", lost.email));
    stack.delete_item(&users, ("pk", &user)).await;
    stack.delete_item(&users, ("pk", &claim)).await;
    broken.set_attribute(&stack, "passwordHash", json!("nonsense")).await;
    assert_ne!(stack.send(&lost.login_request()).await.status, 200);
    assert_ne!(stack.send(&broken.login_request()).await.status, 200);

    let (copied, output) = copy_on(&stack, &stack.stack, [&restored.name, &users], &[]);
    assert!(!copied);
    assert_snapshot!(output, @r"
    [to] is not empty. Use --missing to copy only missing items, or --key to overwrite single items.
    Nothing was written.
    ");

    let keys = ["--key", &user, "--key", &claim];
    let (copied, output) = copy_on(&stack, &stack.stack, [&restored.name, &users], &keys);
    assert!(copied && output.contains(", 2 were written to [to]."), "{output}");
    expect!(stack.send(&lost.login_request()), 200);

    // With a misspelt key, nothing is written for the other key.
    let typo = ["--key", &format!("user#{}", broken.id), "--key", "user#nobody"];
    let (copied, output) = copy_on(&stack, &stack.stack, [&restored.name, &users], &typo);
    assert!(
        !copied && output.contains("[from] has no item with the key user#nobody"),
        "{output}"
    );
    assert_ne!(stack.send(&broken.login_request()).await.status, 200);

    let (copied, output) = copy_on(
        &stack,
        &stack.stack,
        [&restored.name, &users],
        &["--key", &format!("user#{}", broken.id)],
    );
    assert!(copied && output.contains(", 1 were written"), "{output}");
    let token = broken.access_token(&stack).await;
    let me = stack.send(&TestRequest::get("/users/me").bearer(&token)).await;
    assert_eq!(me.data()["email"], broken.email.as_str());
    restored.end().await;
}

/// A table with items, and an empty table of a test's stack with the same keys.
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
        let from = on.with_own_tables(&["payments"]).await;
        for item in items {
            from.put_item("payments", item.clone()).await;
        }
        let from = from.tables["payments"].clone();
        let to = format!("{stack}-payments");
        Self { on, stack, from, to }
    }

    fn copy(&self, arguments: &[&str]) -> (bool, String) {
        copy_on(&self.on, &self.stack, [&self.from, &self.to], arguments)
    }

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
async fn copies_all_items_into_an_empty_table() {
    let tables = Tables::with(&[payment("1", "1.00"), payment("2", "2.00")]).await;
    let (copied, output) = tables.copy(&["--dry-run"]);
    assert!(copied, "{output}");
    assert_snapshot!(output, @"Dry run: of 2 items in [from], 2 would be written to [to].");
    assert!(tables.on.scan_items(&tables.to).await.is_empty());
    assert!(tables.audit().await.is_empty());

    let (copied, output) = tables.copy(&[]);
    assert!(copied, "{output}");
    assert_snapshot!(output, @"Of 2 items in [from], 2 were written to [to].");
    assert_eq!(tables.on.scan_items(&tables.to).await.len(), 2);
    let audit = tables.audit().await;
    assert_eq!(audit.len(), 1);
    assert_contains(&audit[0], &json!({"action": "tables_copy", "to": tables.to}));
}

#[tokio::test]
async fn copies_only_missing_items_on_request() {
    let tables = Tables::with(&[payment("1", "1.00"), payment("2", "2.00")]).await;
    tables.on.put_item(&tables.to, payment("2", "3.00")).await;
    for arguments in [&["--missing", "--dry-run"][..], &["--missing"]] {
        let (copied, output) = tables.copy(arguments);
        assert!(copied, "{output}");
        assert!(output.contains("1 existed already and were not changed"), "{output}");
    }
    assert_eq!(amounts(&tables.on, &tables.to).await, ["1.00", "3.00"]);
}

#[tokio::test]
async fn refuses_tables_with_other_keys_and_of_other_stacks() {
    let tables = Tables::with(&[payment("1", "1.00")]).await;
    let copy = |to: &str| copy_on(&tables.on, &tables.stack, [&tables.from, to], &[]);
    let (copied, output) = copy(&format!("{}-users", tables.stack));
    assert!(!copied);
    assert_snapshot!(output, @r"
    [from] and [to] have different keys.
    Nothing was written.
    ");
    let (copied, output) = copy(&tables.from);
    assert!(
        !copied && output.starts_with("--from and --to are the same table"),
        "{output}"
    );
    let (copied, output) = copy(&tables.on.tables["payments"]);
    assert!(!copied && output.contains("[to] is not a table of"), "{output}");
    let (copied, output) = copy(&format!("{}-nothing", tables.stack));
    assert!(!copied && output.contains("[to] is not a table of"), "{output}");
}

/// The request is the one of docs/operations.md.
#[tokio::test]
async fn point_in_time_recovery_restores_into_another_table() {
    let (stack, user) = Stack::with_user().await;
    let name = format!("{}-recovered", unique_name());
    let dynamodb = stack.dynamodb();
    let recover = dynamodb.restore_table_to_point_in_time();
    let recover = recover
        .source_table_name(&stack.tables["users"])
        .target_table_name(&name);
    let recovered = recover.use_latest_restorable_time(true).send().await;
    recovered.expect("the table can be recovered");
    let key = AttributeValue::S(format!("user#{}", user.id));
    let item = dynamodb.get_item().table_name(&name).key("pk", key).send().await;
    assert!(item.expect("the table can be read").item.is_some());
    let deleted = dynamodb.delete_table().table_name(name).send().await;
    deleted.expect("the table can be deleted");
}
