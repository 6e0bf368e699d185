//! Failures of AWS, and missing configuration.

use std::sync::Mutex;

use super::{FUNCTION, SignedInUser, StartedUpload, dump_tables, is_removed};
use crate::prelude::*;

#[tokio::test]
async fn an_interrupted_deletion_can_be_repeated() {
    let stack = Stack::running();
    let missing_table = "no-such-table";
    for table in ["PAYMENTS_TABLE", "FILES_TABLE"] {
        let signed_in = SignedInUser::create(&stack).await;
        signed_in.record_payments(&stack, 2).await;
        let function = FUNCTION.start(&stack, &[(table, missing_table)]).await;
        refuses!(function, signed_in.delete(), 503, "service_unavailable", "{table}");
        assert!(
            function.wait_for_log("failed").await["cause"]
                .to_string()
                .contains(missing_table)
        );

        // The user still exists and can try again.
        expect!(stack.send(&signed_in.user.login_request()), 200, "{table}");
        expect!(stack.send(&signed_in.delete()), 200, "{table}");
        assert!(!dump_tables(&stack).await.contains(&signed_in.user.id), "{table}");
    }
}

#[tokio::test]
async fn succeeds_and_logs_what_cannot_be_deleted_after_the_user() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::nth("dynamodb Query files", 2);
    proxy.inject_fault(target, Fault::ServerError, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    expect!(function.send(&signed_in.delete()), 200);
    let line = function.wait_for_log("file of a deleted user not deleted").await;
    assert_contains(&line, &json!({"level": "ERROR", "subject": signed_in.user.id}));
    function.wait_for_metrics("DeletionsIncomplete", 1).await;
    assert_eq!(signed_in.user.record(&stack).await, Value::Null);
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let outage = faults::Outage::start(&stack).await;
    for service in ["AWS_ENDPOINT_URL_SECRETS_MANAGER", "AWS_ENDPOINT_URL_DYNAMODB"] {
        let function = FUNCTION.start(&stack, &[(service, outage.endpoint())]).await;
        refuses!(function, signed_in.delete(), 503, "service_unavailable", "{service}");
    }
    checks::returns_503_when_tables_are_unreachable_or_do_not_respond(FUNCTION, &signed_in.delete()).await;
    expect!(stack.send(&signed_in.delete()), 200);
}

/// A user with payments, a file, an upload and an export.
async fn user_with_everything(stack: &Stack) -> (TestRequest, (SignedInUser, String, StartedUpload)) {
    let signed_in = SignedInUser::create(stack).await;
    signed_in.record_payments(stack, 2).await;
    let file = signed_in.upload_document(stack).await;
    let upload = signed_in.start_video_upload(stack).await;
    upload.put_object(stack).await;
    signed_in.insert_archive(stack).await;
    (signed_in.delete(), (signed_in, file, upload))
}

#[tokio::test]
async fn when_aws_is_slow_the_user_can_retry() {
    faults::check_slow_aws(
        FUNCTION,
        user_with_everything,
        async |stack, repeated, (signed_in, file, upload)| {
            assert_eq!(repeated.status, 200, "{repeated:?}");
            assert!(signed_in.user.record(stack).await.is_null());
            assert!(is_removed(stack, file).await);
            assert!(upload.is_removed(stack).await);
        },
    )
    .await;
}

#[tokio::test]
async fn after_any_fault_the_user_is_deleted_or_can_retry() {
    // The tables are read once for all cases, because they hold the items of every other test too.
    let deleted_users = Mutex::new(Vec::new());
    faults::check_every_fault(
        FUNCTION,
        user_with_everything,
        async |case, (signed_in, file, upload)| {
            let stack = Stack::running();
            let is_deleted = signed_in.user.record(&stack).await.is_null();
            if case.response.status == 200 {
                assert!(is_deleted);
            }
            if is_deleted {
                assert!(!signed_in.has_archive(&stack).await, "the user is deleted last");
                assert!(is_removed(&stack, file).await, "the user is deleted last");
                assert!(upload.is_removed(&stack).await, "the user is deleted last");
            }
            expect!(case.retry(), if is_deleted { 401 } else { 200 });
            assert!(!signed_in.has_archive(&stack).await);
            assert!(is_removed(&stack, file).await);
            assert!(upload.is_removed(&stack).await);
            let mut deleted_users = deleted_users.lock().expect("no case panics while it holds the lock");
            deleted_users.push((signed_in.user.id.clone(), case.description()));
        },
    )
    .await;
    let items = dump_tables(&Stack::running()).await;
    for (id, description) in deleted_users
        .into_inner()
        .expect("no case panics while it holds the lock")
    {
        assert!(!items.contains(&id), "{description}");
    }
}

#[tokio::test]
async fn after_any_fault_places_are_given_back_once() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.ask_for_places(stack).await;
        (signed_in.delete(), signed_in)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, signed_in| {
        let stack = Stack::running();
        let is_deleted = signed_in.user.record(&stack).await.is_null();
        expect!(case.retry(), if is_deleted { 401 } else { 200 });
        assert_eq!(signed_in.take_run(&stack).await, 1);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.record_payments(stack, 1).await;
        signed_in.delete()
    }),
    sends_these_requests_to_aws(removing_an_upload_sends_these_requests_to_aws, async |stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.start_video_upload(stack).await;
        signed_in.delete()
    }),
    every_variable_is_required(
        &TestRequest::post("/users/delete")
            .bearer("any")
            .json(&json!({"password": "any"}))
    ),
);
