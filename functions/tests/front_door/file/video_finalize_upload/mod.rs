//! Front-door tests of `POST /file/video/finalize-upload`.
//!
//! - `success`: videos are stored unchanged, without passing through the functions, and belong to the right owner.
//! - `validation`: other files, damaged videos, videos over two minutes, and missing parts are refused.
//! - `concurrency`: concurrent requests, and the deletion of the user or of the upload at the same time.
//! - `faults`: failures of AWS, and missing configuration.

mod concurrency;
mod faults;
mod success;
mod validation;
pub(crate) mod videos;

use videos::mp4;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-video-finalize-upload");

/// The number of an upload's objects and of its open multipart uploads.
async fn count_objects_and_uploads(stack: &Stack, upload: &TestUpload) -> (usize, usize) {
    let object = upload.object_key();
    let exists = stack.has_object("files", &object).await;
    (
        usize::from(exists),
        stack.count_multipart_uploads("files", &object).await,
    )
}

/// Uploads all parts of a user's video. Returns the upload, and the request that deletes the user.
async fn upload_and_user_deletion(stack: &Stack) -> (TestUpload, TestRequest) {
    let (user, token) = TestUser::signed_in(stack).await;
    let start = TestRequest::post("/file/video/start-upload").bearer(&token);
    let upload = TestUpload::start_with(stack, &start).await;
    upload.store_part(stack, 0, &mp4(2)).await;
    let delete = TestRequest::post("/users/delete").bearer(&token);
    (upload, delete.json(&json!({"password": user.password})))
}

/// Deletes the owner of an upload while the upload's record has no owner, so that the deletion misses it, as it can miss a record that
/// is written at the same time. The upload has no owner then.
async fn upload_missed_by_user_deletion(stack: &Stack) -> TestUpload {
    let (upload, delete) = upload_and_user_deletion(stack).await;
    upload.set_attribute(stack, "owner", Value::Null).await;
    expect!(stack.send(&delete), 200);
    upload
}
