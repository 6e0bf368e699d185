//! `ops storage`, as an operator runs it: the real binary, with tables and a bucket of the test's own on the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

use std::process::Command;

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::Stack;

const LONG_AGO: u64 = 1_000_000_000;
const LONG_FROM_NOW: u64 = 4_000_000_000;

const OVER: &str = "00000000000000000000000000000001";
const WAITING: &str = "00000000000000000000000000000002";
const CLAIMED: &str = "00000000000000000000000000000003";
const LOST: &str = "00000000000000000000000000000004";
const DELETED: &str = "00000000000000000000000000000005";
const YOUNG: &str = "00000000000000000000000000000006";

/// The storage of a stack of the test's own.
struct Storage {
    on: Stack,
    stack: String,
    bucket: String,
}

impl Storage {
    async fn new() -> Self {
        let on = Stack::running();
        let stack = on.create_empty_tables().await;
        let bucket = format!("{stack}-files-1");
        on.create_bucket(&bucket).await;
        Self { on, stack, bucket }
    }

    /// A file in the table, until then; one that an account has claimed without it.
    async fn record(&self, id: &str, expires_at: Option<u64>, deleted: bool) {
        let mut item = json!({
            "fileId": id,
            "kind": "document",
            "name": "cv.pdf",
            "contentType": "application/pdf",
            "size": 3,
            "createdAt": "2026-01-01T00:00:00Z",
        });
        if let Some(end) = expires_at {
            item["expiresAt"] = json!(end);
        }
        if deleted {
            item["deleted"] = json!(true);
        }
        self.on.put_item(&self.table(), item).await;
    }

    async fn bytes(&self, key: &str) {
        let put = self.on.s3().put_object().bucket(&self.bucket).key(key);
        let put = put.body(b"cv.".to_vec().into()).send().await;
        put.expect("the object can be written");
    }

    fn table(&self) -> String {
        format!("{}-files", self.stack)
    }

    /// Runs `ops storage sweep`, and returns whether it succeeded and what it said.
    fn sweep(&self, arguments: &[&str]) -> (bool, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_ops"))
            .args(["storage", "sweep", "--stack", &self.stack, "--bucket", &self.bucket])
            .args(arguments)
            .env_clear()
            .envs(self.on.environment())
            .output()
            .expect("the tool starts");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("it says text");
        (output.status.success(), said)
    }

    /// The ids that the table has, and the keys that the bucket has.
    async fn contents(&self) -> (Vec<String>, Vec<String>) {
        let text = |item: &Value| item["fileId"].as_str().expect("an id").to_owned();
        let mut ids: Vec<_> = self.on.scan_items(&self.table()).await.iter().map(text).collect();
        ids.sort();
        let listed = self.on.s3().list_objects_v2().bucket(&self.bucket).send().await;
        let listed = listed.expect("the bucket can be listed");
        let keys = listed.contents().iter().filter_map(|object| object.key());
        (ids, keys.map(str::to_owned).collect())
    }
}

fn document(id: &str) -> String {
    format!("document/{id}")
}

#[tokio::test]
async fn what_is_abandoned_goes_and_the_rest_stays() {
    let storage = Storage::new().await;
    storage.record(OVER, Some(LONG_AGO), false).await;
    storage.record(WAITING, Some(LONG_FROM_NOW), false).await;
    storage.record(CLAIMED, None, false).await;
    storage.record(LOST, None, false).await;
    storage.record(DELETED, Some(LONG_AGO), true).await;
    for id in [OVER, WAITING, CLAIMED, YOUNG] {
        storage.bytes(&document(id)).await;
    }
    let before = storage.contents().await;

    let (succeeded, said) = storage.sweep(&["--dry-run"]);
    assert!(succeeded, "{said}");
    let mut lines: Vec<_> = said.lines().collect();
    lines.get_mut(1..3).expect("two findings").sort_unstable();
    assert_snapshot!(lines.join("\n"), @r"
    Nothing was deleted. A sweep would delete 2:
      document/00000000000000000000000000000001: of 2026-01-01T00:00:00Z, claimed by no account
      document/00000000000000000000000000000005: deleted by its owner
    Left as they are, 1:
      document/00000000000000000000000000000004: an account's, and its bytes are missing
    ");
    assert_eq!(storage.contents().await, before);

    let (succeeded, said) = storage.sweep(&["--json"]);
    assert!(succeeded, "{said}");
    let mut said: Value = serde_json::from_str(&said).expect("it says JSON");
    let deleted = said["deleted"].as_array_mut().expect("a list");
    deleted.sort_by_key(|finding| finding["key"].to_string());
    assert_json_snapshot!(said, @r#"
    {
      "deleted": [
        {
          "finding": "expired",
          "key": "document/00000000000000000000000000000001"
        },
        {
          "finding": "expired",
          "key": "document/00000000000000000000000000000005"
        }
      ],
      "dryRun": false,
      "left": [
        {
          "finding": "without_bytes",
          "key": "document/00000000000000000000000000000004"
        }
      ]
    }
    "#);
    let ids = [WAITING, CLAIMED, LOST].map(str::to_owned).to_vec();
    let keys = [WAITING, CLAIMED, YOUNG].map(document).to_vec();
    assert_eq!(storage.contents().await, (ids, keys));

    let (succeeded, said) = storage.sweep(&[]);
    assert!(succeeded && said.starts_with("Nothing is abandoned."), "{said}");
    let records = storage.on.scan_items(&format!("{}-audit", storage.stack)).await;
    assert_eq!(
        records.len(),
        1,
        "of what was deleted, and of nothing else: {records:?}"
    );
    assert_eq!(
        (&records[0]["action"], &records[0]["deleted"]),
        (&json!("storage_sweep"), &json!(2))
    );
}

#[tokio::test]
async fn a_bucket_that_cannot_be_used_is_told_with_its_cause() {
    let mut storage = Storage::new().await;
    storage.bucket = format!("{}-files-2", storage.stack);
    let (succeeded, said) = storage.sweep(&[]);
    assert!(!succeeded);
    let beginning = format!("The files bucket cannot be used: {}: ", storage.bucket);
    assert!(said.starts_with(&beginning) && said.contains("NoSuchBucket"), "{said}");
}

#[tokio::test]
async fn the_bucket_of_another_stack_is_not_swept() {
    let (mut storage, other) = (Storage::new().await, Storage::new().await);
    storage.bytes(&document(YOUNG)).await;
    storage.stack = other.stack;
    let (succeeded, said) = storage.sweep(&[]);
    assert!(!succeeded);
    let complaint = format!("{} is not the files bucket of {}", storage.bucket, storage.stack);
    assert!(said.starts_with(&complaint), "{said}");
}
