//! Failures of AWS, malformed items, and missing configuration.

use super::{FUNCTION, me, teacher, with_field};
use crate::prelude::*;

#[tokio::test]
async fn returns_500_for_a_malformed_user_and_logs_the_id_without_personal_data() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    // In a separate table, because other tests that read all users would fail.
    let own = stack.with_own_tables(&["users"]).await;
    own.put_item("users", with_field(user.record(&stack).await, "email", "no address"))
        .await;

    let function = FUNCTION.start(&own, &[]).await;
    expect!(function.send(&me(&token)), 500);
    let cause = function.wait_for_log("failed").await["cause"].to_string();
    assert!(cause.contains(&user.id) && !cause.contains("Amina"), "{cause}");
}

#[tokio::test]
async fn returns_503_during_an_outage_of_secrets_manager_and_succeeds_after_it() {
    let (stack, _, token) = Stack::with_signed_in_user().await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SECRETS_MANAGER", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;

    expect!(function.send(&me(&token)), 503);
    outage.end();
    expect!(function.send(&me(&token)), 200);
}

async fn me_as_student(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::verified(stack).await;
    (me(&user.access_token(stack).await), user)
}

async fn me_as_teacher(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, _) = teacher(stack).await;
    (me(&user.access_token(stack).await), user)
}

#[tokio::test]
async fn reads_one_item_for_a_teacher_when_the_catalogue_is_cached() {
    let requests = faults::aws_requests(FUNCTION, me_as_teacher).await;
    assert_eq!(requests, ["dynamodb GetItem users"]);
    faults::check_faults_of(
        FUNCTION,
        |request| request == "dynamodb Scan courses",
        me_as_teacher,
        async |case, user| {
            assert_eq!(case.retry().await.data()["_id"], user.id.as_str());
        },
    )
    .await;
}

#[tokio::test]
async fn reads_the_verdict_on_each_file_where_files_are_scanned() {
    let scanning = FUNCTION.with(&[("FILE_SCAN", "required")]);
    let requests = faults::aws_requests(scanning, me_as_teacher).await;
    assert_eq!(requests, ["dynamodb GetItem users", "dynamodb GetItem files"]);
    faults::check_faults_of(
        scanning,
        |request| request == "dynamodb GetItem files",
        me_as_teacher,
        async |case, user| {
            let data = case.response.data();
            assert_eq!(data["_id"], user.id.as_str());
            assert_eq!(data["teacher"]["curriculum"]["status"], "checking");
        },
    )
    .await;
}

#[tokio::test]
async fn after_any_fault_the_session_stays_valid() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        (me(&user.access_token(stack).await), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        assert_eq!(case.retry().await.data()["_id"], user.id.as_str());
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&me(&TestUser::any_token().await)),
    every_variable_is_required(&me("any")),
    sends_these_requests_to_aws(reads_one_item_for_a_student, me_as_student),
);
