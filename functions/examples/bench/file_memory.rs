//! Measures the peak memory of the functions that accept and delete files, with the largest files that they accept, and the time of the
//! costliest images.

use std::time::Duration;

use testing::{DOCUMENT, DeployedFunction, Function, Stack, TestFile, TestRequest, TestUser};

use crate::{extreme::extreme_images, images::jpeg};

/// How often an image is measured.
const REPETITIONS: usize = 5;
const ORDINARY_SIZE: (u32, u32) = (4_000, 3_000);
/// The largest CV (spec §9).
const CV_MAX: usize = 2 * 1024 * 1024;

pub(crate) async fn measure() {
    let stack = Stack::running();
    let document = DeployedFunction::named("file-document").start(&stack, &[]).await;
    let delete = DeployedFunction::named("file-delete").start(&stack, &[]).await;

    let mut cv = DOCUMENT.to_vec();
    cv.resize(CV_MAX, b' ');
    send_accepted(
        &document,
        &TestRequest::post("/file/document").file("document", "cv.pdf", &cv),
    )
    .await;

    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let file = TestFile::upload_document(&stack, Some(&token)).await;
    let response = delete
        .send(&TestRequest::delete(&format!("/file/{}", file.id)).bearer(&token))
        .await;
    assert_eq!(response.status, 200, "{response:?}");

    for (name, function) in [("document, of 2 MiB", &document), ("delete", &delete)] {
        let peak = function.peak_memory().expect("Linux tells it");
        println!("peak memory of {name}: {peak} KiB");
    }
    println!();
    measure_image("an ordinary photo of 12 million pixels", &jpeg(ORDINARY_SIZE)).await;
    for (what, file) in extreme_images() {
        measure_image(what, &file).await;
    }
}

/// Prints the shortest time of some requests to a warm function, and its peak memory.
async fn measure_image(what: &str, file: &[u8]) {
    let stack = Stack::running();
    let function = DeployedFunction::named("file-image").start(&stack, &[]).await;
    let request = TestRequest::post("/file/image").file("image", "me.jpg", file);
    send_accepted(&function, &request).await;
    let mut shortest = Duration::MAX;
    for _ in 0..REPETITIONS {
        shortest = shortest.min(function.response_time(&request).await);
    }
    let peak = function.peak_memory().expect("Linux tells it");
    println!("{what}: {} ms, peak memory {peak} KiB", shortest.as_millis());
}

async fn send_accepted(function: &Function, request: &TestRequest) {
    let response = function.send(request).await;
    assert_eq!(response.status, 201, "{response:?}");
}
