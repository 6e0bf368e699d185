//! Concurrent requests, and deletions of the user or of the upload at the same time.

use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::Value;
use testing::{
    Stack, TestUpload,
    faults::{Fault, NthRequest},
};

use super::{
    DEPLOYED, count_objects_and_uploads, file_record, upload_and_user_deletion, upload_missed_by_user_deletion,
    videos::mp4,
};

#[tokio::test]
async fn creates_no_file_for_a_deleted_user() {
    let stack = Stack::running();
    let upload = upload_missed_by_user_deletion(&stack).await;
    assert_eq!(count_objects_and_uploads(&stack, &upload).await, (0, 1));
    for _ in 0..2 {
        let response = stack.send(&upload.finalize_request("video.mp4", 1)).await;
        assert_eq!(response.status_and_code(), (400, "upload_not_found"));
        assert_eq!(count_objects_and_uploads(&stack, &upload).await, (0, 0));
        assert_eq!(file_record(&stack, &upload).await, Value::Null);
    }
    let part = stack.send(&upload.part_url_request(0, 1)).await;
    assert_eq!(part.status_and_code(), (400, "upload_not_found"));
}

#[tokio::test]
async fn nothing_remains_when_the_user_is_deleted_at_the_same_time() {
    let stack = Stack::running();
    for delay in [0, 20, 40, 80, 160, 320].map(Duration::from_millis) {
        let (upload, delete) = upload_and_user_deletion(&stack).await;
        let object = upload.object_key(&stack).await;
        let file = upload.record(&stack).await["fileId"].clone();
        let finalize = upload.finalize_request("video.mp4", 1);
        let finalized = async {
            tokio::time::sleep(delay).await;
            stack.send(&finalize).await
        };
        let (finalized, deleted) = join(finalized, stack.send(&delete)).await;
        assert_eq!(deleted.status, 200, "{deleted:?}");
        let is_expected = finalized.status == 201 || finalized.status_and_code() == (400, "upload_not_found");
        assert!(is_expected, "after {delay:?}: {finalized:?}");

        assert!(!stack.has_object("files", &object).await, "{delay:?}");
        assert_eq!(stack.count_multipart_uploads("files", &object).await, 0, "{delay:?}");
        let table = stack.tables.get("files").expect("the files table");
        let file = stack.get_item(table, ("fileId", file.as_str().expect("an id"))).await;
        assert_eq!(
            (upload.record(&stack).await, file),
            (Value::Null, Value::Null),
            "{delay:?}"
        );
    }
}

#[tokio::test]
async fn nothing_remains_when_the_upload_is_deleted_after_its_parts_were_joined() {
    let stack = Stack::running();
    // The transaction that creates the file fails once, after the test has deleted the upload.

    let upload = TestUpload::start_with_parts(&stack, &mp4(2)).await;
    let object = upload.object_key(&stack).await;
    let key = upload.record(&stack).await["upload"].clone();
    let finalize = upload.finalize_request("video.mp4", 1);
    let delete_upload = async {
        assert!(stack.has_object("files", &object).await);
        let table = stack.tables.get("uploads").expect("the uploads table");
        stack.delete_item(table, ("upload", key.as_str().expect("a key"))).await;
    };
    let target = NthRequest::first("dynamodb TransactWriteItems uploads files");
    let (response, ()) = DEPLOYED
        .send_held(target, Fault::TransactionConflict, &finalize, delete_upload)
        .await;
    assert_eq!(response.status_and_code(), (400, "upload_not_found"));
    assert!(!stack.has_object("files", &object).await);
}

#[tokio::test]
async fn concurrent_requests_create_one_file_and_all_return_it() {
    let stack = Stack::running();
    let upload = TestUpload::start_with_parts(&stack, &mp4(2)).await;
    let finalize = upload.finalize_request("video.mp4", 1);
    let responses = join_all((0..5).map(|_| stack.send(&finalize))).await;
    let mut statuses: Vec<_> = responses.iter().map(|response| response.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 201]);
    let again = stack.send(&finalize).await;
    assert_eq!(again.status, 200);
    for response in responses {
        assert_eq!(response.data()["_id"], again.data()["_id"]);
    }
    assert_eq!(count_objects_and_uploads(&stack, &upload).await, (1, 0));

    let upload = TestUpload::start_with_parts(&stack, b"no video").await;
    let finalize = upload.finalize_request("video.mp4", 1);
    for response in join_all((0..5).map(|_| stack.send(&finalize))).await {
        assert_eq!(response.status_and_code(), (415, "video_type_wrong"));
    }
    assert_eq!(count_objects_and_uploads(&stack, &upload).await, (0, 0));
}
