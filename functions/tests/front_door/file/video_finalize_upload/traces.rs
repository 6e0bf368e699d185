//! What finalizing an upload sends to AWS is a path of the model of files (`shared/model`).

use testing::{
    Stack, TestRequest, TestUpload,
    traces::{self, FilesRequest, FilesScene, UserId},
};

use super::{DEPLOYED, upload_missed_by_user_deletion, videos::mp4};

/// A request that finalizes an upload, whose parts are an accepted video or not.
async fn finalization(stack: &Stack, upload: &TestUpload, is_valid: bool) -> (TestRequest, FilesScene) {
    let scene = FilesScene::new(stack, FilesRequest::FinalizeUpload);
    let scene = scene.upload(stack, upload, is_valid).await;
    (upload.finalize_request("video.mp4", 1), scene)
}

async fn of_visitor(stack: &Stack, video: &[u8], is_valid: bool) -> (TestRequest, FilesScene) {
    let upload = TestUpload::start_with_parts(stack, video).await;
    let (request, scene) = finalization(stack, &upload, is_valid).await;
    (request, scene.observed(stack).await)
}

#[tokio::test]
async fn creating_a_file_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| of_visitor(stack, &mp4(2), true).await).await;
}

#[tokio::test]
async fn refusing_a_file_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| of_visitor(stack, b"no video", false).await).await;
}

#[tokio::test]
async fn repeating_a_finalization_is_a_path_of_the_model() {
    for (video, is_valid) in [(mp4(2), true), (b"no video".to_vec(), false)] {
        traces::check_without_faults(DEPLOYED, async |stack| {
            let upload = TestUpload::start_with_parts(stack, &video).await;
            let (request, scene) = finalization(stack, &upload, is_valid).await;
            stack.send(&request).await;
            (request, scene.observed(stack).await)
        })
        .await;
    }
}

#[tokio::test]
async fn refusing_the_upload_of_a_deleted_user_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let upload = upload_missed_by_user_deletion(stack).await;
        let owner = upload.record(stack).await["owner"].clone();
        let (request, scene) = finalization(stack, &upload, true).await;
        let scene = scene.user_id(UserId::A, owner.as_str().expect("an owner"));
        (request, scene.observed(stack).await)
    })
    .await;
}

#[tokio::test]
async fn finalizing_what_is_cancelled_meanwhile_is_a_path_of_the_model() {
    for step in [
        "s3 CompleteMultipartUpload",
        "s3 GetObject",
        "dynamodb TransactWriteItems uploads files",
    ] {
        traces::check_with_another(DEPLOYED, (step, 1), async |stack| {
            let upload = TestUpload::start_with_parts(stack, &mp4(2)).await;
            let (request, scene) = finalization(stack, &upload, true).await;
            let cancel = TestRequest::delete(&format!("/file/video/{}", upload.id));
            (request, scene.observed(stack).await, cancel, FilesRequest::CancelUpload)
        })
        .await;
    }
}
