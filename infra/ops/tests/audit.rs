//! `ops audit`, as an operator runs it: the real binary, with tables of the test's own on the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::{Stack, repository};

use crate::tool::{Ran, ops_on};

const ACCOUNT: &str = "0f8fad5bd9cb469fa16570867728950e";

/// Audit records of the test's own.
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

    fn ops(&self, arguments: &[&str]) -> Ran {
        ops_on(&self.on, &self.stack, arguments)
    }

    async fn records(&self) -> Vec<Value> {
        self.on.scan_items(&format!("{}-audit", self.stack)).await
    }

    /// A sweep on some day.
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
async fn an_import_leaves_a_record_and_what_changes_nothing_leaves_none() {
    let audit = Audit::new().await;
    let catalogue = repository().join("infra/catalogue");
    let import = ["catalogue", "import", "--from", catalogue.to_str().expect("a path")];
    audit.ops(&[&import[..], &["--dry-run"]].concat()).done();
    audit.ops(&["catalogue", "check", "--from", import[3]]).done();
    assert_eq!(audit.records().await.len(), 0);
    assert_eq!(audit.ops(&["audit", "list"]).done(), "Nothing was done.");

    audit.ops(&import).done();
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
    let said = audit.ops(&["audit", "list"]).done();
    assert!(said.contains("  catalogue import: "), "{said}");
}

#[tokio::test]
async fn records_are_listed_from_a_day_on_over_all_months() {
    let audit = Audit::new().await;
    for day in ["2025-11-30", "2025-12-01", "2026-02-28"] {
        audit.record(day, None).await;
    }
    assert_snapshot!(audit.ops(&["audit", "list", "--since", "2025-12-01"]).done(), @r"
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
          "operator": "arn:aws:iam::1:user/amina"
        }
      ]
    }
    "#);
}

#[tokio::test]
async fn those_of_an_account_are_listed_however_old_they_are() {
    let audit = Audit::new().await;
    audit.record("2020-01-01", Some(ACCOUNT)).await;
    audit.record("2026-01-01", Some(ACCOUNT)).await;
    audit.record("2026-01-02", None).await;
    assert_snapshot!(audit.ops(&["audit", "list", "--account", ACCOUNT]).done(), @r"
    2020-01-01T12:00:00Z  storage sweep: 3 deleted  account 0f8fad5bd9cb469fa16570867728950e  by arn:aws:iam::1:user/amina
    2026-01-01T12:00:00Z  storage sweep: 3 deleted  account 0f8fad5bd9cb469fa16570867728950e  by arn:aws:iam::1:user/amina
    ");
    let later = audit.ops(&["audit", "list", "--account", ACCOUNT, "--since", "2021-01-01"]);
    assert_eq!(later.done().lines().count(), 1);
    let unknown = audit
        .ops(&["audit", "list", "--account", "amina@example.org"])
        .refused();
    assert!(unknown.contains("not the id of an account"), "{unknown}");
}

#[tokio::test]
async fn without_a_place_for_the_record_nothing_is_done() {
    let audit = Audit::new().await;
    let table = format!("{}-audit", audit.stack);
    let deleted = audit.on.dynamodb().delete_table().table_name(&table).send().await;
    deleted.expect("the table can be deleted");
    let catalogue = repository().join("infra/catalogue");
    let import = ["catalogue", "import", "--from", catalogue.to_str().expect("a path")];
    let said = audit.ops(&import).refused();
    assert!(
        said.starts_with("The tables cannot be used") && said.contains(&table),
        "{said}"
    );
    assert!(
        audit
            .on
            .scan_items(&format!("{}-courses", audit.stack))
            .await
            .is_empty()
    );
}
