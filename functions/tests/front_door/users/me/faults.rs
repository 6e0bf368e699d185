//! Failures of AWS, malformed items, and missing configuration.

use testing::{
    Function, Stack, TestRequest, TestUser,
    faults::{self, DeployedFunction},
};

use super::{BINARY, DEPLOYED, NAME, me, teacher, with_field};

#[tokio::test]
async fn returns_500_for_a_malformed_user_and_logs_the_id_without_personal_data() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let token = user.access_token(&stack).await;
    // In a separate table, because other tests that read all users would fail.
    let users = stack.create_empty_table_like("users").await;
    stack
        .put_item(&users, with_field(user.record(&stack).await, "email", "no address"))
        .await;

    let function = Function::start_deployed(BINARY, &stack, NAME, &[("USERS_TABLE", &users)]).await;
    assert_eq!(function.send(&me(&token)).await.status, 500);
    let cause = function.wait_for_log("failed").await["cause"].to_string();
    assert!(cause.contains(&user.id) && !cause.contains("Amina"), "{cause}");
}

#[tokio::test]
async fn returns_503_during_an_outage_of_secrets_manager_and_succeeds_after_it() {
    let stack = Stack::running();
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SECRETS_MANAGER", outage.endpoint())];
    let function = Function::start_deployed(BINARY, &stack, NAME, &overrides).await;

    assert_eq!(function.send(&me(&token)).await.status, 503);
    outage.end();
    assert_eq!(function.send(&me(&token)).await.status, 200);
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable() {
    let stack = Stack::running();
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &me(&token)).await;
}

#[tokio::test]
async fn returns_503_when_tables_do_not_respond() {
    let stack = Stack::running();
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unresponsive(BINARY, &variables, &me(&token)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &me("any")).await;
}

async fn me_as_student(stack: &Stack) -> (TestRequest, TestUser) {
    let user = TestUser::verified(stack).await;
    (me(&user.access_token(stack).await), user)
}

#[tokio::test]
async fn reads_one_item_for_a_student() {
    faults::check_aws_requests(DEPLOYED, me_as_student).await;
}

async fn me_as_teacher(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, _) = teacher(stack).await;
    (me(&user.access_token(stack).await), user)
}

#[tokio::test]
async fn reads_one_item_for_a_teacher_when_the_catalogue_is_cached() {
    let requests = faults::aws_requests(DEPLOYED, me_as_teacher).await;
    assert_eq!(requests, ["dynamodb GetItem users"]);
    faults::check_faults_of(
        DEPLOYED,
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
    let scanning = DeployedFunction {
        overrides: &[("FILE_SCAN", "required")],
        ..DEPLOYED
    };
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
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        assert_eq!(case.retry().await.data()["_id"], user.id.as_str());
    })
    .await;
}
