//! Failures of AWS, and missing configuration.

use std::collections::BTreeSet;

use super::{FUNCTION, request_reset};
use crate::prelude::*;

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let (stack, user) = Stack::with_user().await;
    let (request, secrets) = (request_reset(&user.email), [user.email.as_str()]);
    let check = checks::succeeds_and_logs_when_the_email_cannot_be_sent(FUNCTION, &request, "reset_code", &secrets);
    let (_, function) = check.await;
    let counted = function.wait_for_log_line(|line| line["MailsFailed"] == 1).await;
    assert_eq!(counted["mail"], "reset_code");
    assert_eq!(counted["_aws"]["CloudWatchMetrics"][0]["Namespace"], stack.stack);
}

#[tokio::test]
async fn returns_503_during_an_outage_and_succeeds_after_it() {
    let (_, user) = Stack::with_user().await;
    let request = request_reset(&user.email);
    checks::returns_503_during_an_outage_and_succeeds_after_it(FUNCTION, &request, 200).await;
    checks::returns_503_when_tables_are_unreachable_or_do_not_respond(FUNCTION, &request).await;
}

#[tokio::test]
async fn responds_before_lambda_stops_it_when_aws_is_slow() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        (request_reset(&user.email), user)
    };
    faults::check_slow_aws(FUNCTION, prepare, async |stack, repeated, user| {
        assert_eq!(repeated.status, 200, "{repeated:?}");
        let code = TestResetCode {
            digits: user.last_email(stack).await.reset_code(),
            cookie: repeated.set_cookie("__Host-reset").to_owned(),
        };
        expect!(stack.send(&code.exchange_request(&user.email)), 200);
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_the_next_code_is_valid() {
    let prepare = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        (request_reset(&user.email), user)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, user| {
        let retry = expect!(case.retry(), 200);
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
async fn a_request_is_a_path_of_the_model() {
    traces::check(FUNCTION, async |stack| {
        let user = TestUser::verified(stack).await;
        let scene = SignInScene::observed(stack, SignInRequest::RequestCode(Browser::One), &user).await;
        (request_reset(&user.email), scene)
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(async |stack| {
        let user = TestUser::verified(stack).await;
        request_reset(&user.email)
    }),
    every_variable_is_required(&request_reset("a@example.org")),
);
