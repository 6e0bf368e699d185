//! `POST /file/video/start-upload`, through the gateway of the running stack, and in environments that a deployed function cannot
//! have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use insta::assert_json_snapshot;
use serde_json::Value;
use testing::{
    Call, Function, Person, Stack, VideoUpload,
    faults::{self, Fault, Proxy},
};

const BINARY: &str = "file-video-start-upload";
const NAME: &str = "FileVideoStartUploadFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

fn start() -> Call {
    Call::post("/file/video/start-upload")
}

#[tokio::test]
async fn an_upload_of_nobody_is_opened_for_a_day() {
    let stack = Stack::running();
    let reply = stack.send(&start()).await;
    assert_json_snapshot!(reply, { ".body.uploadId" => "[id]", ".body.data.uploadId" => "[id]" });
    assert_eq!(reply.body["uploadId"], reply.data()["uploadId"]);

    let upload = VideoUpload {
        id: reply.body["uploadId"].as_str().expect("an id").to_owned(),
    };
    let record = upload.record(&stack).await;
    assert!(
        !record.to_string().contains(&upload.id),
        "who reads the table can send no chunks"
    );
    assert_json_snapshot!(record, {
        ".upload" => "[hash]", ".fileId" => "[id]", ".multipartId" => "[id]", ".expiresAt" => "[time]"
    });
    let object = upload.object(&stack).await;
    assert_eq!(stack.open_uploads("files", &object).await, 1);
    assert!(!stack.has_object("files", &object).await);
}

#[tokio::test]
async fn an_upload_of_somebody_is_theirs() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    let upload = VideoUpload::started_by(&stack, &start().bearer(&token)).await;
    assert_eq!(upload.record(&stack).await["owner"], person.id.as_str());

    let upload = VideoUpload::started_by(&stack, &start().bearer("null")).await;
    assert_eq!(upload.record(&stack).await["owner"], Value::Null);
}

#[tokio::test]
async fn the_video_will_go_by_itself_when_nobody_claims_it() {
    let stack = Stack::running();
    let proxy = Proxy::of(&stack).await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("AWS_ENDPOINT_URL", proxy.endpoint())]).await;
    assert_eq!(function.send(&start()).await.status, 201);
    // The emulator drops the tags of an upload, so that no object of a running stack has them.
    let requests = proxy.requests();
    let opened = requests
        .iter()
        .find(|request| request.name == "s3 CreateMultipartUpload");
    let tags = opened.and_then(|request| request.tags.as_deref());
    assert_eq!(tags, Some("claim=pending"));
}

#[tokio::test]
async fn uploads_count_with_documents_and_photos() {
    let stack = Stack::running();
    testing::in_one_window(Duration::from_hours(1), async || {
        let person = Person::registered(&stack).await;
        let (_, secret) = stack.secret("origin").await;
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_UPLOADS_PER_ADDRESS", "2")]).await;
        let from_address = |call: Call| call.through_cdn(&secret, &person.client_address());

        let document = Call::post("/file/document").file("document", "cv.pdf", b"%PDF-1.7");
        assert_eq!(stack.send(&from_address(document)).await.status, 201);
        assert_eq!(function.send(&from_address(start())).await.status, 201);
        let reply = function.send(&from_address(start().query("lang", "ar"))).await;
        assert_json_snapshot!("uploads_count_with_documents_and_photos", reply);

        // What was not started is not counted as such.
        assert_eq!(function.metrics("Calls", 2).await.len(), 2);
        assert_eq!(function.metrics("UploadsStarted", 1).await.len(), 1);
    })
    .await;
}

async fn start_by_somebody(stack: &Stack) -> (Call, Person) {
    let person = Person::verified(stack).await;
    let token = person.token(stack).await;
    (start().bearer(&token), person)
}

async fn start_through_cdn(stack: &Stack) -> (Call, ()) {
    let (_, secret) = stack.secret("origin").await;
    (start().through_cdn(&secret, "198.51.100.8:50000"), ())
}

#[tokio::test]
async fn a_start_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, start_through_cdn).await;
    assert_eq!(
        asked,
        [
            "dynamodb UpdateItem attempts",
            "s3 CreateMultipartUpload",
            "dynamodb PutItem uploads"
        ]
    );
    let asked = faults::requests_of_a_call(DEPLOYED, start_by_somebody).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem users",
            "s3 CreateMultipartUpload",
            "dynamodb PutItem uploads"
        ]
    );
}

#[tokio::test]
async fn whatever_fails_there_is_no_record_without_an_upload() {
    faults::check_each_step(DEPLOYED, start_through_cdn, async |case, ()| {
        let stack = Stack::running();
        let records = case.items("uploads").await;
        let is_kept = case.reply.status == 201
            || (case.fault() == Fault::AnswerLost && case.request() == "dynamodb PutItem uploads");
        assert_eq!(records.len(), usize::from(is_kept), "{records:?}");
        for record in records {
            let object = format!("video/{}", record["fileId"].as_str().expect("an id"));
            // One more is open when the answer to the first was lost; the bucket's lifecycle ends it.
            assert!((1..=2).contains(&stack.open_uploads("files", &object).await));
        }
        assert_eq!(case.again().await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &start()).await;
}
