//! Failures of AWS, and missing configuration.

use std::collections::BTreeSet;

use serde_json::json;
use testing::{
    Function, Stack, TestResetCode, TestUser,
    faults::{self, AwsRequest},
    traces::{self, Browser, SignInRequest, SignInScene},
};

use super::{BINARY, DEPLOYED, NAME, request_reset};

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    let outage = faults::Outage::start(&stack).await;
    let function =
        Function::start_deployed(BINARY, &stack, NAME, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())]).await;
    assert_eq!(function.send(&request_reset(&user.email)).await.status, 200);
    let line = function.wait_for_log("mail not sent").await;
    assert_eq!((&line["level"], &line["mail"]), (&json!("ERROR"), &json!("reset_code")));
    let counted = function.wait_for_log_line(|line| line["MailsFailed"] == 1).await;
    assert_eq!(counted["mail"], "reset_code");
    assert_eq!(counted["_aws"]["CloudWatchMetrics"][0]["Namespace"], stack.stack);
    assert!(!function.log().contains(&user.email), "{}", function.log());
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let stack = Stack::running();
    let user = TestUser::verified(&stack).await;
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::start(&stack).await;
        let function = Function::start_deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let response = function.send(&request_reset(&user.email)).await;
        assert_eq!(response.status_and_code(), (503, "service_unavailable"), "{service}");
        outage.end();
        assert_eq!(
            function.send(&request_reset(&user.email)).await.status,
            200,
            "{service}"
        );
    }
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &request_reset(&user.email)).await;
    faults::check_tables_unresponsive(BINARY, &variables, &request_reset(&user.email)).await;
}

#[tokio::test]
async fn responds_before_lambda_stops_it_when_aws_is_slow() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        (request_reset(&user.email), user)
    };
    faults::check_slow_aws(DEPLOYED, prepare, async |stack, repeated, user| {
        assert_eq!(repeated.status, 200, "{repeated:?}");
        let code = TestResetCode {
            digits: user.last_email(stack).await.reset_code(),
            cookie: repeated.set_cookie("__Host-reset").to_owned(),
        };
        assert_eq!(stack.send(&code.exchange_request(&user.email)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_the_next_code_is_valid() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        (request_reset(&user.email), user)
    };
    faults::check_every_fault(DEPLOYED, prepare, async |case, user| {
        let retry = case.retry().await;
        assert_eq!(retry.status, 200);
        let cookie = retry.set_cookie("__Host-reset").to_owned();
        let stack = Stack::running();
        // SES may also have accepted the email of the first request.
        let count = 1 + usize::from(case.response.status == 200);
        let codes = |requests: &[AwsRequest]| -> BTreeSet<String> {
            requests.iter().filter_map(AwsRequest::emailed_reset_code).collect()
        };
        let requests = case.wait_until(|requests| codes(requests).len() == count).await;
        let mut valid = Vec::new();
        for digits in codes(&requests) {
            let cookie = cookie.clone();
            let code = TestResetCode { digits, cookie };
            if stack.send(&code.exchange_request(&user.email)).await.status == 200 {
                valid.push(code.digits);
                // A code of the first request is valid in any browser that has none of its own.
                break;
            }
        }
        let [valid] = &valid[..] else {
            panic!("of {count} codes, these are valid: {valid:?}");
        };
        let is_emailed =
            |request: &AwsRequest| request.is_answered && request.emailed_reset_code().as_ref() == Some(valid);
        case.wait_until(|requests| requests.iter().any(is_emailed)).await;
        let emails = stack.emails_to(&user.email).await;
        assert!(
            emails
                .iter()
                .any(|sent_email| sent_email.find_reset_code().as_ref() == Some(valid)),
            "{emails:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        (request_reset(&user.email), ())
    };
    faults::check_aws_requests(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn a_request_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let user = TestUser::verified(stack).await;
        let scene = SignInScene::observed(stack, SignInRequest::RequestCode(Browser::One), &user).await;
        (request_reset(&user.email), scene)
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &request_reset("a@example.org")).await;
}
