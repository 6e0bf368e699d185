//! `POST /users/request-reset`, through the gateway of the running stack, and in environments that a deployed function cannot
//! have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::{collections::BTreeSet, net::Ipv4Addr, time::Duration};

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::json;
use testing::{
    Call, Function, Person, Stack,
    faults::{self, AwsRequest},
    in_one_window,
};
use tokio::net::TcpListener;

const BINARY: &str = "users-request-reset";
const NAME: &str = "UsersRequestResetFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
/// As the template has it.
const MAILS_PER_EMAIL: usize = 3;
/// As the function has it.
const ANSWERED_AFTER: Duration = Duration::from_secs(2);
/// How long a call to AWS may take, in seconds, as it is on AWS: the mail's time is a share of it.
const CALL_TIMEOUT: &str = "6";
/// In what time they count.
const WINDOW: Duration = Duration::from_hours(1);

fn request(email: &str) -> Call {
    Call::post("/users/request-reset").json(&json!({"email": email}))
}

fn exchange(email: &str, code: &str) -> Call {
    Call::post("/users/verify-reset-code").json(&json!({"email": email, "resetCode": code}))
}

#[tokio::test]
async fn whether_there_is_an_account_is_not_told() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let unverified = Person::registered(&stack).await;
    let blocked = Person::verified(&stack).await;
    blocked.set(&stack, "blocked", json!(true)).await;
    let nobody = format!("nobody-{}", person.email);

    let known = stack.send(&request(&person.email).query("lang", "ar")).await;
    assert_json_snapshot!(known);
    for email in [nobody.as_str(), &unverified.email, &blocked.email] {
        let reply = stack.send(&request(email).query("lang", "ar")).await;
        assert_eq!(format!("{reply:?}"), format!("{known:?}"));
    }
    assert_eq!(stack.mails_to(&nobody).await.len(), 0);
    assert_eq!(stack.mails_to(&blocked.email).await.len(), 1, "that of signing up");
    assert_eq!(
        unverified.last_mail(&stack).await.code().len(),
        6,
        "a code proves the mailbox as well"
    );
}

#[tokio::test]
async fn a_code_is_mailed_in_the_language_of_the_person() {
    let stack = Stack::running();
    for language in ["en", "fr", "ar"] {
        let person = Person::verified(&stack).await;
        let mut profile = person.item(&stack).await["profile"].clone();
        profile["fullname"] = json!("Amina <b>Benali</b>");
        person.set(&stack, "profile", profile).await;
        assert_eq!(stack.send(&person.login().query("lang", language)).await.status, 200);
        let code = person.reset_code(&stack).await;
        let mail = person.last_mail(&stack).await;
        assert_snapshot!(format!("mail_{language}"), mail.seen().replace(&code, "[code]"));
    }
}

#[tokio::test]
async fn what_is_kept_names_nobody_and_holds_no_code() {
    let stack = Stack::running();
    let table = stack.empty_table_like("passwordResets").await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("PASSWORD_RESETS_TABLE", &table)]).await;
    let person = Person::verified(&stack).await;
    assert_eq!(function.send(&request(&person.email)).await.status, 200);
    assert_eq!(function.send(&request("nobody@example.org")).await.status, 200);

    let items = stack.items(&table).await;
    assert_eq!(items.len(), 2, "an address that nobody has is remembered just so");
    for item in items {
        let names: Vec<_> = item.as_object().expect("an item").keys().cloned().collect();
        assert_eq!(names, ["attempts", "codeExpiresAt", "codeHash", "expiresAt", "mailbox"]);
        for hash in ["codeHash", "mailbox"] {
            assert_eq!(item[hash].as_str().map(str::len), Some(43), "256 bits");
        }
    }
}

#[tokio::test]
async fn a_new_request_makes_the_code_before_it_void() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let first = person.reset_code(&stack).await;
    let mut second = person.reset_code(&stack).await;
    if second == first {
        second = person.reset_code(&stack).await;
    }
    let void = stack.send(&exchange(&person.email, &first)).await;
    assert_eq!(void.outcome(), (400, "invalid_code"));
    assert_eq!(stack.send(&exchange(&person.email, &second)).await.status, 200);
}

#[tokio::test]
async fn case_and_spaces_around_the_e_mail_do_not_matter() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let email = format!(" {}\n", person.email.to_uppercase());
    assert_eq!(stack.send(&request(&email)).await.status, 200);
    assert_eq!(stack.mails_to(&person.email).await.len(), 2);
}

#[tokio::test]
async fn the_fourth_mail_in_an_hour_is_refused() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let person = Person::verified(&stack).await;
        let nobody = format!("nobody-{}", person.email);
        for email in [&person.email, &nobody] {
            for _ in 0..MAILS_PER_EMAIL {
                assert_eq!(stack.send(&request(email)).await.status, 200);
            }
            let reply = stack.send(&request(email).query("lang", "fr")).await;
            assert_json_snapshot!("too_many_requests", reply);
        }
        assert_eq!(stack.mails_to(&person.email).await.len(), 1 + MAILS_PER_EMAIL);
    })
    .await;
}

#[tokio::test]
async fn an_address_that_asks_too_often_is_refused_for_every_e_mail() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_RESETS_PER_ADDRESS", "2")]).await;
        let (_, secret) = stack.secret("origin").await;
        let person = Person::verified(&stack).await;
        let address = person.client_address();
        for number in 0..2 {
            let nobody = request(&format!("nobody{number}-{}@example.org", person.id)).through_cdn(&secret, &address);
            assert_eq!(function.send(&nobody).await.status, 200);
        }
        let reply = function
            .send(&request(&person.email).through_cdn(&secret, &address))
            .await;
        assert_eq!(reply.outcome(), (429, "too_many_requests"));
        let another = format!("[2001:db8:{}::1]:50000", &person.id[..4]);
        let reply = function
            .send(&request(&person.email).through_cdn(&secret, &another))
            .await;
        assert_eq!(reply.status, 200);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_e_mail_is_told_so() {
    let stack = Stack::running();
    for body in [
        json!({}),
        json!({"email": ""}),
        json!({"email": null}),
        json!({"email": "no address"}),
    ] {
        let reply = stack.send(&Call::post("/users/request-reset").json(&body)).await;
        assert_eq!(reply.outcome(), (400, "email_invalid"), "{body}");
        assert_eq!(reply.body["errors"], json!({"email": "email_invalid"}));
    }
    for body in [&b""[..], b"null", b"[]", b"{\"email\": 1}", b"email=a@example.org"] {
        let reply = stack.send(&Call::post("/users/request-reset").body(body)).await;
        assert_eq!(reply.outcome(), (400, "malformed_request"), "{}", body.escape_ascii());
    }
    let reply = stack.send(&request(&"x".repeat(1_000_000))).await;
    assert_eq!(reply.outcome(), (413, "request_too_large"));
}

#[tokio::test]
async fn known_and_unknown_are_answered_at_the_same_moment_whatever_the_mail_service_does() {
    let stack = Stack::running();
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let hanging = format!("http://{}", silent.local_addr().expect("the port is bound"));
    for mail_service in [stack.aws.as_str(), &hanging] {
        let others = [
            ("AWS_ENDPOINT_URL_SESV2", mail_service),
            ("AWS_CALL_TIMEOUT_SECONDS", CALL_TIMEOUT),
        ];
        let function = Function::deployed(BINARY, &stack, NAME, &others).await;
        let person = Person::verified(&stack).await;
        let (known, unknown) = (request(&person.email), request(&format!("nobody-{}", person.email)));
        for call in [&known, &unknown, &known, &unknown] {
            let time = function.time(call).await;
            assert!(time >= ANSWERED_AFTER, "{time:?}");
        }
    }
}

/// The instance is frozen from its answer on.
#[tokio::test]
async fn what_becomes_of_the_mail_is_decided_before_the_answer() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let hanging = format!("http://{}", silent.local_addr().expect("the port is bound"));
    let others = [
        ("AWS_ENDPOINT_URL_SESV2", hanging.as_str()),
        ("AWS_CALL_TIMEOUT_SECONDS", CALL_TIMEOUT),
    ];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    assert_eq!(function.send(&request(&person.email)).await.status, 200);
    let line = function.logged("mail not sent").await;
    assert_eq!(
        (&line["level"], &line["mail"], &line["cause"]),
        (
            &json!("ERROR"),
            &json!("reset_code"),
            &json!("SES: given up after 1.5s")
        )
    );
    let counted = function.log_line(|line| line["MailsFailed"] == 1).await;
    assert_eq!(counted["mail"], "reset_code");
}

/// What is done before the moment of the answer is the same for both; it has the code for nobody kept too.
#[tokio::test]
async fn an_unknown_e_mail_asks_the_same_of_the_tables() {
    let unknown = async |stack: &Stack| {
        let person = Person::verified(stack).await;
        (request(&format!("nobody-{}", person.email)), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, unknown).await;
    assert_eq!(
        asked,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "dynamodb GetItem users",
            "dynamodb GetItem users",
            "dynamodb UpdateItem passwordResets",
        ]
    );
}

#[tokio::test]
async fn mail_that_cannot_be_sent_is_logged_and_fails_nothing() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let outage = faults::Outage::of(&stack).await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())]).await;
    assert_eq!(function.send(&request(&person.email)).await.status, 200);
    let line = function.logged("mail not sent").await;
    assert_eq!((&line["level"], &line["mail"]), (&json!("ERROR"), &json!("reset_code")));
    let counted = function.log_line(|line| line["MailsFailed"] == 1).await;
    assert_eq!(counted["mail"], "reset_code");
    assert_eq!(counted["_aws"]["CloudWatchMetrics"][0]["Namespace"], stack.stack);
    assert!(!function.log().contains(&person.email), "{}", function.log());
}

#[tokio::test]
async fn services_that_are_out_of_reach_are_a_503_until_they_are_back() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::of(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let reply = function.send(&request(&person.email)).await;
        assert_eq!(reply.outcome(), (503, "service_unavailable"), "{service}");
        outage.end();
        assert_eq!(function.send(&request(&person.email)).await.status, 200, "{service}");
    }
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &request(&person.email)).await;
    faults::check_tables_hanging(BINARY, &variables, &request(&person.email)).await;
}

#[tokio::test]
async fn whatever_fails_the_next_code_is_good() {
    let like = Person::verified(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let person = like.twin(stack).await;
        (request(&person.email), person)
    };
    faults::check_each_step(DEPLOYED, prepare, async |case, person| {
        assert_eq!(case.again().await.status, 200);
        let stack = Stack::running();
        // That of the call before, if it came to one, may have been taken too.
        let mails = 1 + usize::from(case.reply.status == 200);
        let codes = |requests: &[AwsRequest]| -> BTreeSet<String> {
            requests.iter().filter_map(AwsRequest::mailed_code).collect()
        };
        let requests = case.requests_once(|requests| codes(requests).len() == mails).await;
        let mut good = Vec::new();
        for code in codes(&requests) {
            if stack.send(&exchange(&person.email, &code)).await.status == 200 {
                good.push(code);
            }
        }
        let [good] = &good[..] else {
            panic!("of {mails} codes, these are good: {good:?}");
        };
        let is_mailed = |request: &AwsRequest| request.is_answered && request.mailed_code().as_ref() == Some(good);
        case.requests_once(|requests| requests.iter().any(is_mailed)).await;
        let mails = stack.mails_to(&person.email).await;
        assert!(
            mails.iter().any(|mail| mail.find_code().as_ref() == Some(good)),
            "{mails:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn asking_for_a_code_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let person = Person::verified(stack).await;
        (request(&person.email), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, prepare).await;
    assert_eq!(
        asked,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "dynamodb GetItem users",
            "dynamodb GetItem users",
            "dynamodb UpdateItem passwordResets",
            "ses SendEmail",
        ]
    );
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &request("a@example.org")).await;
}
