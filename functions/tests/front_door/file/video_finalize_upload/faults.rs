//! Failures of AWS, and missing configuration.

use super::{
    FUNCTION, count_objects_and_uploads,
    videos::{mp4, padded},
};
use crate::prelude::*;

async fn finalize(stack: &Stack) -> (TestRequest, TestUpload) {
    let upload = TestUpload::start_with_parts(stack, &mp4(2)).await;
    (upload.finalize_request("video.mp4", 1), upload)
}

/// Two parts of a form, of which S3 completes none before the last.
async fn finalize_parts_of_forms(stack: &Stack) -> (TestRequest, TestUpload) {
    let content = padded(mp4(2), 200_000);
    let upload = TestUpload::start(stack).await;
    for (index, part) in content.chunks(100_000).enumerate() {
        expect!(stack.send(&upload.part_request(index, part)), 200);
    }
    (upload.finalize_request("video.mp4", 2), upload)
}

async fn finalize_refused(stack: &Stack) -> (TestRequest, TestUpload) {
    let upload = TestUpload::start_with_parts(stack, b"no video").await;
    (upload.finalize_request("video.mp4", 1), upload)
}

async fn finalize_again(stack: &Stack) -> (TestRequest, TestUpload) {
    let (request, upload) = finalize(stack).await;
    expect!(stack.send(&request), 201);
    (request, upload)
}

#[tokio::test]
async fn after_any_fault_a_retry_creates_exactly_one_file() {
    retry_creates_exactly_one_file(finalize).await;
}

#[tokio::test]
async fn after_any_fault_a_retry_creates_exactly_one_file_of_parts_of_forms() {
    retry_creates_exactly_one_file(finalize_parts_of_forms).await;
}

async fn retry_creates_exactly_one_file(prepare: impl AsyncFn(&Stack) -> (TestRequest, TestUpload)) {
    faults::check_every_fault(FUNCTION, prepare, async |case, upload| {
        let stack = Stack::running();
        let is_stored = upload.record(&stack).await["upload"].is_null();
        let is_returned = case.response.status == 201;
        let is_written_without_response =
            case.fault().is_carried_out() && case.failed_request().starts_with("dynamodb Transact");
        assert_eq!(is_stored, is_returned || is_written_without_response);

        let again = expect!(case.retry(), if is_stored { 200 } else { 201 });
        assert_eq!(again.data()["_id"], upload.file_id());
        assert_eq!(count_objects_and_uploads(&stack, upload).await, (1, 0));
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_a_second_finalize_returns_the_file_of_the_first() {
    faults::check_every_fault(FUNCTION, finalize_again, async |case, upload| {
        let again = expect!(case.retry(), 200);
        assert_eq!(again.data()["_id"], upload.file_id());
    })
    .await;
}

/// S3 may be wrong for a moment. Only the content decides whether a video is refused.
#[tokio::test]
async fn a_wrong_response_of_s3_does_not_refuse_a_video() {
    let stack = Stack::running();
    for (operation, fault) in [
        ("s3 GetObject", Fault::ShortBody),
        ("s3 CompleteMultipartUpload", Fault::InvalidPart),
        ("s3 ListParts", Fault::Forbidden),
        ("s3 GetObject", Fault::Forbidden),
    ] {
        let (request, upload) = finalize(&stack).await;
        let proxy = Proxy::start(&stack).await;
        let function = FUNCTION.start(&stack, &[("AWS_ENDPOINT_URL", proxy.endpoint())]).await;
        let target = NthRequest::first(operation);
        proxy.inject_fault(target, fault, true);
        refuses!(function, request, 503, "service_unavailable", "{operation} {fault:?}");
        assert!(
            upload.record(&stack).await["removal"].is_null(),
            "{operation} {fault:?}"
        );

        proxy.clear_fault();
        expect!(function.send(&request), 201, "{operation} {fault:?}");
    }
}

#[tokio::test]
async fn after_any_fault_a_refused_video_stays_refused() {
    faults::check_every_fault(FUNCTION, finalize_refused, async |case, upload| {
        let stack = Stack::running();
        expect!(case.retry(), (415, "video_type_wrong"));
        assert_eq!(upload.record(&stack).await["removal"]["refusal"], "type_wrong");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&TestUpload { id: String::new() }.finalize_request("video.mp4", 1)),
);
