//! `ops teachers index`, by running the real binary for a table of its own.
#![allow(clippy::indexing_slicing, reason = "a test panics when it fails")]

use serde_json::json;
use testing::{Stack, TestFile, TestUser};

use crate::tool::ops_on;

#[tokio::test]
async fn adds_teachers_of_earlier_versions_to_the_applications() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let record = TestUser::verified_with(&stack, &registration)
        .await
        .record(&stack)
        .await;
    let student = TestUser::registered(&stack).await.record(&stack).await;
    let tables = stack.create_empty_tables().await;
    let users = format!("{tables}-users");
    stack.put_item(&users, student).await;
    stack.put_item(&users, json!({"pk": "user#broken"})).await;
    for (number, review) in [(1, None), (2, Some("approved"))] {
        let mut item = record.clone();
        item["userId"] = format!("{number:032}").into();
        item["pk"] = format!("user#{number:032}").into();
        if let Some(status) = review {
            item["review"] = json!({"status": status, "at": "2026-04-01T00:00:00Z"});
        }
        let attributes = item.as_object_mut();
        attributes.map(|all| all.remove("application"));
        stack.put_item(&users, item).await;
    }
    let output = ops_on(&stack, &tables, &["teachers", "index", "--dry-run"]).success();
    let would = "Dry run: this would add those of 2 teachers who are not in the list of applications.";
    assert_eq!(output, format!("{would}\nuser#broken: its item is malformed"));

    let output = ops_on(&stack, &tables, &["teachers", "index", "--json"]).json();
    let expected = json!({"dryRun": false, "teachers": 2, "added": 2, "malformed": ["user#broken"]});
    assert_eq!(output, expected);
    for (number, status) in [(1, "pending"), (2, "approved")] {
        let item = stack.get_item(&users, ("pk", &format!("user#{number:032}"))).await;
        assert_eq!(item["application"], status);
    }
    let again = ops_on(&stack, &tables, &["teachers", "index"]).success();
    assert!(again.starts_with("Added 0 of 2 teachers"), "{again}");
}
