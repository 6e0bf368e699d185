//! Front-door tests of `GET /file/video/{uploadId}`.
//!
//! Protected here: the response names what S3 has, not what was requested; it reveals nothing about an upload whose id is unknown.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-video-get-upload");

fn get(id: &str) -> TestRequest {
    TestRequest::get(&format!("/file/video/{id}"))
}

#[tokio::test]
async fn returns_the_parts_that_have_arrived() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    upload.store_part(&stack, 2, b"last").await;
    let url = upload.part_url(&stack, 0, PART_SIZE).await;
    upload.part_url(&stack, 1, PART_SIZE).await;
    assert_eq!(http_put(&url, vec![7; PART_SIZE]).await, 200);

    let response = stack.send(&get(&upload.id)).await;
    assert_json_snapshot!(response, { ".body.data.expiresAt" => "[time]", ".body.data.expiresIn" => "[seconds]" });
    let day = 24 * 60 * 60;
    let left = response.data()["expiresIn"].as_u64().expect("a number");
    assert!((day - 600..=day).contains(&left), "{left}");
}

#[tokio::test]
async fn returns_no_parts_of_a_new_upload_and_of_one_that_has_ended() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    let response = stack.send(&get(&upload.id)).await;
    assert_contains(response.data(), &json!({"state": "open", "chunks": []}));

    let refusal = json!({"at": 1, "refusal": "type_wrong"});
    for (attribute, value) in [("upload", Value::Null), ("removal", refusal)] {
        let upload = TestUpload::start_with_parts(&stack, b"video").await;
        upload.set_attribute(&stack, attribute, value).await;
        let response = stack.send(&get(&upload.id)).await;
        assert_contains(response.data(), &json!({"state": "ended", "chunks": []}));
    }

    let interrupted_finalize = TestUpload::start(&stack).await;
    interrupted_finalize
        .set_attribute(&stack, "upload", json!({"multipartId": "none"}))
        .await;
    let response = stack.send(&get(&interrupted_finalize.id)).await;
    assert_eq!(response.data()["state"], "ended");
}

#[tokio::test]
async fn the_id_is_enough_for_the_upload_of_a_user() {
    let (stack, user) = Stack::with_user().await;
    let start = TestRequest::post("/file/video/start-upload").bearer(&user.access_token(&stack).await);
    let upload = TestUpload::start_with(&stack, &start).await;
    let response = expect!(stack.send(&get(&upload.id)), 200);
    let record = upload.record(&stack).await;
    for secret in [
        user.id.as_str(),
        text(&record["fileId"]),
        text(&record["upload"]["multipartId"]),
    ] {
        assert!(!response.body.to_string().contains(secret), "{response:?}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

#[tokio::test]
async fn returns_404_for_an_upload_that_is_unknown_or_has_expired() {
    let stack = Stack::running();
    let unknown = get("0123456789abcdef0123456789abcdef").query("lang", "ar");
    assert_json_snapshot!(stack.send(&unknown).await);

    let expired = TestUpload::start(&stack).await;
    expired.set_attribute(&stack, "expiresAt", json!(1)).await;
    for id in ["7", &expired.id, &expired.id.to_uppercase()] {
        refuses!(stack, get(id), 404, "upload_not_found");
    }
}

async fn get_with_part(stack: &Stack) -> TestRequest {
    let upload = TestUpload::start_with_parts(stack, b"video").await;
    get(&upload.id)
}

#[tokio::test]
async fn after_any_fault_a_retry_returns_the_parts() {
    faults::check_every_fault(FUNCTION, get_with_part, async |case, ()| {
        let response = case.retry().await;
        assert_eq!(
            response.data()["chunks"],
            json!([{"chunkIndex": 0, "size": 5}]),
            "{response:?}"
        );
    })
    .await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&get("7")),);
