//! Nothing reveals whether an email address is registered, and logs contain no personal data.

use super::{FUNCTION, login};
use crate::prelude::*;

#[tokio::test]
async fn an_unknown_email_and_a_wrong_password_get_the_same_response() {
    let (stack, user) = Stack::with_user().await;
    let unverified = TestUser::registered(&stack).await;
    let blocked = TestUser::verified(&stack).await;
    blocked.set_attribute(&stack, "blocked", json!(true)).await;
    let emails = stack.emails_to(&unverified.email).await.len();

    let wrong = stack
        .send(&user.login_request_with("Wrong horse 1").query("lang", "ar"))
        .await;
    assert_json_snapshot!(wrong, @r#"
    {
      "status": 401,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "incorrect_credentials",
        "message": "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
        "success": false
      }
    }
    "#);
    let unknown_user = json!({"email": "nobody@example.org", "password": "Wrong horse 1"});
    for request in [
        login(&unknown_user),
        login(&json!({"email": "no address", "password": "Wrong horse 1"})),
        login(&json!({"email": "", "password": ""})),
        unverified.login_request_with("Wrong horse 1"),
        blocked.login_request_with("Wrong horse 1"),
    ] {
        let response = stack.send(&request.query("lang", "ar")).await;
        assert_eq!(format!("{response:?}"), format!("{wrong:?}"));
    }
    assert_eq!(stack.emails_to(&unverified.email).await.len(), emails);
}

#[tokio::test]
async fn an_unknown_email_takes_as_much_work_as_a_wrong_password() {
    let wrong = async |stack: &Stack| TestUser::verified(stack).await.login_request_with("Wrong horse 1");
    let unknown = async |stack: &Stack| {
        let user = TestUser::verified(stack).await;
        let email = format!("nobody-{}@example.org", user.id);
        login(&json!({"email": email, "password": "Wrong horse 1"}))
    };
    // Some of them run concurrently, so their order varies.
    let mut of_unknown = faults::aws_requests(FUNCTION, unknown).await;
    let mut of_wrong = faults::aws_requests(FUNCTION, wrong).await;
    of_unknown.sort();
    of_wrong.sort();
    assert_eq!(of_unknown, of_wrong);

    let stack = Stack::running();
    let function = FUNCTION
        .start(&stack, &[("RATE_LIMITS", "FailedLoginsPerEmail:10000")])
        .await;
    let user = TestUser::verified(&stack).await;
    let unknown = login(&json!({"email": format!("nobody-{}@example.org", user.id), "password": "Wrong horse 1"}));
    let wrong = user.login_request_with("Wrong horse 1");

    // The measurements alternate, so that other load affects both alike.
    let (mut unknown_times, mut wrong_times) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        unknown_times.push(function.processor_time(&unknown).await);
        wrong_times.push(function.processor_time(&wrong).await);
    }
    let ratio = median(unknown_times).as_secs_f64() / median(wrong_times).as_secs_f64();
    assert!(
        // Without the dummy hash, an unknown email address takes a small fraction of the time.
        (0.6..1.6).contains(&ratio),
        "an unknown email address takes {ratio:.2} of the time of a wrong password"
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::test]
async fn logs_nothing_from_the_request() {
    let (stack, user) = Stack::with_unverified_user().await;
    let outage = faults::Outage::start(&stack).await;
    let overrides = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = FUNCTION.start(&stack, &overrides).await;
    function.send(&user.login_request()).await;
    function
        .send(&TestRequest::post("/users/login").body(format!("{{\"password\": \"{}\"", user.password)))
        .await;

    let line = function.wait_for_log("mail not sent").await;
    assert_contains(&line, &json!({"level": "ERROR", "mail": "verify_email"}));
    let log = function.log();
    for secret in [&user.email, &user.password, "token="] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[tokio::test]
async fn logs_the_outcome_of_each_sign_in() {
    let (stack, user) = Stack::with_user().await;
    let function = FUNCTION.start(&stack, &[]).await;
    function.send(&user.login_request_with("Wrong horse 1")).await;
    let refused = function.wait_for_log("refused").await;
    assert_eq!(
        (&refused["span"]["route"], &refused["status"], &refused["code"]),
        (
            &json!("POST /users/login"),
            &json!(401),
            &json!("incorrect_credentials")
        )
    );
    let time = refused["timestamp"].as_str().expect("a time");
    assert!(time.ends_with('Z'), "in UTC: {time}");
    function.send(&user.login_request()).await;
    let answered = function.wait_for_log("answered").await;
    assert_eq!(
        (&answered["span"]["route"], &answered["status"]),
        (&json!("POST /users/login"), &json!(200))
    );
}

#[tokio::test]
async fn counts_an_error_by_its_code_without_personal_data() {
    let (stack, user) = Stack::with_user().await;
    let function = FUNCTION.start(&stack, &[]).await;
    expect!(function.send(&user.login_request_with("Wrong horse 1")), 401);
    let lines = function.wait_for_metrics("Errors", 1).await;
    assert_json_snapshot!(lines[0], {
        "._aws.Timestamp" => "[time]", "._aws.CloudWatchMetrics[].Namespace" => "[stack]", ".Latency" => "[milliseconds]"
    }, @r#"
    {
      "Calls": 1,
      "ColdStarts": 1,
      "Errors": 1,
      "Latency": "[milliseconds]",
      "_aws": {
        "CloudWatchMetrics": [
          {
            "Dimensions": [
              []
            ],
            "Metrics": [
              {
                "Name": "Calls",
                "Unit": "Count"
              }
            ],
            "Namespace": "[stack]"
          },
          {
            "Dimensions": [
              [
                "route"
              ]
            ],
            "Metrics": [
              {
                "Name": "Latency",
                "Unit": "Milliseconds"
              }
            ],
            "Namespace": "[stack]"
          },
          {
            "Dimensions": [
              []
            ],
            "Metrics": [
              {
                "Name": "ColdStarts",
                "Unit": "Count"
              }
            ],
            "Namespace": "[stack]"
          },
          {
            "Dimensions": [
              [
                "code"
              ],
              [
                "route",
                "code"
              ]
            ],
            "Metrics": [
              {
                "Name": "Errors",
                "Unit": "Count"
              }
            ],
            "Namespace": "[stack]"
          }
        ],
        "Timestamp": "[time]"
      },
      "code": "incorrect_credentials",
      "route": "POST /users/login"
    }
    "#);
    for personal in [user.email.as_str(), &user.id, &user.password, "Amina"] {
        assert!(!function.log().contains(personal), "{}", function.log());
    }
}
