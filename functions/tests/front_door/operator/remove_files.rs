//! Tests of the janitor, which has no route: they invoke the binary as the schedule and the deletion of a user do.
//!
//! Protected here: what nobody claims or what was removed goes, whatever fails in between; what a profile refers to stays, whatever else
//! happens at the same time; one record that cannot be handled keeps no other waiting.

use futures_util::future::join_all;

use crate::file::video_finalize_upload::videos::mp4;
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-remove-files");
const OVER: u64 = 1;

/// A stack with a files table of its own.
async fn with_own_table() -> Stack {
    Stack::running().with_own_tables(&["files"]).await
}

/// Writes a record that is due, with these attributes more, and its object. Returns its id.
async fn insert(stack: &Stack, more: Value) -> String {
    let video = TestFile::insert_video(stack).await;
    let mut record = video.record(stack).await;
    record["expiresAt"] = json!(OVER);
    for (name, value) in more.as_object().expect("attributes") {
        record[name] = value.clone();
    }
    record
        .as_object_mut()
        .expect("a record")
        .retain(|_, value| !value.is_null());
    video.put_record(stack, record).await;
    video.id
}

async fn record(stack: &Stack, file: &str) -> Value {
    stack.get_item("files", ("fileId", file)).await
}

async fn has_object(stack: &Stack, file: &str) -> bool {
    stack.has_object("files", &format!("video/{file}")).await
}

/// A file of each state that is due, and a claimed one.
struct Files {
    stack: Stack,
    due: Vec<String>,
    claimed: String,
}

impl Files {
    async fn insert() -> Self {
        let stack = with_own_table().await;
        let multipart = stack.s3().create_multipart_upload().bucket(&stack.buckets["files"]);
        let due = vec![
            insert(&stack, json!({})).await,
            insert(&stack, json!({"removal": {"at": OVER}})).await,
            insert(&stack, json!({"upload": {}})).await,
            // A proof of payment, a year after the decision.
            insert(
                &stack,
                json!({"claimedAs": "proof", "owner": "0123456789abcdef0123456789abcdef"}),
            )
            .await,
        ];
        let opened = multipart.key(format!("video/{}", due[2])).send().await;
        let multipart = opened.expect("an upload").upload_id.expect("an id");
        let mut upload = record(&stack, &due[2]).await;
        upload["upload"]["multipartId"] = json!(multipart);
        stack.put_item("files", upload).await;
        let claimed = insert(
            &stack,
            json!({"expiresAt": null, "owner": "0123456789abcdef0123456789abcdef"}),
        )
        .await;
        Self { stack, due, claimed }
    }

    /// Lets the due times of all come, and runs the janitor, until each has had all its steps. On a busy machine, a run may leave a step to
    /// the next one.
    async fn finish(&self, run: impl AsyncFn()) {
        for _ in 0..12 {
            let mut left = 0;
            for file in &self.due {
                make_due(&self.stack, file).await;
                left += usize::from(record(&self.stack, file).await.is_object());
            }
            if left == 0 {
                break;
            }
            run().await;
        }
        for file in &self.due {
            let key = format!("video/{file}");
            assert_eq!(record(&self.stack, file).await, Value::Null);
            assert!(!has_object(&self.stack, file).await);
            assert_eq!(self.stack.count_multipart_uploads("files", &key).await, 0);
        }
        assert!(has_object(&self.stack, &self.claimed).await);
        assert_eq!(record(&self.stack, &self.claimed).await["expiresAt"], Value::Null);
    }
}

#[tokio::test]
async fn removes_what_is_due_step_by_step_and_keeps_what_is_claimed() {
    let files = Files::insert().await;
    let stack = &files.stack;
    let function = FUNCTION.start(stack, &[]).await;
    expect!(function.send(&TestRequest::scheduled()), 200);
    let [unclaimed, removed, upload, proof] = files.due.as_slice() else {
        panic!("four files")
    };
    for file in [unclaimed, upload, proof] {
        assert!(record(stack, file).await["removal"].is_object());
        assert!(has_object(stack, file).await, "a request in flight may write it");
    }
    assert_eq!(record(stack, removed).await["removal"]["objectDeleted"], true);
    assert!(!has_object(stack, removed).await);
    let a_day = Timestamp::now().as_second() + 24 * 60 * 60;
    let next = record(stack, removed).await["expiresAt"].as_i64().expect("a time");
    assert!((a_day - 60..=a_day).contains(&next), "{next}");
    let metrics = function.wait_for_metrics("OldestRemoval", 1).await;
    assert!(metrics[0]["OldestRemoval"].as_u64() > Some(3600), "{metrics:?}");

    files
        .finish(async || assert_eq!(function.send(&TestRequest::scheduled()).await.status, 200))
        .await;
}

#[tokio::test]
async fn after_any_fault_the_next_runs_finish() {
    let prepare = async |_: &Stack| {
        let files = Files::insert().await;
        (files.stack.clone(), TestRequest::scheduled(), files)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, files| {
        assert!(has_object(&files.stack, &files.claimed).await);
        for file in &files.due {
            let has_record = record(&files.stack, file).await.is_object();
            assert!(
                has_record || !has_object(&files.stack, file).await,
                "each object has a record"
            );
        }
        files
            .finish(async || {
                case.retry().await;
            })
            .await;
    })
    .await;
}

#[tokio::test]
async fn a_record_that_cannot_be_handled_is_put_back_and_keeps_no_other_waiting() {
    let stack = with_own_table().await;
    let malformed = insert(&stack, json!({"kind": "picture"})).await;
    let others = [
        insert(&stack, json!({"removal": {"at": OVER}})).await,
        insert(&stack, json!({"removal": {"at": OVER}})).await,
    ];
    let function = FUNCTION.start(&stack, &[]).await;
    refuses!(function, TestRequest::scheduled(), 503, "service_unavailable");
    let line = function.wait_for_log("file not removed").await;
    assert_eq!((&line["level"], &line["file"]), (&json!("ERROR"), &json!(malformed)));
    for file in &others {
        assert!(!has_object(&stack, file).await);
    }
    let next = record(&stack, &malformed).await["expiresAt"].as_i64().expect("a time");
    assert!(next > Timestamp::now().as_second());
    expect!(function.send(&TestRequest::scheduled()), 200);
}

#[tokio::test]
async fn removes_the_files_of_a_deleted_user() {
    let (stack, user) = Stack::with_user().await;
    let file = TestFile::upload_document(&stack, Some(&user.access_token(&stack).await)).await;
    let function = FUNCTION.start(&stack, &[]).await;
    expect!(function.send(&TestRequest::job(&json!({"owner": user.id}))), 200);
    assert!(file.is_removed(&stack).await);
    assert_eq!(file.record(&stack).await["owner"], Value::Null);
}

/// The index proposes a file whose claim it has not seen.
#[tokio::test]
async fn a_file_that_is_claimed_after_the_index_was_read_stays() {
    let stack = with_own_table().await;
    let file = insert(&stack, json!({})).await;
    let proxy = Proxy::start(&stack).await;
    let function = FUNCTION.start(&proxy.in_front_of(&stack), &[Proxy::NO_TIMEOUT]).await;
    for target in ["dynamodb GetItem files", "dynamodb TransactWriteItems files"] {
        make_due(&stack, &file).await;
        let target = NthRequest::first(target);
        proxy.clear_requests();
        proxy.hold_and_fail(target.clone(), faults::Fault::ServerError);
        let claim = async {
            proxy.wait_for_request(&target).await;
            let mut claimed = record(&stack, &file).await;
            claimed.as_object_mut().expect("a record").remove("expiresAt");
            stack.put_item("files", claimed).await;
            proxy.release();
        };
        let scheduled = TestRequest::scheduled();
        let (response, ()) = tokio::join!(function.send(&scheduled), claim);
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(record(&stack, &file).await["removal"], Value::Null);
        let mut unclaimed = record(&stack, &file).await;
        unclaimed["expiresAt"] = json!(OVER);
        stack.put_item("files", unclaimed).await;
    }
    assert!(has_object(&stack, &file).await);
}

/// Writes the record and the object of an unclaimed image that is due in a second. Returns its id.
async fn insert_image(stack: &Stack) -> String {
    let soon = Timestamp::now().as_second() + 1;
    let id = insert(stack, json!({"kind": "image", "expiresAt": soon})).await;
    let put = stack.s3().put_object().bucket(&stack.buckets["files"]);
    let put = put.key(format!("image/{id}")).send().await;
    put.expect("the object can be written");
    id
}

/// A user refers to images that are about to be due, deletes one and finalizes a video, while it is scanned and the janitor runs.
async fn race(delay: Duration) {
    let stack = with_own_table().await;
    let start = async |binary| DeployedFunction::named(binary).start(&stack, &[]).await;
    let janitor = start("operator-remove-files").await;
    let update = start("users-update").await;
    let delete = start("file-delete").await;
    let finalize = start("file-video-finalize-upload").await;
    let scan = start("operator-record-scan").await;
    let open = start("file-video-start-upload").await;
    let (user, token) = TestUser::signed_in(&stack).await;
    let opened = open
        .send(&TestRequest::post("/file/video/start-upload").bearer(&token))
        .await;
    let upload = TestUpload {
        id: opened.body["uploadId"].as_str().expect("an id").to_owned(),
    };
    upload.store_part(&stack, 0, &mp4(2)).await;
    let images = [insert_image(&stack).await, insert_image(&stack).await];
    let edits = images.each_ref().map(|image| {
        let mut edit = user.profile_update();
        edit["image"] = image.as_str().into();
        TestRequest::put(&format!("/users/{}", user.id))
            .bearer(&token)
            .json(&edit)
    });
    let deletion = TestRequest::delete(&format!("/file/{}", images[1])).bearer(&token);
    let finalization = upload.finalize_request("me.mp4", 1);
    let scanned = scan_event(&stack, &upload.object_key(), "1", "NO_THREATS_FOUND");
    let after = |milliseconds| tokio::time::sleep(Duration::from_millis(milliseconds) + delay);
    tokio::join!(
        async {
            after(300).await;
            update.send(&edits[0]).await;
            update.send(&edits[1]).await;
        },
        async {
            after(600).await;
            delete.send(&deletion).await;
        },
        async {
            after(0).await;
            expect!(finalize.send(&finalization), 201);
        },
        async {
            after(100).await;
            scan.send(&scanned).await;
        },
        async {
            for _ in 0..10 {
                expect!(janitor.send(&TestRequest::scheduled()), 200);
                tokio::time::sleep(Duration::from_millis(150)).await;
            }
        }
    );
    let profile = user.record(&stack).await["profile"].clone();
    for image in &images {
        let record = record(&stack, image).await;
        if profile["files"]["image"]["fileId"] == image.as_str() {
            assert_contains(&record, &json!({"owner": user.id, "expiresAt": null}));
            assert!(stack.has_object("files", &format!("image/{image}")).await);
        } else {
            assert!(record["expiresAt"].is_number(), "it ends: {record}");
        }
    }
    assert!(has_object(&stack, &upload.file_id()).await);
}

#[tokio::test]
async fn no_object_of_a_claimed_file_goes_while_everything_happens_at_once() {
    join_all([0, 150, 300, 450].map(|delay| race(Duration::from_millis(delay)))).await;
}

endpoint_checks!(
    FUNCTION,
    fails_when_tables_are_unreachable_or_do_not_respond(&TestRequest::scheduled()),
    every_variable_is_required(&TestRequest::scheduled()),
);
