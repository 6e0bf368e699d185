//! `ops storage`, by running the real binary on tables and a bucket of the test.

use crate::prelude::*;

const LONG_AGO: u64 = 1_000_000_000;

const UNCLAIMED: &str = "00000000000000000000000000000002";
const CLAIMED: &str = "00000000000000000000000000000003";
const WITHOUT_OBJECT: &str = "00000000000000000000000000000004";
const REMOVED: &str = "00000000000000000000000000000005";
const WITHOUT_RECORD: &str = "00000000000000000000000000000006";
const OWNER: &str = "0000000000000000000000000000000a";

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

    /// Adds a record. Without an expiry, the file is claimed by a user.
    async fn record(&self, id: &str, expires_at: Option<u64>, is_removed: bool) {
        let mut item = json!({
            "fileId": id,
            "kind": "document",
            "name": "cv.pdf",
            "contentType": "application/pdf",
            "size": 3,
            "createdAt": "2026-01-01T00:00:00Z",
            "queue": "due",
        });
        match expires_at {
            Some(end) => item["expiresAt"] = json!(end),
            None => item["owner"] = json!(OWNER),
        }
        if is_removed {
            item["removal"] = json!({"at": LONG_AGO});
        }
        self.on.put_item(&self.table(), item).await;
    }

    async fn object(&self, key: &str) {
        let put = self.on.s3().put_object().bucket(&self.bucket).key(key);
        let put = put.body(b"cv.".to_vec().into()).send().await;
        put.expect("the object can be written");
    }

    fn table(&self) -> String {
        format!("{}-files", self.stack)
    }

    fn sweep(&self, arguments: &[&str]) -> CommandResult {
        let sweep = ["storage", "sweep", "--bucket", &self.bucket];
        ops_on(&self.on, &self.stack, &[&sweep[..], arguments].concat())
    }

    /// The ids in the table, and the keys in the bucket.
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
async fn deletes_objects_without_a_record_and_reports_lost_ones() {
    let storage = Storage::new().await;
    storage.record(UNCLAIMED, Some(LONG_AGO), false).await;
    storage.record(CLAIMED, None, false).await;
    storage.record(WITHOUT_OBJECT, None, false).await;
    storage.record(REMOVED, Some(LONG_AGO), true).await;
    for id in [UNCLAIMED, CLAIMED, REMOVED, WITHOUT_RECORD] {
        storage.object(&document(id)).await;
    }
    let before = storage.contents().await;

    let output = storage.sweep(&["--dry-run"]).success();
    assert_snapshot!(output, @r"
    Dry run: this would delete 1:
      document/00000000000000000000000000000006: has no record
    Problems that a sweep cannot fix, 1:
      document/00000000000000000000000000000004: claimed, but its object is missing; its owner is the user 0000000000000000000000000000000a
    ");
    assert_eq!(storage.contents().await, before);

    assert_json_snapshot!(storage.sweep(&["--json"]).json(), @r#"
    {
      "deleted": [
        {
          "finding": "without_record",
          "key": "document/00000000000000000000000000000006",
          "owner": null
        }
      ],
      "dryRun": false,
      "left": [
        {
          "finding": "without_bytes",
          "key": "document/00000000000000000000000000000004",
          "owner": "0000000000000000000000000000000a"
        }
      ]
    }
    "#);
    let keys = [UNCLAIMED, CLAIMED, REMOVED].map(document).to_vec();
    assert_eq!(storage.contents().await, (before.0, keys), "the janitor has the rest");

    let output = storage.sweep(&[]).success();
    assert!(output.starts_with("Nothing to delete."), "{output}");
    let records = storage.on.scan_items(&format!("{}-audit", storage.stack)).await;
    assert_eq!(records.len(), 1, "only a sweep that deletes has a record: {records:?}");
    let [action, deleted] = ["action", "deleted"].map(|name| &records[0][name]);
    assert_eq!((action, deleted), (&json!("storage_sweep"), &json!(1)));
}

#[tokio::test]
async fn reports_the_cause_when_the_bucket_cannot_be_used() {
    let mut storage = Storage::new().await;
    storage.bucket = format!("{}-files-2", storage.stack);
    let output = storage.sweep(&[]).failure();
    let prefix = format!("The files bucket cannot be used: {}: ", storage.bucket);
    assert!(
        output.starts_with(&prefix) && output.contains("NoSuchBucket"),
        "{output}"
    );
}

#[tokio::test]
async fn refuses_the_bucket_of_another_stack() {
    let (mut storage, other) = (Storage::new().await, Storage::new().await);
    storage.object(&document(WITHOUT_RECORD)).await;
    storage.stack = other.stack;
    let output = storage.sweep(&[]).failure();
    let message = format!("{} is not the files bucket of {}", storage.bucket, storage.stack);
    assert!(output.starts_with(&message), "{output}");
}
