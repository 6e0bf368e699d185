//! Concurrent requests, and deletions of the user or of the upload at the same time.

use futures_util::future::{join, join_all};

use super::{
    FUNCTION, count_objects_and_uploads, upload_and_user_deletion, upload_missed_by_user_deletion, videos::mp4,
};
use crate::prelude::*;

/// The index from which the deletion reads them may not have it.
#[tokio::test]
async fn an_upload_that_the_deletion_of_its_user_misses_ends_with_its_deadline() {
    let stack = Stack::running();
    let upload = upload_missed_by_user_deletion(&stack).await;
    expect!(stack.send(&upload.finalize_request("video.mp4", 1)), 201);
    assert!(upload.record(&stack).await["expiresAt"].is_number());
    let janitor = Janitor::start(&stack).await;
    janitor.run_for(&stack, &upload.file_id()).await;
    assert!(upload.record(&stack).await["removal"].is_object());
    janitor.finish(&stack, "video", &upload.file_id()).await;
}

#[tokio::test]
async fn nothing_remains_when_the_user_is_deleted_at_the_same_time() {
    let stack = Stack::running();
    let janitor = Janitor::start(&stack).await;
    for delay in [0, 20, 40, 80, 160, 320].map(Duration::from_millis) {
        let (upload, delete) = upload_and_user_deletion(&stack).await;
        let finalize = upload.finalize_request("video.mp4", 1);
        let finalized = async {
            tokio::time::sleep(delay).await;
            stack.send(&finalize).await
        };
        let (finalized, deleted) = join(finalized, stack.send(&delete)).await;
        assert_eq!(deleted.status, 200, "{deleted:?}");
        let is_expected = finalized.status == 201 || finalized.status_and_code() == (400, "upload_not_found");
        assert!(is_expected, "after {delay:?}: {finalized:?}");

        let record = upload.record(&stack).await;
        assert_eq!(
            (record["removal"].is_object(), &record["owner"]),
            (true, &Value::Null),
            "{delay:?}"
        );
        janitor.finish(&stack, "video", &upload.file_id()).await;
    }
}

#[tokio::test]
async fn nothing_remains_when_the_upload_ends_after_its_parts_were_joined() {
    let stack = Stack::running();
    // The transaction that ends the upload fails once, after the test has removed the file.
    let upload = TestUpload::start_with_parts(&stack, &mp4(2)).await;
    let finalize = upload.finalize_request("video.mp4", 1);
    let remove = async {
        assert!(stack.has_object("files", &upload.object_key()).await);
        upload.set_attribute(&stack, "removal", json!({"at": 1})).await;
    };
    let held = FUNCTION.send_held(&stack, "dynamodb TransactWriteItems files", &finalize, remove);
    let (response, ()) = held.await;
    assert_eq!(response.status_and_code(), (400, "upload_not_found"));
    Janitor::start(&stack)
        .await
        .finish(&stack, "video", &upload.file_id())
        .await;
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
    let again = expect!(stack.send(&finalize), 200);
    for response in responses {
        assert_eq!(response.data()["_id"], again.data()["_id"]);
    }
    assert_eq!(count_objects_and_uploads(&stack, &upload).await, (1, 0));

    let upload = TestUpload::start_with_parts(&stack, b"no video").await;
    let finalize = upload.finalize_request("video.mp4", 1);
    for response in join_all((0..5).map(|_| stack.send(&finalize))).await {
        assert_eq!(response.status_and_code(), (415, "video_type_wrong"));
    }
    Janitor::start(&stack)
        .await
        .finish(&stack, "video", &upload.file_id())
        .await;
}
