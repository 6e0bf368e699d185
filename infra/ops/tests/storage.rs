//! `ops storage`, by running the real binary on tables and a bucket of the test.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test panics when it fails"
)]

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::{
    Stack, UNFINISHED_DEADLINE,
    faults::{Fault, NthRequest, Proxy},
    traces::{FileId, FilesRequest, FilesScene, Recording, check_recording},
};

use crate::tool::{CommandResult, ops_on, with_tables_of};

const LONG_AGO: u64 = 1_000_000_000;
const LONG_FROM_NOW: u64 = 4_000_000_000;

const EXPIRED: &str = "00000000000000000000000000000001";
const UNCLAIMED: &str = "00000000000000000000000000000002";
const CLAIMED: &str = "00000000000000000000000000000003";
const WITHOUT_OBJECT: &str = "00000000000000000000000000000004";
const DELETED: &str = "00000000000000000000000000000005";
const WITHOUT_RECORD: &str = "00000000000000000000000000000006";
const DELETED_LONG_AGO: &str = "00000000000000000000000000000007";
const REPLACED: &str = "00000000000000000000000000000008";
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
    async fn record(&self, id: &str, expires_at: Option<u64>, deleted: bool) {
        let mut item = json!({
            "fileId": id,
            "kind": "document",
            "name": "cv.pdf",
            "contentType": "application/pdf",
            "size": 3,
            "createdAt": "2026-01-01T00:00:00Z",
        });
        match expires_at {
            Some(end) => item["expiresAt"] = json!(end),
            None => item["owner"] = json!(OWNER),
        }
        if deleted {
            item["deleted"] = json!(true);
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

    fn stack(&self) -> Stack {
        let mut stack = with_tables_of(&self.on, &self.stack);
        stack.buckets.insert("files".to_owned(), self.bucket.clone());
        stack
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
async fn deletes_abandoned_files_and_keeps_the_others() {
    let storage = Storage::new().await;
    storage.record(EXPIRED, Some(LONG_AGO), false).await;
    storage.record(UNCLAIMED, Some(LONG_FROM_NOW), false).await;
    storage.record(CLAIMED, None, false).await;
    storage.record(WITHOUT_OBJECT, None, false).await;
    storage.record(DELETED, Some(UNFINISHED_DEADLINE), true).await;
    storage.record(DELETED_LONG_AGO, Some(LONG_AGO), true).await;
    storage.record(REPLACED, Some(UNFINISHED_DEADLINE), false).await;
    for id in [EXPIRED, UNCLAIMED, CLAIMED, DELETED, WITHOUT_RECORD, REPLACED] {
        storage.object(&document(id)).await;
    }
    let before = storage.contents().await;

    let output = storage.sweep(&["--dry-run"]).success();
    let mut lines: Vec<_> = output.lines().collect();
    lines.get_mut(1..4).expect("three findings").sort_unstable();
    assert_snapshot!(lines.join("\n"), @r"
    Dry run: this would delete 3:
      document/00000000000000000000000000000001: uploaded 2026-01-01T00:00:00Z, unclaimed
      document/00000000000000000000000000000005: deleted by its owner
      document/00000000000000000000000000000007: deleted by its owner
    It would mark as unclaimed 1:
      document/00000000000000000000000000000008: replaced by its owner, and not marked
    Problems that a sweep cannot fix, 1:
      document/00000000000000000000000000000004: claimed, but its object is missing; its owner is the user 0000000000000000000000000000000a
    ");
    assert_eq!(storage.contents().await, before);

    let mut json = storage.sweep(&["--json"]).json();
    let deleted = json["deleted"].as_array_mut().expect("a list");
    deleted.sort_by_key(|finding| finding["key"].to_string());
    assert_json_snapshot!(json, @r#"
    {
      "deleted": [
        {
          "finding": "expired",
          "key": "document/00000000000000000000000000000001",
          "owner": null
        },
        {
          "finding": "expired",
          "key": "document/00000000000000000000000000000005",
          "owner": null
        },
        {
          "finding": "expired",
          "key": "document/00000000000000000000000000000007",
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
      ],
      "marked": [
        {
          "finding": "unfinished_release",
          "key": "document/00000000000000000000000000000008",
          "owner": null
        }
      ]
    }
    "#);
    let ids = [UNCLAIMED, CLAIMED, WITHOUT_OBJECT, DELETED, REPLACED]
        .map(str::to_owned)
        .to_vec();
    let keys = [UNCLAIMED, CLAIMED, WITHOUT_RECORD, REPLACED].map(document).to_vec();
    assert_eq!(storage.contents().await, (ids, keys));
    let tags = storage.stack().object_tags("files", &document(REPLACED)).await;
    assert_eq!(tags, ["claim=pending"]);

    let output = storage.sweep(&[]).success();
    assert!(output.starts_with("Nothing to delete."), "{output}");
    let records = storage.on.scan_items(&format!("{}-audit", storage.stack)).await;
    assert_eq!(records.len(), 1, "only a sweep that deletes has a record: {records:?}");
    let [action, deleted, marked] = ["action", "deleted", "marked"].map(|name| &records[0][name]);
    assert_eq!(
        (action, deleted, marked),
        (&json!("storage_sweep"), &json!(3), &json!(1))
    );
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

/// Sweeps a file with a fault, and checks that the trace is a path of the model of files.
async fn check_trace(deadline: u64, is_deleted: bool, fault: Option<(&str, Fault, bool)>) {
    let storage = Storage::new().await;
    storage.record(EXPIRED, Some(deadline), is_deleted).await;
    storage.object(&document(EXPIRED)).await;
    let stack = storage.stack();
    let scene = FilesScene::new(&stack, FilesRequest::Sweep).object(FileId::One, &document(EXPIRED));
    let mut scene = scene.observed(&stack).await;

    let proxy = Proxy::start(&stack).await;
    if let Some((name, fault, persistent)) = fault {
        let target = NthRequest::first(name);
        proxy.inject_fault(target, fault, persistent);
    }
    let through_proxy = proxy.in_front_of(&stack);
    let sweep = move || {
        ops_on(
            &through_proxy,
            &storage.stack,
            &["storage", "sweep", "--bucket", &storage.bucket],
        )
    };
    let swept = tokio::task::spawn_blocking(sweep).await.expect("it ran");
    let recording = Recording {
        requests: proxy.requests(),
        status: Some(if swept.succeeded { 200 } else { 503 }),
        meanwhile: None,
    };
    check_recording(&stack, &mut scene, &recording).await;
}

#[tokio::test]
async fn a_sweep_is_a_path_of_the_model() {
    for (deadline, is_deleted, writes) in [
        (LONG_AGO, false, ["dynamodb DeleteItem files", "s3 DeleteObject"]),
        (
            UNFINISHED_DEADLINE,
            true,
            ["s3 DeleteObject", "dynamodb UpdateItem files"],
        ),
        (
            UNFINISHED_DEADLINE,
            false,
            ["dynamodb UpdateItem files", "s3 PutObjectTagging"],
        ),
        (
            UNFINISHED_DEADLINE + 1,
            false,
            ["dynamodb UpdateItem files", "s3 PutObjectTagging"],
        ),
    ] {
        check_trace(deadline, is_deleted, None).await;
        for name in ["s3 ListObjectsV2", "dynamodb Scan files"].into_iter().chain(writes) {
            check_trace(deadline, is_deleted, Some((name, Fault::ServerError, true))).await;
        }
        for name in writes {
            for persistent in [false, true] {
                check_trace(deadline, is_deleted, Some((name, Fault::ResponseLost, persistent))).await;
            }
        }
    }
}
