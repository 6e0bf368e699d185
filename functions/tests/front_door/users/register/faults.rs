//! Failures of AWS, and missing configuration.

use futures_util::future::join_all;

use super::{FUNCTION, client_ip_and_port, email, email_claim, register};
use crate::prelude::*;

#[tokio::test]
async fn retries_a_transaction_whose_conditions_fail_beside_a_conflict() {
    let stack = Stack::running();
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("dynamodb TransactWriteItems users");
    proxy.inject_fault(target, Fault::TransactionConflictAndFailedConditions, false);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    expect!(function.send(&register(&TestUser::registration())), 201);
}

#[tokio::test]
async fn succeeds_when_the_email_cannot_be_sent_and_the_next_login_sends_the_link() {
    let stack = Stack::running();
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    let registration = TestUser::registration();

    expect!(function.send(&register(&registration)), 201);
    let line = function.wait_for_log("mail not sent").await;
    assert_contains(&line, &json!({"level": "ERROR", "mail": "verify_email"}));
    assert!(!function.log().contains(email(&registration)));
    assert_eq!(stack.emails_to(email(&registration)).await.len(), 0);

    expect!(
        stack.send(&TestRequest::post("/users/login").json(&registration)),
        (403, "account_not_verified")
    );
    assert_eq!(stack.emails_to(email(&registration)).await.len(), 1);
}

#[tokio::test]
async fn returns_503_during_an_outage_without_partial_writes_and_succeeds_after_it() {
    let stack = Stack::running();
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::start(&stack).await;
        let function = FUNCTION.start(&stack, &[(service, outage.endpoint())]).await;
        let registration = TestUser::registration();

        expect!(
            function.send(&register(&registration)),
            (503, "service_unavailable"),
            "{service}"
        );
        assert_eq!(email_claim(&stack, email(&registration)).await, Value::Null);
        assert_eq!(stack.emails_to(email(&registration)).await.len(), 0);

        outage.end();
        expect!(function.send(&register(&registration)), 201, "{service}");
    }
}

/// A registration through the CDN, so that the function reads the origin secret too.
async fn registration_through_cdn(_: &Stack) -> (TestRequest, Value) {
    let registration = TestUser::registration();
    let request = register(&registration).of_ip(&client_ip_and_port(&registration));
    (request, registration)
}

#[tokio::test]
async fn sends_these_requests_to_aws_for_a_student() {
    // Some of them run concurrently, so their order varies.
    faults::check_aws_requests(FUNCTION, registration_through_cdn).await;
}

/// How many networks of an IPv6 address are counted.
const NETWORKS: i64 = 3;

#[tokio::test]
async fn after_any_fault_nothing_is_partly_written_and_the_user_can_verify() {
    faults::check_every_fault(FUNCTION, registration_through_cdn, async |case, registration| {
        let stack = Stack::running();
        let is_carried_out = case.fault().is_carried_out();
        let created =
            case.response.status == 201 || (is_carried_out && case.failed_request().contains("TransactWriteItems"));

        // Both the user and the claim on the email address exist, or neither.
        let items = case.stored_items("users").await;
        assert_eq!(items.len(), if created { 2 } else { 0 }, "{items:?}");
        assert!(items.windows(2).all(|pair| pair[0]["userId"] == pair[1]["userId"]));
        // The attempt was counted, for each network of the client. With a lost response, it may have been counted or refunded twice.
        let counted = case.counted_attempts().await.into_values().sum::<i64>();
        let expected = NETWORKS * i64::from(created);
        // While counters cannot be written, the networks before the failing one cannot be refunded.
        let is_refund_impossible = case.is_persistent() && case.failed_request().contains("attempts");
        assert!(
            counted == expected
                || (is_refund_impossible && (0..NETWORKS).contains(&counted))
                || (is_carried_out && (0..=2 * NETWORKS).contains(&counted)),
            "{counted}"
        );

        expect!(case.retry(), if created { 409 } else { 201 });
        // Whether or not the first email was sent, there is one after a login, and its link works.
        let credentials = json!({"email": registration["email"], "password": registration["password"]});
        let login = TestRequest::post("/users/login").json(&credentials);
        refuses!(stack, login, 403, "account_not_verified");
        let sent_email = stack.emails_to(email(registration)).await.pop().expect("an email");
        let verify = TestRequest::post("/users/verify-email").json(&json!({"token": sent_email.verification_token()}));
        expect!(stack.send(&verify), 200);
    })
    .await;
}

async fn teacher_registration(stack: &Stack) -> (TestRequest, (Value, [TestFile; 2])) {
    let (cv, video) = (
        TestFile::upload_document(stack, None).await,
        TestFile::insert_video(stack).await,
    );
    let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
    (register(&registration), (registration, [cv, video]))
}

/// Registering a teacher uses the clients of DynamoDB, S3, SES and Secrets Manager.
#[tokio::test]
async fn the_sdk_recovers_from_a_fault_that_occurs_once() {
    faults::check_retries(FUNCTION, teacher_registration).await;
}

#[tokio::test]
async fn after_any_fault_files_are_claimed_by_the_user_or_unclaimed() {
    faults::check_every_fault(FUNCTION, teacher_registration, async |case, (registration, files)| {
        let stack = Stack::running();
        let is_carried_out = case.fault().is_carried_out();
        let created =
            case.response.status == 201 || (is_carried_out && case.failed_request().contains("TransactWriteItems"));
        let user_id = email_claim(&stack, email(registration)).await["userId"].clone();
        assert_eq!(user_id.is_string(), created);
        for file in files {
            assert_eq!(file.is_unclaimed(&stack).await, !created);
            assert_eq!(file.record(&stack).await["owner"], user_id);
        }

        expect!(case.retry(), if created { 409 } else { 201 });
        for file in files {
            assert!(!file.is_unclaimed(&stack).await);
        }
    })
    .await;
}

#[tokio::test]
async fn waits_for_no_request_that_it_can_send_meanwhile() {
    let stack = Stack::running();
    let hanging = "dynamodb UpdateItem attempts";
    let meanwhile = [("dynamodb GetItem users", 1), ("dynamodb GetItem files", 2)];
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first(hanging);
    let variables = [("AWS_ENDPOINT_URL", proxy.endpoint()), Proxy::NO_TIMEOUT];
    let function = FUNCTION.start(&stack, &variables).await;
    // The cold start reads a user, too.
    let (first, _) = teacher_registration(&stack).await;
    function.send(&first).await;
    proxy.clear_requests();
    proxy.inject_fault(target, Fault::Hang, false);
    let (request, _) = teacher_registration(&stack).await;
    let are_sent = |requests: &[AwsRequest]| {
        let count = |name: &str| requests.iter().filter(|request| request.name == name).count();
        meanwhile.iter().all(|(name, expected)| count(name) == *expected)
    };
    tokio::select! {
        response = function.send(&request) => panic!("{hanging} hangs: {response:?}"),
        _ = proxy.wait_until(are_sent) => {}
    }
}

#[tokio::test]
async fn the_attempt_is_refunded_when_the_time_is_over() {
    let hanging = ["GetItem users", "TransactWriteItems users"].map(|name| async move {
        let target = NthRequest::first(&format!("dynamodb {name}"));
        let (request, _) = registration_through_cdn(&Stack::running()).await;
        let case = FaultCase::until_deadline(FUNCTION, target, request).await;
        assert_eq!(case.response.status_and_code(), (503, "service_unavailable"), "{name}");
        assert_eq!(case.counted_attempts().await.into_values().sum::<i64>(), 0, "{name}");
        expect!(case.retry(), 201, "{name}");
    });
    join_all(hanging).await;
}

#[tokio::test]
async fn files_stay_unclaimed_when_the_time_is_over() {
    let stack = Stack::running();
    let (request, (_, files)) = teacher_registration(&stack).await;
    let target = NthRequest::first("dynamodb TransactWriteItems users files");
    let case = FaultCase::until_deadline(FUNCTION, target, request).await;
    assert_eq!(case.response.status_and_code(), (503, "service_unavailable"));
    for file in &files {
        assert!(file.is_unclaimed(&stack).await);
    }
    expect!(case.retry(), 201);
    for file in &files {
        assert!(!file.is_unclaimed(&stack).await);
    }
}

#[tokio::test]
async fn releases_the_files_when_another_registration_claims_the_email_first() {
    let stack = Stack::running();
    let (_, (mut registration, files)) = teacher_registration(&stack).await;
    registration["email"] = TestUser::registered(&stack).await.email.into();
    let proxy = Proxy::start(&stack).await;
    let check_of_the_email = NthRequest::first("dynamodb GetItem users");
    proxy.inject_fault(check_of_the_email, Fault::ItemMissing, false);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    refuses!(function, register(&registration), 409, "user_already_exists");
    for file in files {
        assert!(file.is_unclaimed(&stack).await);
    }
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&register(&TestUser::registration())),
    every_variable_is_required(&register(&TestUser::registration())),
    a_repetition_sends_these_requests_to_aws(async |_| {
        let registration = TestUser::registration();
        register(&registration)
    }),
);
