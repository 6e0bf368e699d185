//! Front-door tests of `DELETE /file/video/{uploadId}`.
//!
//! Protected here: nothing of a cancelled upload remains, its attempt is refunded exactly once, and a file that finalizing has created
//! stays whole.

use futures_util::future::{join, join_all};

use crate::file::video_finalize_upload::videos::mp4;
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-video-cancel-upload");

fn cancel(upload: &TestUpload) -> TestRequest {
    TestRequest::delete(&format!("/file/video/{}", upload.id))
}

/// A part of an upload, and what it was counted by.
struct Counted {
    upload: TestUpload,
    object: String,
    counter: String,
}

impl Counted {
    /// Starts an upload from an IP address of its own, after one that stays.
    async fn start(stack: &Stack) -> Self {
        let address = TestUser::registered(stack).await.client_ip_and_port();
        let start = TestRequest::post("/file/video/start-upload").of_ip(&address);
        TestUpload::start_with(stack, &start).await;
        let upload = TestUpload::start_with(stack, &start).await;
        upload.store_part(stack, 0, &mp4(2)).await;
        let record = upload.record(stack).await;
        let counter = counters(&record)[0].clone();
        Self {
            object: upload.object_key(),
            upload,
            counter,
        }
    }

    async fn attempts(&self, stack: &Stack) -> Value {
        let table = stack.tables.get("attempts").expect("the attempts table");
        stack.get_item(table, ("counter", &self.counter)).await["attempts"].clone()
    }

    async fn assert_nothing_remains(&self, stack: &Stack) {
        let record = self.upload.record(stack).await;
        assert_eq!(record["removal"]["refusal"], "cancelled", "{record}");
        assert_eq!(counters(&record), [] as [String; 0], "no IP address is kept");
        let janitor = Janitor::start(stack).await;
        janitor.finish(stack, "video", &self.upload.file_id()).await;
    }
}

/// The keys of the counters that an upload was counted by.
fn counters(record: &Value) -> Vec<String> {
    let counters = record["upload"]["counters"].as_array().into_iter().flatten();
    let keys = counters.map(|counter| counter["key"].as_str().expect("a key").to_owned());
    keys.collect()
}

#[tokio::test]
async fn nothing_remains_of_a_cancelled_upload_and_a_repetition_succeeds() {
    let stack = Stack::running();
    testing::in_one_window(Duration::from_hours(1), async || {
        let counted = Counted::start(&stack).await;
        assert_eq!(counted.attempts(&stack).await, 2);

        let request = cancel(&counted.upload);
        let responses = join_all((0..4).map(|_| stack.send(&request))).await;
        for response in &responses {
            assert_eq!(response.status, 200, "{response:?}");
        }
        assert_json_snapshot!(
            "nothing_remains_of_a_cancelled_upload",
            stack.send(&cancel(&counted.upload).query("lang", "fr")).await
        );
        assert_eq!(counted.attempts(&stack).await, 1, "refunded once");

        refuses!(stack, counted.upload.part_url_request(0, 1), 400, "upload_not_found");
        expect!(
            stack.send(&counted.upload.finalize_request("me.mp4", 1)),
            (400, "upload_not_found")
        );
        counted.assert_nothing_remains(&stack).await;
        expect!(stack.send(&request), 200);
    })
    .await;
}

#[tokio::test]
async fn refunds_the_attempt_of_every_network_of_the_client() {
    let stack = Stack::running();
    testing::in_one_window(Duration::from_hours(1), async || {
        let user = TestUser::registered(&stack).await;
        let address = format!("[2001:db8:{}::1]:50000", &user.id[..4]);
        let start = TestRequest::post("/file/video/start-upload").of_ip(&address);
        let upload = TestUpload::start_with(&stack, &start).await;
        let record = upload.record(&stack).await;
        let counters = counters(&record);
        assert_eq!(counters.len(), 3);
        expect!(stack.send(&cancel(&upload)), 200);
        let table = stack.tables.get("attempts").expect("the attempts table");
        for key in &counters {
            let attempts = &stack.get_item(table, ("counter", key)).await["attempts"];
            assert_eq!(attempts.as_u64(), Some(0), "refunded");
        }
    })
    .await;
}

#[tokio::test]
async fn cancels_the_upload_of_a_user_and_an_unknown_one() {
    let (stack, user) = Stack::with_user().await;
    let start = TestRequest::post("/file/video/start-upload").bearer(&user.access_token(&stack).await);
    let upload = TestUpload::start_with(&stack, &start).await;
    let record = upload.record(&stack).await;
    let counters = counters(&record);
    let [counter] = counters.as_slice() else {
        panic!("{counters:?}")
    };
    assert!(counter.starts_with("upload-account#"), "{counter}");
    expect!(stack.send(&cancel(&upload)), 200);
    assert!(upload.record(&stack).await["removal"].is_object());
    let table = stack.tables.get("attempts").expect("the attempts table");
    let attempts = &stack.get_item(table, ("counter", counter)).await["attempts"];
    assert_eq!(attempts.as_u64(), Some(0), "refunded");

    for id in ["7", "0123456789abcdef0123456789abcdef"] {
        let upload = TestUpload { id: id.to_owned() };
        expect!(stack.send(&cancel(&upload)), 200);
    }
}

#[tokio::test]
async fn refunds_nothing_after_the_window_of_the_rate_limit() {
    let stack = Stack::running();
    let counted = Counted::start(&stack).await;
    let over = json!({"key": "upload-address#test#1", "expiresAt": 1});
    let mut upload = counted.upload.record(&stack).await["upload"].clone();
    upload["counters"] = json!([over]);
    counted.upload.set_attribute(&stack, "upload", upload).await;
    expect!(stack.send(&cancel(&counted.upload)), 200);
    let table = stack.tables.get("attempts").expect("the attempts table");
    let item = stack.get_item(table, ("counter", "upload-address#test#1")).await;
    assert_eq!(item, Value::Null);
}

#[tokio::test]
async fn keeps_the_file_of_a_finalized_upload() {
    let stack = Stack::running();
    let counted = Counted::start(&stack).await;
    let finalize = counted.upload.finalize_request("me.mp4", 1);
    expect!(stack.send(&finalize), 201);
    let record = counted.upload.record(&stack).await;
    assert_eq!(record["upload"], Value::Null, "no IP address is kept with a file");

    let response = stack.send(&cancel(&counted.upload).query("lang", "ar")).await;
    assert_json_snapshot!(response);
    assert!(stack.has_object("files", &counted.object).await);
    expect!(stack.send(&finalize), 200);
}

#[tokio::test]
async fn accepts_a_refused_upload() {
    let stack = Stack::running();
    let upload = TestUpload::start_with_parts(&stack, b"no video").await;
    refuses!(stack, upload.finalize_request("me.mp4", 1), 415, "video_type_wrong");
    expect!(stack.send(&cancel(&upload)), 200);
    assert_eq!(upload.record(&stack).await["removal"]["refusal"], "type_wrong");
}

#[tokio::test]
async fn finalizing_or_cancelling_wins_when_both_run_at_the_same_time() {
    let stack = Stack::running();
    for delay in [0, 5, 10, 20, 40, 80].map(Duration::from_millis) {
        let counted = Counted::start(&stack).await;
        let (finalize, cancel) = (counted.upload.finalize_request("me.mp4", 1), cancel(&counted.upload));
        let cancelled = async {
            tokio::time::sleep(delay).await;
            stack.send(&cancel).await
        };
        let (finalized, cancelled) = join(stack.send(&finalize), cancelled).await;
        let outcome = (finalized.status_and_code(), cancelled.status_and_code());
        if finalized.status == 201 {
            assert_eq!(outcome.1, (409, "upload_finalized"), "after {delay:?}");
            assert!(stack.has_object("files", &counted.object).await);
        } else {
            assert_eq!(
                (outcome.0, cancelled.status),
                ((400, "upload_not_found"), 200),
                "after {delay:?}"
            );
            counted.assert_nothing_remains(&stack).await;
        }
    }
}

/// Finalizing has joined the parts, and then loses: the janitor deletes the object although cancelling came before it was there.
#[tokio::test]
async fn nothing_remains_when_the_upload_is_cancelled_before_its_parts_are_joined() {
    let stack = Stack::running();
    let counted = Counted::start(&stack).await;
    let finalize = counted.upload.finalize_request("me.mp4", 1);
    let cancel = async {
        expect!(stack.send(&cancel(&counted.upload)), 200);
    };
    let function = DeployedFunction::named("file-video-finalize-upload");
    let held = function.send_held(&stack, "dynamodb TransactWriteItems files", &finalize, cancel);
    let (finalized, ()) = held.await;
    assert_eq!(finalized.status_and_code(), (400, "upload_not_found"));
    counted.assert_nothing_remains(&stack).await;
}

async fn cancel_with_part(stack: &Stack) -> (TestRequest, Counted) {
    let counted = Counted::start(stack).await;
    (cancel(&counted.upload), counted)
}

#[tokio::test]
async fn after_any_fault_a_retry_deletes_everything_and_refunds_once() {
    testing::in_one_window(Duration::from_hours(1), async || {
        faults::check_every_fault(FUNCTION, cancel_with_part, async |case, counted| {
            let stack = Stack::running();
            let record = counted.upload.record(&stack).await;
            let is_cancelled = record["removal"]["refusal"] == "cancelled";
            assert_eq!(
                counted.attempts(&stack).await,
                if is_cancelled { 1 } else { 2 },
                "refund and outcome are written in one transaction"
            );
            expect!(case.retry(), 200);
            counted.assert_nothing_remains(&stack).await;
            assert_eq!(counted.attempts(&stack).await, 1);
        })
        .await;
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&cancel(&TestUpload { id: "7".to_owned() })),
);
