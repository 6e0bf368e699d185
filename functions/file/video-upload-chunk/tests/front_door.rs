//! `POST /file/video/upload-chunk`, through the gateway of the running stack, and in environments that a deployed function cannot
//! have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use insta::assert_json_snapshot;
use jiff::Timestamp;
use serde_json::json;
use testing::{
    CHUNK, Call, Function, Stack, VideoUpload,
    faults::{self, Proxy},
    put,
};

const BINARY: &str = "file-video-upload-chunk";
const NAME: &str = "FileVideoUploadChunkFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

/// What S3 has of an upload: the number and the size of each part.
async fn parts(stack: &Stack, upload: &VideoUpload) -> Vec<(i32, i64)> {
    let record = upload.record(stack).await;
    let listed = stack
        .s3()
        .list_parts()
        .bucket(stack.buckets.get("files").expect("the files bucket"))
        .key(upload.object(stack).await)
        .upload_id(record["multipartId"].as_str().expect("an id"))
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
async fn a_chunk_can_be_sent_to_an_address() {
    let stack = Stack::running();
    let upload = VideoUpload::started(&stack).await;
    let reply = stack.send(&upload.announce(1, 3)).await;
    assert_json_snapshot!(reply, { ".body.data.url" => "[url]", ".body.data.expiresAt" => "[time]" });

    let address = reply.data()["url"].as_str().expect("an address");
    assert!(address.contains("X-Amz-Expires=300"), "five minutes: {address}");
    assert!(address.contains("SignedHeaders=content-length%3Bhost"), "{address}");
    assert_eq!(put(address, b"one".to_vec()).await, 200);
    assert_eq!(put(address, b"two".to_vec()).await, 200, "again replaces");
    assert_eq!(parts(&stack, &upload).await, [(2, 3)]);
}

#[tokio::test]
async fn an_address_is_good_for_what_was_signed_alone() {
    let stack = Stack::running();
    let upload = VideoUpload::started(&stack).await;
    let address = upload.address(&stack, 0, 3).await;
    let date = address.split("X-Amz-Date=").nth(1).expect("a date");
    let (date, _) = date.split_once('&').expect("more");
    for tampered in [
        address.replace("partNumber=1", "partNumber=2"),
        address.replace("X-Amz-Expires=300", "X-Amz-Expires=3000"),
        address.replace(date, "20250101T000000Z"),
        address.replace("/video/", "/document/"),
        address.replace("X-Amz-Signature=", "X-Amz-Signature=0"),
        address.split_once('?').expect("a signature").0.to_owned(),
    ] {
        assert_ne!(tampered, address);
        assert_eq!(put(&tampered, b"one".to_vec()).await, 403, "{tampered}");
    }
    for of_another_length in [b"on".to_vec(), b"ones".to_vec(), Vec::new()] {
        assert_eq!(put(&address, of_another_length).await, 403);
    }
    assert_eq!(parts(&stack, &upload).await, []);
}

/// As in a container on a developer's machine, where the host of the local AWS has another name than for the browser.
#[tokio::test]
async fn an_address_is_signed_for_the_host_that_browsers_reach() {
    let stack = Stack::running();
    let upload = VideoUpload::started(&stack).await;
    let proxy = Proxy::of(&stack).await;
    let hosts = [("AWS_ENDPOINT_URL", proxy.endpoint()), ("FILES_ADDRESS", &stack.aws)];
    let function = Function::deployed(BINARY, &stack, NAME, &hosts).await;
    let reply = function.send(&upload.announce(0, 3)).await;
    let address = reply.data()["url"].as_str().expect("an address");
    assert!(address.starts_with(&stack.aws), "{address}");
    assert_eq!(put(address, b"one".to_vec()).await, 200);
    assert_eq!(parts(&stack, &upload).await, [(1, 3)]);
}

#[tokio::test]
async fn an_address_is_good_for_as_long_as_it_says() {
    let stack = Stack::running();
    let upload = VideoUpload::started(&stack).await;
    let good = upload.address(&stack, 0, 3).await;
    assert_eq!(put(&good, b"one".to_vec()).await, 200);

    let short = [("PART_ADDRESS_LIFETIME_SECONDS", "1")];
    let function = Function::deployed(BINARY, &stack, NAME, &short).await;
    let reply = function.send(&upload.announce(0, 3)).await;
    let address = reply.data()["url"].as_str().expect("an address");
    assert!(address.contains("X-Amz-Expires=1&"), "{address}");

    let end: Timestamp = reply.data()["expiresAt"]
        .as_str()
        .and_then(|end| end.parse().ok())
        .expect("a time");
    let left = Duration::try_from(end.duration_since(Timestamp::now())).unwrap_or_default();
    assert!(left <= Duration::from_secs(1), "{left:?}");
    // The address counts in whole seconds.
    tokio::time::sleep(left + Duration::from_secs(1)).await;
    assert_eq!(put(address, b"two".to_vec()).await, 403);
    assert_eq!(parts(&stack, &upload).await, [(1, 3)], "that of before");
}

#[tokio::test]
async fn a_chunk_can_come_in_the_form() {
    let stack = Stack::running();
    let upload = VideoUpload::started(&stack).await;
    let reply = stack.send(&upload.chunk(0, b"one")).await;
    assert_json_snapshot!(reply);
    let as_it_is = stack.send(&upload.chunk(0, b"three").field("chunkSize", "7")).await;
    assert_eq!(as_it_is.data(), &json!({"chunkIndex": 0}));
    assert_eq!(parts(&stack, &upload).await, [(1, 5)], "again replaces");

    // More than the gateway takes, and so without it.
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    assert_eq!(function.send(&upload.chunk(3, &vec![7; CHUNK])).await.status, 200);
    assert_eq!(parts(&stack, &upload).await, [(1, 5), (4, 5 * 1024 * 1024)]);
    let too_large = function.send(&upload.chunk(3, &vec![7; CHUNK + 1])).await;
    assert_eq!(too_large.outcome(), (413, "video_too_large"));
}

#[tokio::test]
async fn a_chunk_has_its_place_and_its_size() {
    let stack = Stack::running();
    let upload = VideoUpload::started(&stack).await;
    let form = |index: &str, size: &str| {
        Call::post("/file/video/upload-chunk")
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
        ("0", "5242881", (413, "video_too_large")),
        ("0", "18446744073709551615", (413, "video_too_large")),
        ("0", "0", (400, "file_missing")),
        ("0", "many", (400, "malformed_request")),
        ("0", "-1", (400, "malformed_request")),
    ] {
        let reply = stack.send(&form(index, size)).await;
        assert_eq!(reply.outcome(), outcome, "{index:?} {size:?}");
    }
    let empty = Call::post("/file/video/upload-chunk").field("uploadId", &upload.id);
    assert_eq!(stack.send(&empty).await.outcome(), (400, "chunk_index_invalid"));
    let empty = empty.field("chunkIndex", "0");
    assert_eq!(stack.send(&empty).await.outcome(), (400, "file_missing"));
    let empty = empty.file("chunk", "blob", b"");
    assert_eq!(stack.send(&empty).await.outcome(), (400, "file_missing"));
    for malformed in [
        Call::post("/file/video/upload-chunk"),
        Call::post("/file/video/upload-chunk").body("{}"),
        upload.chunk(0, b"one").cut_off(),
    ] {
        assert_eq!(stack.send(&malformed).await.outcome(), (400, "malformed_request"));
    }
}

#[tokio::test]
async fn an_upload_that_takes_no_chunks_is_not_found() {
    let stack = Stack::running();
    let unknown = VideoUpload {
        id: "0123456789abcdef0123456789abcdef".to_owned(),
    };
    let reply = stack.send(&unknown.announce(0, 1).query("lang", "fr")).await;
    assert_json_snapshot!(reply);

    let malformed = VideoUpload { id: "7".to_owned() };
    let (expired, finished) = (VideoUpload::started(&stack).await, VideoUpload::started(&stack).await);
    expired.set(&stack, "expiresAt", json!(1)).await;
    finished.set(&stack, "outcome", json!("kept")).await;
    for upload in [malformed, expired, finished] {
        for call in [upload.announce(0, 1), upload.chunk(0, b"one")] {
            assert_eq!(stack.send(&call).await.outcome(), (400, "upload_not_found"));
        }
    }

    let ended_in_s3 = VideoUpload::started(&stack).await;
    ended_in_s3.set(&stack, "multipartId", json!("none")).await;
    let reply = stack.send(&ended_in_s3.chunk(0, b"one")).await;
    assert_eq!(reply.outcome(), (400, "upload_not_found"));
}

async fn chunk(stack: &Stack) -> (Call, VideoUpload) {
    let upload = VideoUpload::started(stack).await;
    (upload.chunk(0, b"one"), upload)
}

async fn announced_chunk(stack: &Stack) -> (Call, ()) {
    (VideoUpload::started(stack).await.announce(0, 3), ())
}

#[tokio::test]
async fn a_chunk_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, announced_chunk).await;
    assert_eq!(asked, ["dynamodb GetItem uploads"]);
    let asked = faults::requests_of_a_call(DEPLOYED, chunk).await;
    assert_eq!(asked, ["dynamodb GetItem uploads", "s3 UploadPart"]);
}

#[tokio::test]
async fn whatever_fails_the_chunk_can_be_sent_again() {
    faults::check_each_step(DEPLOYED, chunk, async |case, upload| {
        let stack = Stack::running();
        assert_eq!(case.again().await.status, 200);
        assert_eq!(parts(&stack, upload).await, [(1, 3)]);
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    let upload = VideoUpload { id: String::new() };
    faults::check_each_variable_is_required(BINARY, &variables, &upload.announce(0, 1)).await;
}
