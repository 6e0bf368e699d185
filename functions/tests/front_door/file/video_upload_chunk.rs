//! Front-door tests of `POST /file/video/upload-chunk`.
//!
//! Protected here: what a presigned URL allows and for how long, parts that are sent in the form, and the limits of a part's index and
//! size.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-video-upload-chunk");

/// The number and the size of each part of an upload in S3.
async fn stored_parts(stack: &Stack, upload: &TestUpload) -> Vec<(i32, i64)> {
    let record = upload.record(stack).await;
    let listed = stack
        .s3()
        .list_parts()
        .bucket(stack.buckets.get("files").expect("the files bucket"))
        .key(upload.object_key())
        .upload_id(record["upload"]["multipartId"].as_str().expect("an id"))
        .send()
        .await
        .expect("the parts can be listed");
    let parts = listed.parts().iter();
    let mut parts: Vec<_> = parts
        .map(|part| (part.part_number().expect("a number"), part.size().expect("a size")))
        .collect();
    parts.sort_unstable();
    parts
}

#[tokio::test]
async fn accepts_a_part_at_the_presigned_url() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let response = stack.send(&upload.part_url_request(1, 3)).await;
    assert_json_snapshot!(response, { ".body.data.url" => "[url]", ".body.data.expiresAt" => "[time]" });

    let url = response.data()["url"].as_str().expect("a URL");
    assert!(url.contains("X-Amz-Expires=300"), "five minutes: {url}");
    assert!(url.contains("SignedHeaders=content-length%3Bhost"), "{url}");
    assert_eq!(http_put(url, b"one".to_vec()).await, 200);
    assert_eq!(
        http_put(url, b"two".to_vec()).await,
        200,
        "sending a part again replaces it"
    );
    assert_eq!(stored_parts(&stack, &upload).await, [(2, 3)]);
}

#[tokio::test]
async fn the_presigned_url_accepts_only_what_was_signed() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let url = upload.part_url(&stack, 0, 3).await;
    let date = url.split("X-Amz-Date=").nth(1).expect("a date");
    let (date, _) = date.split_once('&').expect("another parameter");
    for tampered in [
        url.replace("partNumber=1", "partNumber=2"),
        url.replace("X-Amz-Expires=300", "X-Amz-Expires=3000"),
        url.replace(date, "20250101T000000Z"),
        url.replace("/video/", "/document/"),
        url.replace("X-Amz-Signature=", "X-Amz-Signature=0"),
        url.split_once('?').expect("a signature").0.to_owned(),
    ] {
        assert_ne!(tampered, url);
        assert_eq!(http_put(&tampered, b"one".to_vec()).await, 403, "{tampered}");
    }
    for of_another_length in [b"on".to_vec(), b"ones".to_vec(), Vec::new()] {
        assert_eq!(http_put(&url, of_another_length).await, 403);
    }
    assert_eq!(stored_parts(&stack, &upload).await, []);
}

/// In a container on a developer's machine, the local AWS has another host name than in the browser.
#[tokio::test]
async fn the_presigned_url_has_the_host_that_browsers_use() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL", proxy.endpoint()), ("FILES_ADDRESS", &stack.aws)];
    let function = FUNCTION.start(&stack, &overrides).await;
    let response = function.send(&upload.part_url_request(0, 3)).await;
    let url = response.data()["url"].as_str().expect("a URL");
    assert!(url.starts_with(&stack.aws), "{url}");
    assert_eq!(http_put(url, b"one".to_vec()).await, 200);
    assert_eq!(stored_parts(&stack, &upload).await, [(1, 3)]);
}

#[tokio::test]
async fn the_presigned_url_expires_at_the_stated_time() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let good = upload.part_url(&stack, 0, 3).await;
    assert_eq!(http_put(&good, b"one".to_vec()).await, 200);

    let overrides = [("PART_ADDRESS_LIFETIME_SECONDS", "1")];
    let function = FUNCTION.start(&stack, &overrides).await;
    let response = function.send(&upload.part_url_request(0, 3)).await;
    let url = response.data()["url"].as_str().expect("a URL");
    assert!(url.contains("X-Amz-Expires=1&"), "{url}");

    let end: Timestamp = response.data()["expiresAt"]
        .as_str()
        .and_then(|end| end.parse().ok())
        .expect("a time");
    let signed_at = (end - Duration::from_secs(1)).strftime("%Y%m%dT%H%M%SZ");
    assert!(url.contains(&format!("X-Amz-Date={signed_at}&")), "{url} until {end}");
    assert_eq!(end.subsec_nanosecond(), 0, "the signature has whole seconds");

    let left = Duration::try_from(end.duration_since(Timestamp::now())).unwrap_or_default();
    assert!(left <= Duration::from_secs(1), "{left:?}");
    // The URL's lifetime is in whole seconds.
    tokio::time::sleep(left + Duration::from_secs(1)).await;
    assert_eq!(http_put(url, b"two".to_vec()).await, 403);
    assert_eq!(
        stored_parts(&stack, &upload).await,
        [(1, 3)],
        "the first content remains"
    );
}

#[tokio::test]
async fn accepts_a_part_in_the_form() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let response = stack.send(&upload.part_request(0, b"one")).await;
    assert_json_snapshot!(response);
    let with_size = stack
        .send(&upload.part_request(0, b"three").field("chunkSize", "7"))
        .await;
    assert_eq!(with_size.data(), &json!({"chunkIndex": 0}));
    assert_eq!(
        stored_parts(&stack, &upload).await,
        [(1, 5)],
        "sending a part again replaces it"
    );

    let of_size = |size| upload.part_request(3, &vec![7; size]);
    expect!(stack.send(&of_size(4_400_000)), 200);
    assert_eq!(stored_parts(&stack, &upload).await, [(1, 5), (4, 4_400_000)]);
    // No video has these parts, of which only the last may be smaller.
    for (index, size, outcome) in [
        (5, 4 << 20, (413, "video_too_large")),
        (99, 220_000, (413, "video_too_large")),
        (100, 1, (400, "chunk_index_invalid")),
    ] {
        expect!(stack.send(&upload.part_request(index, &vec![7; size])), outcome);
    }
    // The gateway of AWS passes on no form of this size.
    for size in [4_500_000, PART_SIZE] {
        refuses!(stack, of_size(size), 413, "request_too_large");
    }
    refuses!(stack, of_size(PART_SIZE + 1), 413, "chunk_too_large");
    assert_eq!(stored_parts(&stack, &upload).await, [(1, 5), (4, 4_400_000)]);
}

#[tokio::test]
async fn validates_the_index_and_the_size_of_a_part() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let form = |index: &str, size: &str| {
        TestRequest::post("/file/video/upload-chunk")
            .field("uploadId", &upload.id)
            .field("chunkIndex", index)
            .field("chunkSize", size)
    };
    for (index, size, outcome) in [
        ("3", "5242880", (200, "")),
        (" 0 ", " 1 ", (200, "")),
        ("-1", "1", (400, "chunk_index_invalid")),
        ("", "1", (400, "chunk_index_invalid")),
        ("first", "1", (400, "chunk_index_invalid")),
        ("0.5", "1", (400, "chunk_index_invalid")),
        ("4", "1", (413, "video_too_large")),
        ("0", "5242881", (413, "chunk_too_large")),
        ("0", "18446744073709551615", (413, "chunk_too_large")),
        ("0", "0", (400, "file_missing")),
        ("0", "many", (400, "malformed_request")),
        ("0", "-1", (400, "malformed_request")),
    ] {
        expect!(stack.send(&form(index, size)), outcome);
    }
    let empty = TestRequest::post("/file/video/upload-chunk").field("uploadId", &upload.id);
    refuses!(stack, empty, 400, "chunk_index_invalid");
    let empty = empty.field("chunkIndex", "0");
    refuses!(stack, empty, 400, "file_missing");
    let empty = empty.file("chunk", "blob", b"");
    refuses!(stack, empty, 400, "file_missing");
    for malformed in [
        TestRequest::post("/file/video/upload-chunk"),
        TestRequest::post("/file/video/upload-chunk").body("{}"),
        upload.part_request(0, b"one").truncated(),
    ] {
        refuses!(stack, malformed, 400, "malformed_request");
    }
}

#[tokio::test]
async fn returns_upload_id_missing_without_the_id() {
    let stack = Stack::running();
    let form = TestRequest::post("/file/video/upload-chunk")
        .field("chunkIndex", "0")
        .field("chunkSize", "1");
    assert_json_snapshot!(stack.send(&form.clone().query("lang", "fr")).await);
    let empty = form.field("uploadId", " ");
    refuses!(stack, empty, 400, "upload_id_missing");
}

#[tokio::test]
async fn returns_upload_not_found_when_the_upload_accepts_no_parts() {
    let stack = Stack::running();
    let unknown = TestUpload {
        id: "0123456789abcdef0123456789abcdef".to_owned(),
    };
    let response = stack.send(&unknown.part_url_request(0, 1).query("lang", "fr")).await;
    assert_json_snapshot!(response);

    let malformed = TestUpload { id: "7".to_owned() };
    let (expired, finished) = (TestUpload::start(&stack).await, TestUpload::start(&stack).await);
    expired.set_attribute(&stack, "expiresAt", json!(1)).await;
    finished.set_attribute(&stack, "upload", Value::Null).await;
    for upload in [malformed, expired, finished] {
        for request in [upload.part_url_request(0, 1), upload.part_request(0, b"one")] {
            refuses!(stack, request, 400, "upload_not_found");
        }
    }

    let ended_in_s3 = TestUpload::start(&stack).await;
    let unknown_to_s3 = json!({"multipartId": "none"});
    ended_in_s3.set_attribute(&stack, "upload", unknown_to_s3).await;
    refuses!(stack, ended_in_s3.part_request(0, b"one"), 400, "upload_not_found");
}

async fn send_part(stack: &Stack) -> (TestRequest, TestUpload) {
    let upload = TestUpload::start(stack).await;
    (upload.part_request(0, b"one"), upload)
}

async fn request_part_url(stack: &Stack) -> TestRequest {
    TestUpload::start(stack).await.part_url_request(0, 3)
}

#[tokio::test]
async fn after_any_fault_the_url_of_an_announced_part_is_returned_again() {
    faults::check_every_fault(FUNCTION, request_part_url, async |case, ()| {
        let again = case.retry().await;
        assert!(again.data()["url"].is_string(), "{again:?}");
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_the_part_can_be_sent_again() {
    faults::check_every_fault(FUNCTION, send_part, async |case, upload| {
        let stack = Stack::running();
        expect!(case.retry(), 200);
        assert_eq!(stored_parts(&stack, upload).await, [(1, 3)]);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&TestUpload { id: String::new() }.part_url_request(0, 1)),
);
