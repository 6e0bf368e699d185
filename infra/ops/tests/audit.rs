//! `ops audit`, by running the real binary on tables of the test.

use std::fs;

use crate::prelude::*;

const USER_ID: &str = "0f8fad5bd9cb469fa16570867728950e";

struct Audit {
    on: Stack,
    stack: String,
}

impl Audit {
    async fn new() -> Self {
        let on = Stack::running();
        let stack = on.create_empty_tables().await;
        Self { on, stack }
    }

    fn ops(&self, arguments: &[&str]) -> CommandResult {
        ops_on(&self.on, &self.stack, arguments)
    }

    async fn records(&self) -> Vec<Value> {
        self.on.scan_items(&format!("{}-audit", self.stack)).await
    }

    /// Adds a record of a sweep on this day.
    async fn record(&self, day: &str, subject: Option<&str>) {
        let at = format!("{day}T12:00:00.000000Z");
        let mut record = json!({
            "month": day.get(..7), "recordId": format!("{at}#1"), "at": at, "operator": "arn:aws:iam::1:user/amina",
            "action": "storage_sweep", "deleted": 3,
        });
        if let Some(subject) = subject {
            record["subject"] = subject.into();
        }
        self.on.put_item(&format!("{}-audit", self.stack), record).await;
    }
}

#[tokio::test]
async fn an_import_writes_a_record_but_a_dry_run_and_a_check_do_not() {
    let audit = Audit::new().await;
    let catalogue = repository().join("infra/catalogue");
    let import = ["catalogue", "import", "--from", catalogue.to_str().expect("a path")];
    audit.ops(&[&import[..], &["--dry-run"]].concat()).success();
    audit.ops(&["catalogue", "check", "--from", import[3]]).success();
    assert_eq!(audit.records().await.len(), 0);
    assert_eq!(audit.ops(&["audit", "list"]).success(), "There are no records.");

    audit.ops(&import).success();
    let records = audit.records().await;
    assert_eq!(records.len(), 1);
    assert_json_snapshot!(records[0], {
        ".at" => "[time]", ".recordId" => "[time and random]", ".month" => "[month]",
        ".courses" => "[number]", ".prices" => "[number]",
    }, @r#"
    {
      "action": "catalogue_import",
      "at": "[time]",
      "courses": "[number]",
      "month": "[month]",
      "operator": "arn:aws:iam::000000000000:user/developer",
      "prices": "[number]",
      "recordId": "[time and random]",
      "withdrawn": []
    }
    "#);
    let output = audit.ops(&["audit", "list"]).success();
    assert!(output.contains("  catalogue import: "), "{output}");
}

#[tokio::test]
async fn lists_records_since_a_day_across_months() {
    let audit = Audit::new().await;
    for day in ["2025-11-30", "2025-12-01", "2026-02-28"] {
        audit.record(day, None).await;
    }
    assert_snapshot!(audit.ops(&["audit", "list", "--since", "2025-12-01"]).success(), @r"
    2025-12-01T12:00:00Z  storage sweep: 3 deleted  by arn:aws:iam::1:user/amina
    2026-02-28T12:00:00Z  storage sweep: 3 deleted  by arn:aws:iam::1:user/amina
    ");
    let listed = audit.ops(&["audit", "list", "--since", "2026-02-01", "--json"]);
    assert_json_snapshot!(listed.json(), @r#"
    {
      "records": [
        {
          "action": "storage_sweep",
          "at": "2026-02-28T12:00:00Z",
          "deleted": 3,
          "marked": 0,
          "operator": "arn:aws:iam::1:user/amina"
        }
      ]
    }
    "#);
}

#[tokio::test]
async fn lists_all_records_of_a_user() {
    let audit = Audit::new().await;
    audit.record("2020-01-01", Some(USER_ID)).await;
    audit.record("2026-01-01", Some(USER_ID)).await;
    audit.record("2026-01-02", None).await;
    let listed = audit.ops(&["audit", "list", "--user", USER_ID]).success();
    let with_alias = ["audit", "list", "--account", USER_ID];
    assert_eq!(
        audit.ops(&with_alias).success(),
        listed,
        "the former name of the option"
    );
    assert_snapshot!(listed, @r"
    2020-01-01T12:00:00Z  storage sweep: 3 deleted  user 0f8fad5bd9cb469fa16570867728950e  by arn:aws:iam::1:user/amina
    2026-01-01T12:00:00Z  storage sweep: 3 deleted  user 0f8fad5bd9cb469fa16570867728950e  by arn:aws:iam::1:user/amina
    ");
    let later = audit.ops(&["audit", "list", "--user", USER_ID, "--since", "2021-01-01"]);
    assert_eq!(later.success().lines().count(), 1);
    let unknown = audit.ops(&["audit", "list", "--user", "amina@example.org"]).failure();
    assert!(unknown.contains("not a user id"), "{unknown}");
}

#[tokio::test]
async fn an_import_writes_nothing_without_its_audit_record() {
    let audit = Audit::new().await;
    let table = format!("{}-audit", audit.stack);
    let deleted = audit.on.dynamodb().delete_table().table_name(&table).send().await;
    deleted.expect("the table can be deleted");
    let catalogue = repository().join("infra/catalogue");
    let import = ["catalogue", "import", "--from", catalogue.to_str().expect("a path")];
    let output = audit.ops(&import).failure();
    assert!(
        output.starts_with("A table cannot be used") && output.contains(&table),
        "{output}"
    );
    assert!(
        audit
            .on
            .scan_items(&format!("{}-courses", audit.stack))
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn says_that_it_uses_the_local_stack_when_a_deployed_one_is_configured() {
    let audit = Audit::new().await;
    let settings = tempfile::tempdir().expect("a folder");
    let samconfig = settings.path().join("own.toml");
    let own =
        "[staging.deploy.parameters]\nstack_name = \"academy\"\nparameter_overrides = \"MailSender=me@academy.org\"";
    fs::write(&samconfig, own).expect("the file is written");
    // As scripts/ops does when the command names no stack.
    let chosen = [("SAMCONFIG", samconfig.to_str().expect("a path"))];
    let list = ["audit", "list"];
    let notice = format!(
        "There are no records.\nThis uses the stack {} of scripts/dev on this machine. For a deployed stack, add --stack academy.",
        audit.stack
    );
    let notified = ops_with(&audit.on, &audit.stack, &list, &chosen);
    assert_eq!(notified.success(), notice);
    // Scripts read standard error as JSON.
    let for_scripts = ops_with(&audit.on, &audit.stack, &["audit", "list", "--json"], &chosen);
    assert_eq!(for_scripts.success(), r#"{"records":[]}"#);
    assert_eq!(audit.ops(&list).success(), "There are no records.");
}
