//! Front-door tests of `POST /file/video/start-upload`.
//!
//! Protected here: the owner and the expiry of an upload, the secrecy of its id, and the rate limit of uploads.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-video-start-upload");

fn start() -> TestRequest {
    TestRequest::post("/file/video/start-upload")
}

#[tokio::test]
async fn starts_an_upload_without_an_owner_for_a_day() {
    let stack = Stack::running();
    let response = stack.send(&start()).await;
    assert_json_snapshot!(response, { ".body.uploadId" => "[id]", ".body.data.uploadId" => "[id]" });
    assert_eq!(response.body["uploadId"], response.data()["uploadId"]);

    let upload = TestUpload {
        id: response.body["uploadId"].as_str().expect("an id").to_owned(),
    };
    let record = upload.record(&stack).await;
    assert!(
        !record.to_string().contains(&upload.id),
        "the table does not contain the id that allows sending parts"
    );
    // A keyed hash of an IP address, for the refund when the upload is cancelled.
    let counter = record["upload"]["counters"][0]["key"].as_str().expect("a key");
    assert!(counter.starts_with("upload-address#"), "{counter}");
    assert_json_snapshot!(record, {
        ".upload.counters[].key" => "[hash]", ".upload.counters[].expiresAt" => "[time]", ".fileId" => "[id]",
        ".upload.multipartId" => "[id]", ".createdAt" => "[time]", ".expiresAt" => "[time]"
    });
    let object = upload.object_key();
    assert_eq!(stack.count_multipart_uploads("files", &object).await, 1);
    assert!(!stack.has_object("files", &object).await);
}

#[tokio::test]
async fn a_valid_access_token_sets_the_owner() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let upload = TestUpload::start_with(&stack, &start().bearer(&token)).await;
    let record = upload.record(&stack).await;
    assert_eq!(record["owner"], user.id.as_str());
    let counter = record["upload"]["counters"][0]["key"].as_str().expect("a key");
    assert!(counter.starts_with("upload-account#"), "{counter}");

    let upload = TestUpload::start_with(&stack, &start().bearer("null")).await;
    assert_eq!(upload.record(&stack).await["owner"], Value::Null);
}

#[tokio::test]
async fn uploads_documents_and_images_share_a_rate_limit() {
    let stack = Stack::running();
    testing::in_one_window(Duration::from_hours(1), async || {
        let user = TestUser::registered(&stack).await;
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "UploadsPerIp:2")]).await;
        let from_address = |request: TestRequest| request.of_ip(&user.client_ip_and_port());

        let document = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
        expect!(stack.send(&from_address(document)), 201);
        expect!(function.send(&from_address(start())), 201);
        let response = function.send(&from_address(start().query("lang", "ar"))).await;
        assert_json_snapshot!("uploads_documents_and_images_share_a_rate_limit", response);

        // A refused request is not counted as a started upload.
        assert_eq!(function.wait_for_metrics("Calls", 2).await.len(), 2);
        assert_eq!(function.wait_for_metrics("UploadsStarted", 1).await.len(), 1);
    })
    .await;
}

/// Whoever has a /48 network of IPv6 addresses has 65,536 subnets.
#[tokio::test]
async fn limits_uploads_of_the_networks_of_a_visitor() {
    let stack = Stack::running();
    testing::in_one_window(Duration::from_hours(1), async || {
        let user = TestUser::registered(&stack).await;
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "UploadsPerIp:2")]).await;
        let mut started = 0;
        for network in 0..12 {
            // Subnets of different /56 networks.
            let address = format!("[2001:db8:{}:{network:x}00::1]:50000", &user.id[..4]);
            let response = function.send(&start().of_ip(&address)).await;
            started += usize::from(response.status == 201);
        }
        assert_eq!(started, 4 * 2);
    })
    .await;
}

async fn start_as_signed_in_user(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, token) = TestUser::signed_in(stack).await;
    (start().bearer(&token), user)
}

async fn start_through_cdn(_: &Stack) -> TestRequest {
    start().of_ip("198.51.100.8:50000")
}

#[tokio::test]
async fn after_any_fault_every_record_has_an_open_multipart_upload() {
    faults::check_every_fault(FUNCTION, start_through_cdn, async |case, ()| {
        check(case, &Value::Null).await;
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_every_record_of_a_signed_in_user_has_an_open_multipart_upload() {
    let check = async |case: &FaultCase, user: &TestUser| check(case, &json!(user.id)).await;
    faults::check_every_fault(FUNCTION, start_as_signed_in_user, check).await;
}

async fn check(case: &FaultCase, owner: &Value) {
    let stack = Stack::running();
    let records = case.stored_items("files").await;
    let is_stored = case.response.status == 201
        || (case.fault().is_carried_out() && case.failed_request() == "dynamodb PutItem files");
    assert_eq!(records.len(), usize::from(is_stored), "{records:?}");
    for record in records {
        assert_eq!(record["owner"], *owner);
        let object = format!("video/{}", record["fileId"].as_str().expect("an id"));
        // A second one is open when the response to the first request was lost. The bucket's lifecycle rule ends it.
        assert!((1..=2).contains(&stack.count_multipart_uploads("files", &object).await));
    }
    expect!(case.retry(), 201);
}

endpoint_checks!(FUNCTION, every_variable_is_required(&start()),);
