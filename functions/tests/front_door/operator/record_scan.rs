//! Tests of the function that records scans, which has no route: they invoke the binary as `EventBridge` does, with events in `GuardDuty`'s
//! format.
//!
//! Protected here: only a scan clears a file, for the version that was scanned; an infected file is deleted, and no later event clears it;
//! a result that comes twice, late or in another order is neither lost nor does it change the verdict.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-record-scan");
const CLEAN: &str = "NO_THREATS_FOUND";
const INFECTED: &str = "THREATS_FOUND";

async fn start(stack: &Stack) -> Function {
    FUNCTION.start(stack, &[]).await
}

fn scanned(stack: &Stack, file: &TestFile, status: &str) -> TestRequest {
    scan_event(stack, &file.object_key(), "version-1", status)
}

async fn verdict(stack: &Stack, file: &TestFile) -> (Value, Value) {
    let scan = file.record(stack).await["scan"].clone();
    (scan["verdict"].clone(), scan["version"].clone())
}

#[tokio::test]
async fn records_the_verdict_and_the_scan_event() {
    let stack = Stack::running();
    let function = start(&stack).await;
    for (status, expected) in [
        (CLEAN, "clean"),
        ("UNSUPPORTED", "failed"),
        ("ACCESS_DENIED", "failed"),
        ("FAILED", "failed"),
        ("A_STATUS_OF_TOMORROW", "failed"),
    ] {
        for file in [
            TestFile::upload_document(&stack, None).await,
            TestFile::insert_video(&stack).await,
        ] {
            let mut before = file.record(&stack).await;
            expect!(function.send(&scanned(&stack, &file, status)), 200);
            let after = file.record(&stack).await;
            assert!(after["scan"]["at"].is_string(), "{after}");
            assert_eq!(verdict(&stack, &file).await, (expected.into(), "version-1".into()));
            assert!(file.has_object(&stack).await);
            before["scan"] = after["scan"].clone();
            assert_eq!(after, before, "nothing else changed");
        }
    }
    let line = function.wait_for_log("file not scanned").await;
    assert_eq!(line["level"], "WARN");
}

#[tokio::test]
async fn the_record_of_an_infected_file_stays_until_its_profile_lets_go() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let user = TestUser::verified_with(&stack, &registration).await;
    expect!(function.send(&scanned(&stack, &cv, INFECTED)), 200);
    assert!(!cv.has_object(&stack).await);
    Janitor::start(&stack).await.run_for(&stack, &cv.id).await;
    assert!(cv.is_claimed_by(&stack, &user.id).await);
    assert_eq!(verdict(&stack, &cv).await.0, "infected");
}

#[tokio::test]
async fn deletes_an_infected_file_and_counts_it() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let file = TestFile::upload_document(&stack, None).await;
    expect!(function.send(&scanned(&stack, &file, INFECTED)), 200);
    assert_eq!(verdict(&stack, &file).await.0, "infected");
    assert!(!file.has_object(&stack).await);
    let line = function.wait_for_log("infected file deleted").await;
    assert_eq!((&line["level"], &line["file"]), (&json!("WARN"), &json!(file.id)));
    assert_eq!(function.wait_for_metrics("FilesInfected", 1).await.len(), 1);
}

#[tokio::test]
async fn the_strongest_verdict_stays_in_any_order() {
    let stack = Stack::running();
    let function = start(&stack).await;
    for (statuses, expected) in [
        ([CLEAN, CLEAN, CLEAN], ("clean", "1")),
        ([CLEAN, "FAILED", CLEAN], ("clean", "1")),
        (["FAILED", CLEAN, "FAILED"], ("clean", "2")),
        ([INFECTED, CLEAN, "FAILED"], ("infected", "1")),
        ([CLEAN, INFECTED, CLEAN], ("infected", "2")),
        (["FAILED", CLEAN, INFECTED], ("infected", "3")),
    ] {
        let file = TestFile::upload_document(&stack, None).await;
        for (status, version) in statuses.into_iter().zip(["1", "2", "3"]) {
            let event = scan_event(&stack, &file.object_key(), version, status);
            expect!(function.send(&event), 200, "{statuses:?}");
        }
        let (verdict, version) = verdict(&stack, &file).await;
        assert_eq!(
            (verdict, version),
            (expected.0.into(), expected.1.into()),
            "{statuses:?}"
        );
        assert_eq!(file.has_object(&stack).await, expected.0 != "infected");
    }
}

#[tokio::test]
async fn a_repeated_event_finishes_the_deletion_of_an_infected_file() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let scan = json!({"verdict": "infected", "version": "version-1", "at": "2026-01-02T03:04:05Z"});
    let file = TestFile::upload_document(&stack, None)
        .await
        .with_attribute(&stack, "scan", scan)
        .await;
    expect!(function.send(&scanned(&stack, &file, INFECTED)), 200);
    assert!(!file.has_object(&stack).await);
}

/// Nobody sees the object, because the record comes before the first byte, and goes after the object.
#[tokio::test]
async fn deletes_an_infected_object_without_a_record() {
    let stack = Stack::running();
    let function = start(&stack).await;
    for status in [CLEAN, INFECTED] {
        let file = TestFile::insert_video(&stack).await;
        stack.delete_item("files", ("fileId", &file.id)).await;
        expect!(function.send(&scanned(&stack, &file, status)), 200);
        assert_eq!(file.has_object(&stack).await, status == CLEAN);
        assert_eq!(
            file.record(&stack).await,
            Value::Null,
            "no record without its other attributes"
        );
    }
}

#[tokio::test]
async fn a_late_result_for_a_deleted_file_is_done() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let file = TestFile::upload_document(&stack, None)
        .await
        .without_object(&stack)
        .await;
    stack.delete_item("files", ("fileId", &file.id)).await;
    for status in [CLEAN, INFECTED, "FAILED"] {
        expect!(function.send(&scanned(&stack, &file, status)), 200);
    }
    assert_eq!(file.record(&stack).await, Value::Null);
}

#[tokio::test]
async fn ignores_objects_that_are_not_scanned_files() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let image = TestFile::upload_image(&stack, None).await;
    for key in [
        image.object_key(),
        format!("export/{}", image.id),
        "document/no-id".to_owned(),
        "malware-protection-resource-validation-object".to_owned(),
    ] {
        let event = scan_event(&stack, &key, "version-1", INFECTED);
        expect!(function.send(&event), 200, "{key}");
        function.wait_for_log("scan of an object that is not a file").await;
    }
    assert_eq!(verdict(&stack, &image).await.0, Value::Null);
    assert!(image.has_object(&stack).await);
}

#[tokio::test]
async fn refuses_an_event_without_the_version() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let file = TestFile::upload_document(&stack, None).await;
    let event = TestRequest::job(&json!({"detail": {
        "s3ObjectDetails": {"objectKey": file.object_key()},
        "scanResultDetails": {"scanResultStatus": CLEAN},
    }}));
    expect!(function.send(&event), 500);
    assert_eq!(verdict(&stack, &file).await.0, Value::Null);
}

#[tokio::test]
async fn the_verdict_stays_when_the_file_is_claimed_and_replaced() {
    let stack = Stack::running();
    let function = start(&stack).await;
    let first = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &first, None).await;
    expect!(function.send(&scanned(&stack, &first, CLEAN)), 200);
    let user = TestUser::verified_with(&stack, &registration).await;
    assert!(first.is_claimed_by(&stack, &user.id).await);
    assert_eq!(verdict(&stack, &first).await.0, "clean", "a claim keeps the verdict");

    let token = user.access_token(&stack).await;
    let second = TestFile::upload_document(&stack, Some(&token)).await;
    expect!(function.send(&scanned(&stack, &first, CLEAN)), 200);
    assert_eq!(
        verdict(&stack, &second).await.0,
        Value::Null,
        "the verdict of another file"
    );
}

async fn clean(stack: &Stack) -> (TestRequest, TestFile) {
    let file = TestFile::upload_document(stack, None).await;
    (scanned(stack, &file, CLEAN), file)
}

async fn infected(stack: &Stack) -> (TestRequest, TestFile) {
    let file = TestFile::upload_document(stack, None).await;
    (scanned(stack, &file, INFECTED), file)
}

/// A result that was recorded before.
async fn repeated(stack: &Stack) -> (TestRequest, TestFile) {
    let (event, file) = clean(stack).await;
    let scan = json!({"verdict": "clean", "version": "version-1", "at": "2026-01-02T03:04:05Z"});
    (event, file.with_attribute(stack, "scan", scan).await)
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let requests = faults::aws_requests(FUNCTION, clean).await;
    assert_eq!(requests, ["dynamodb UpdateItem files"]);
    let requests = faults::aws_requests(FUNCTION, repeated).await;
    assert_eq!(requests, ["dynamodb UpdateItem files"]);
}

#[tokio::test]
async fn after_any_fault_the_next_attempt_records_the_verdict() {
    faults::check_every_fault(FUNCTION, infected, async |case, file| {
        let stack = Stack::running();
        // Malware goes although the verdict cannot be recorded.
        if case.failed_request() == "dynamodb UpdateItem files" && case.fault() != Fault::UntilDeadline {
            assert!(!file.has_object(&stack).await);
        }
        expect!(case.retry(), 200);
        assert_eq!(verdict(&stack, file).await.0, "infected");
        assert!(!file.has_object(&stack).await);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&clean(&Stack::running()).await.0),
    fails_when_tables_are_unreachable_or_do_not_respond(&clean(&Stack::running()).await.0),
);
