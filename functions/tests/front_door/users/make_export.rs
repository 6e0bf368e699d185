//! Tests of the function that makes archives. It has no route: they invoke it as Lambda does for `POST /users/me/export`, whose tests
//! check the content of an archive.
//!
//! Protected here: the archive of a deleted user does not remain, an event that comes twice has one effect, and after any fault the next
//! attempt succeeds.

use std::collections::BTreeSet;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-make-export");

/// Writes an export in the making, as `POST /users/me/export` does. Returns the event.
async fn begin(stack: &Stack, user: &TestUser) -> TestRequest {
    let now = Timestamp::now().as_second();
    let export = json!({
        "exportId": user.id, "state": "making", "requestedAt": now, "expiresAt": now + 600,
    });
    user.set_attribute(stack, "dataExport", export).await;
    TestRequest::job(&json!({"userId": user.id, "exportId": user.id}))
}

/// A user with a file, and the event of an export.
async fn user_with_file(stack: &Stack) -> (TestUser, TestRequest) {
    let (user, token) = TestUser::signed_in(stack).await;
    TestFile::upload_document(stack, Some(&token)).await;
    let event = begin(stack, &user).await;
    (user, event)
}

async fn has_archive(stack: &Stack, user: &TestUser) -> bool {
    stack.has_object("files", &format!("export/{}", user.id)).await
}

async fn state(stack: &Stack, user: &TestUser) -> Value {
    user.record(stack).await["dataExport"]["state"].clone()
}

#[tokio::test]
async fn makes_the_archive_once_and_announces_it_in_the_language_of_the_user() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack, &[]).await;
    for language in testing::languages() {
        let (user, event) = user_with_file(&stack).await;
        user.set_attribute(&stack, "language", json!(language)).await;
        expect!(function.send(&event), 200);
        assert_eq!(state(&stack, &user).await, "ready");
        assert!(has_archive(&stack, &user).await);
        let emails = stack.emails_to(&user.email).await.len();
        let email = user.last_email(&stack).await;
        assert!(!email.body_html.contains("X-Amz"), "no link to the archive");
        let mut lines = email.body_text.lines();
        let link = lines.find(|line| line.contains("/settings?lang=")).expect("a link");
        let text = email.snapshot_text().replace(link, "[the settings]");
        assert_snapshot!(format!("email_{language}"), text);

        expect!(function.send(&event), 200);
        assert_eq!(stack.emails_to(&user.email).await.len(), emails, "no second email");
        for secret in [&user.email, &user.password] {
            assert!(!function.log().contains(secret), "{}", function.log());
        }
    }
}

#[tokio::test]
async fn every_attribute_of_a_user_is_exported_or_a_secret() {
    let stack = Stack::running();
    let (user, _) = user_with_file(&stack).await;
    let record = user.record(&stack).await;
    let attributes: BTreeSet<&str> = record
        .as_object()
        .expect("a record")
        .keys()
        .map(String::as_str)
        .collect();
    let known = [
        "blocked",
        "createdAt",
        "dataExport",
        "email",
        "language",
        "passwordHash",
        "pk",
        "profile",
        "profileVersion",
        "sessions",
        "tokenVersion",
        "type",
        "userId",
        "verified",
    ];
    // The struct names the others, so that a new attribute does not compile until it is exported or left out (`export::UserDetails`).
    assert_eq!(attributes, known.into());
}

#[tokio::test]
async fn does_nothing_for_an_export_that_was_replaced() {
    let stack = Stack::running();
    let (user, _) = user_with_file(&stack).await;
    let function = FUNCTION.start(&stack, &[]).await;
    let replaced = TestRequest::job(&json!({"userId": user.id, "exportId": "0".repeat(32)}));
    expect!(function.send(&replaced), 200);
    assert_eq!(state(&stack, &user).await, "making");
    assert!(!has_archive(&stack, &user).await);
}

#[tokio::test]
async fn no_archive_remains_when_the_user_is_deleted_meanwhile() {
    let stack = Stack::running();
    for request in ["s3 CompleteMultipartUpload", "dynamodb UpdateItem users"] {
        let (user, event) = user_with_file(&stack).await;
        let emails = stack.emails_to(&user.email).await.len();
        let deletion = async {
            user.delete_record(&stack).await;
        };
        let held = FUNCTION.send_until(Fault::ServerError, &stack, request, &event, deletion);
        let (response, ()) = held.await;
        assert_eq!(response.status, 200, "{request}: {response:?}");
        assert!(!has_archive(&stack, &user).await, "{request}");
        assert_eq!(user.record(&stack).await, Value::Null, "{request}");
        assert_eq!(stack.emails_to(&user.email).await.len(), emails, "{request}");
    }
}

#[tokio::test]
async fn deletes_the_archive_that_an_earlier_attempt_has_left_of_a_deleted_user() {
    let stack = Stack::running();
    let (user, event) = user_with_file(&stack).await;
    let function = FUNCTION.start(&stack, &[]).await;
    expect!(function.send(&event), 200);
    user.delete_record(&stack).await;
    expect!(function.send(&event), 200);
    assert!(!has_archive(&stack, &user).await);
    faults::check_aws_requests(FUNCTION, async |_: &Stack| (event.clone(), ())).await;
}

#[tokio::test]
async fn leaves_out_a_file_whose_object_is_missing() {
    let stack = Stack::running();
    let (user, event) = user_with_file(&stack).await;
    let token = user.access_token(&stack).await;
    TestFile::upload_image(&stack, Some(&token))
        .await
        .without_object(&stack)
        .await;
    let function = FUNCTION.start(&stack, &[]).await;
    expect!(function.send(&event), 200);
    assert_eq!(
        function.wait_for_log("objects missing in an export").await["subject"],
        user.id.as_str()
    );
    assert_eq!(state(&stack, &user).await, "ready");
}

#[tokio::test]
async fn a_large_file_needs_little_memory() {
    let stack = Stack::running();
    let (user, event) = user_with_file(&stack).await;
    let function = FUNCTION.start(&stack, &[]).await;
    expect!(function.send(&event), 200);
    let peak = || function.peak_memory().expect("Linux tells it");
    let before = peak();

    let video = TestFile::insert_video(&stack)
        .await
        .with_attribute(&stack, "owner", user.id.as_str())
        .await;
    let content: Vec<u8> = (0..48_u32 << 20)
        .map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let put = stack.s3().put_object().bucket(&stack.buckets["files"]);
    let put = put.key(video.object_key()).body(content.into());
    put.send().await.expect("the object can be written");
    let event = {
        begin(&stack, &user).await;
        event
    };
    expect!(function.send(&event), 200);
    let more = peak() - before;
    assert!(more < 32 << 10, "{more} KiB for 48 MB");
}

#[tokio::test]
async fn the_next_attempt_makes_the_archive_after_s3_has_lost_a_part() {
    let stack = Stack::running();
    let (user, event) = user_with_file(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("s3 CompleteMultipartUpload");
    proxy.inject_fault(target, Fault::InvalidPart, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    refuses!(function, event, 503, "service_unavailable");
    assert_eq!(state(&stack, &user).await, "failed", "the user sees it");
    assert!(!has_archive(&stack, &user).await);

    proxy.clear_fault();
    expect!(function.send(&event), 200);
    assert_eq!(state(&stack, &user).await, "ready");
    assert!(has_archive(&stack, &user).await);
}

#[tokio::test]
async fn the_user_sees_when_the_time_for_an_archive_is_over() {
    let stack = Stack::running();
    let (user, event) = user_with_file(&stack).await;
    let target = NthRequest::first("s3 CompleteMultipartUpload");
    let case = FaultCase::until_deadline(FUNCTION, target, event).await;
    assert_eq!(case.response.status_and_code(), (503, "service_unavailable"));
    assert_eq!(state(&stack, &user).await, "failed");
}

#[tokio::test]
async fn after_any_fault_the_next_attempt_makes_the_archive() {
    let prepare = async |stack: &Stack| {
        let (user, event) = user_with_file(stack).await;
        (event, user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let stack = Stack::running();
        let state_before = state(&stack, user).await;
        if case.response.status == 200 {
            assert_eq!(state_before, "ready");
        } else if case.failed_request() != "dynamodb UpdateItem users"
            && case.failed_request() != "dynamodb GetItem users"
        {
            assert_eq!(state_before, "failed", "the user sees it");
        }
        expect!(case.retry(), 200);
        assert_eq!(state(&stack, user).await, "ready");
        assert!(has_archive(&stack, user).await);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    fails_when_tables_are_unreachable_or_do_not_respond(&user_with_file(&Stack::running()).await.1),
    sends_these_requests_to_aws(async |stack| {
        let (_, event) = user_with_file(stack).await;
        event
    }),
    sends_these_requests_to_aws(exports_a_video_that_is_being_sent, async |stack| {
        let (user, event) = user_with_file(stack).await;
        let start = TestRequest::post("/file/video/start-upload").bearer(&user.access_token(stack).await);
        TestUpload::start_with(stack, &start).await;
        event
    }),
    every_variable_is_required(&TestRequest::job(
        &json!({"userId": "0".repeat(32), "exportId": "0".repeat(32)})
    )),
);
