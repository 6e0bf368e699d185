//! Failures of AWS, and missing configuration.

use std::sync::Mutex;

use serde_json::{Value, json};
use testing::{
    Function, Stack, TestRequest,
    faults::{self, Fault, NthRequest, Proxy},
};

use super::{BINARY, DEPLOYED, NAME, SignedInUser, StartedUpload, dump_tables, is_removed};

#[tokio::test]
async fn an_interrupted_deletion_can_be_repeated() {
    let stack = Stack::running();
    let missing_table = "no-such-table";
    for table in ["PAYMENTS_TABLE", "FILES_TABLE"] {
        let signed_in = SignedInUser::create(&stack).await;
        signed_in.record_payments(&stack, 2).await;
        let function = Function::start_deployed(BINARY, &stack, NAME, &[(table, missing_table)]).await;
        let response = function.send(&signed_in.delete()).await;
        assert_eq!(response.status_and_code(), (503, "service_unavailable"), "{table}");
        assert!(
            function.wait_for_log("failed").await["cause"]
                .to_string()
                .contains(missing_table)
        );

        // The user still exists and can try again.
        assert_eq!(stack.send(&signed_in.user.login_request()).await.status, 200, "{table}");
        assert_eq!(stack.send(&signed_in.delete()).await.status, 200, "{table}");
        assert!(!dump_tables(&stack).await.contains(&signed_in.user.id), "{table}");
    }
}

#[tokio::test]
async fn succeeds_and_logs_what_cannot_be_deleted_after_the_user() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest {
        name: "dynamodb Query files".to_owned(),
        occurrence: 2,
    };
    proxy.inject_fault(target, Fault::ServerError, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &through_proxy).await;
    assert_eq!(function.send(&signed_in.delete()).await.status, 200);
    let line = function.wait_for_log("file of a deleted user not deleted").await;
    assert_eq!(
        (&line["level"], &line["subject"]),
        (&json!("ERROR"), &json!(signed_in.user.id))
    );
    function.wait_for_metrics("DeletionsIncomplete", 1).await;
    assert_eq!(signed_in.user.record(&stack).await, Value::Null);
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let stack = Stack::running();
    let signed_in = SignedInUser::create(&stack).await;
    let outage = faults::Outage::start(&stack).await;
    for service in ["AWS_ENDPOINT_URL_SECRETS_MANAGER", "AWS_ENDPOINT_URL_DYNAMODB"] {
        let function = Function::start_deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let response = function.send(&signed_in.delete()).await;
        assert_eq!(response.status_and_code(), (503, "service_unavailable"), "{service}");
    }
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &signed_in.delete()).await;
    faults::check_tables_unresponsive(BINARY, &variables, &signed_in.delete()).await;
    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
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
        DEPLOYED,
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
        DEPLOYED,
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
            let again = case.retry().await;
            assert_eq!(again.status, if is_deleted { 401 } else { 200 }, "{again:?}");
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
async fn sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.record_payments(stack, 1).await;
        (signed_in.delete(), ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn after_any_fault_places_are_given_back_once() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.ask_for_places(stack).await;
        (signed_in.delete(), signed_in)
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, signed_in| {
        let stack = Stack::running();
        let is_deleted = signed_in.user.record(&stack).await.is_null();
        assert_eq!(case.retry().await.status, if is_deleted { 401 } else { 200 });
        assert_eq!(signed_in.take_run(&stack).await, 1);
    })
    .await;
}

#[tokio::test]
async fn removing_an_upload_sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedInUser::create(stack).await;
        signed_in.start_video_upload(stack).await;
        (signed_in.delete(), ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let request = TestRequest::post("/users/delete")
        .bearer("any")
        .json(&json!({"password": "any"}));
    faults::check_each_variable_is_required(BINARY, NAME, &request).await;
}
