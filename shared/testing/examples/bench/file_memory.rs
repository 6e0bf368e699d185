//! Measures the peak memory of the functions that accept and delete files, with the largest files that they accept.

use testing::{DOCUMENT, Function, Stack, TestFile, TestRequest, TestUser};

use crate::images::{jpeg, png};

/// The largest CV (spec §9).
const CV_MAX: usize = 2 * 1024 * 1024;
/// The size in pixels of the largest images.
const IMAGE_SIZE: (u32, u32) = (6000, 4160);

pub(crate) async fn measure() {
    let stack = Stack::running();
    let document = Function::start_deployed("file-document", &stack, "FileDocumentFunction", &[]).await;
    let image = Function::start_deployed("file-image", &stack, "FileImageFunction", &[]).await;
    let delete = Function::start_deployed("file-delete", &stack, "FileDeleteFunction", &[]).await;

    let mut cv = DOCUMENT.to_vec();
    cv.resize(CV_MAX, b' ');
    send_accepted(
        &document,
        &TestRequest::post("/file/document").file("document", "cv.pdf", &cv),
    )
    .await;

    for file in [jpeg(IMAGE_SIZE), png(IMAGE_SIZE)] {
        send_accepted(&image, &TestRequest::post("/file/image").file("image", "me.jpg", &file)).await;
    }

    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let file = TestFile::upload_document(&stack, Some(&token)).await;
    let response = delete
        .send(&TestRequest::delete(&format!("/file/{}", file.id)).bearer(&token))
        .await;
    assert_eq!(response.status, 200, "{response:?}");

    for (name, function) in [
        ("document, of 2 MiB", &document),
        ("images, of 25 million pixels", &image),
        ("delete", &delete),
    ] {
        let peak = function.peak_memory().expect("Linux tells it");
        println!("peak memory of {name}: {peak} KiB");
    }
}

async fn send_accepted(function: &Function, request: &TestRequest) {
    let response = function.send(request).await;
    assert_eq!(response.status, 201, "{response:?}");
}
