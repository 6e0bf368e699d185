//! `ops announce`, by running the real binary for new users of the running stack.
//!
//! Protected here: everybody who waits gets one email, also when the command is killed at any point, and one email at most is in doubt.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test panics when it fails"
)]

use std::process::{Command, Stdio};

use insta::assert_snapshot;
use serde_json::{Value, json};
use testing::{
    Stack, TestUser,
    faults::{Fault, NthRequest, Proxy},
};
use tokio::sync::{Mutex, MutexGuard};

use crate::tool::{CommandResult, ops};

/// The service that is open. No user can ask to be told, so only the tests of this file have users who wait for it.
const SERVICE: &str = "courses";

/// An announcement reaches all users of the stack, so one test at a time has users who wait.
static WAITING: Mutex<()> = Mutex::const_new(());

struct Waiting {
    stack: Stack,
    users: Vec<TestUser>,
    _alone: MutexGuard<'static, ()>,
}

impl Waiting {
    async fn users(count: usize) -> Self {
        let alone = WAITING.lock().await;
        let stack = Stack::running();
        let mut users = Vec::new();
        for _ in 0..count {
            let user = TestUser::verified(&stack).await;
            user.set_attribute(&stack, "interests", interests(None)).await;
            users.push(user);
        }
        // A test that failed before this one may have left users who wait.
        for item in stack.scan_items(&stack.tables["users"]).await {
            let id = item["userId"].as_str().unwrap_or_default();
            let waits = item["interests"].get(SERVICE).is_some();
            if waits && !users.iter().any(|user| user.id == id) {
                let mut item = item.clone();
                item.as_object_mut().expect("an item").remove("interests");
                stack.put_item(&stack.tables["users"], item).await;
            }
        }
        Self {
            stack,
            users,
            _alone: alone,
        }
    }

    fn announce(&self, arguments: &[&str]) -> CommandResult {
        ops(&self.stack, &[&["announce", SERVICE], arguments].concat())
    }

    /// How many emails about the service each user got.
    async fn mails(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        for user in &self.users {
            let emails = self.stack.emails_to(&user.email).await;
            let about = emails.iter().filter(|email| email.body_text.contains("/about/courses"));
            counts.push(about.count());
        }
        counts
    }

    async fn interests(&self) -> Vec<Value> {
        let mut interests = Vec::new();
        for user in &self.users {
            interests.push(user.record(&self.stack).await["interests"].clone());
        }
        interests
    }

    async fn records(&self) -> usize {
        let records = self.stack.scan_items(&self.stack.tables["audit"]).await;
        records
            .iter()
            .filter(|record| record["action"] == "service_announce")
            .count()
    }
}

/// The interests of a user who waits for the service and for another one.
fn interests(announcement: Option<&str>) -> Value {
    let mut interest = json!({"askedAt": 1_767_225_600});
    if let Some(announcement) = announcement {
        interest["announcement"] = announcement.into();
    }
    json!({SERVICE: interest, "job": {"askedAt": 1_767_225_600}})
}

/// The interests that an announcement leaves.
fn left() -> Value {
    json!({"job": {"askedAt": 1_767_225_600}})
}

#[tokio::test]
async fn each_user_who_waits_gets_one_email_in_their_language() {
    let waiting = Waiting::users(3).await;
    let stack = &waiting.stack;
    for (user, language) in waiting.users.iter().zip(testing::languages()) {
        user.set_attribute(stack, "language", json!(language)).await;
    }
    let records = waiting.records().await;
    let dry_run = waiting.announce(&["--dry-run"]).success();
    assert!(
        dry_run.starts_with("Dry run: this would announce courses in 3 emails."),
        "{dry_run}"
    );
    assert_eq!((waiting.mails().await, waiting.records().await), (vec![0; 3], records));

    let output = waiting.announce(&["--json"]).json();
    assert_eq!(
        output,
        json!({
            "dryRun": false, "service": "courses", "sent": 3, "skipped": 0, "inDoubt": [], "held": 0, "malformed": output["malformed"],
        })
    );
    assert_eq!(waiting.records().await, records + 1);
    assert_eq!(waiting.interests().await, vec![left(); 3]);
    for (user, language) in waiting.users.iter().zip(testing::languages()) {
        let email = user.last_email(stack).await;
        let mut lines = email.body_text.lines();
        let page = format!("/about/courses?lang={language}");
        let link = lines.find(|line| line.ends_with(&page)).expect("a link");
        let text = email.snapshot_text().replace(link, "[the service]");
        let text = text.replace(link.trim_end_matches(&page), "[site]");
        assert_snapshot!(format!("announced_{language}"), text);
    }

    let again = waiting.announce(&[]).success();
    assert!(again.starts_with("courses is announced in 0 emails."), "{again}");
    assert_eq!(
        (waiting.mails().await, waiting.records().await),
        (vec![1; 3], records + 1)
    );
}

#[tokio::test]
async fn users_who_cannot_sign_in_wait_until_they_can() {
    let waiting = Waiting::users(3).await;
    let stack = &waiting.stack;
    waiting.users[0].set_attribute(stack, "blocked", true.into()).await;
    waiting.users[1].set_attribute(stack, "verified", false.into()).await;
    let output = waiting.announce(&["--json"]).json();
    assert_eq!((&output["sent"], &output["held"]), (&json!(1), &json!(2)));
    assert_eq!(waiting.mails().await, [0, 0, 1]);
    waiting.users[0].set_attribute(stack, "blocked", false.into()).await;
    assert_eq!(waiting.announce(&["--json"]).json()["sent"], 1);
    assert_eq!(waiting.mails().await, [1, 0, 1]);
}

#[tokio::test]
async fn a_service_that_is_not_open_is_announced_early_only() {
    let stack = Stack::running();
    let refused = ops(&stack, &["announce", "psychology", "--json"]).failure();
    assert_snapshot!(refused, @r#"{"code":"service_not_open","message":"psychology is not open in this release. Deploy the release that opens it first, or give --early. No email was sent."}"#);
    for arguments in [&["--dry-run"][..], &["--dry-run", "--early"]] {
        let output = ops(&stack, &[&["announce", "psychology"], arguments].concat()).success();
        assert!(
            output.starts_with("Dry run: this would announce psychology in "),
            "{output}"
        );
    }
    let unknown = ops(&stack, &["announce", "cooking"]).failure();
    assert!(unknown.contains("[possible values: courses, consulting,"), "{unknown}");
}

#[tokio::test]
async fn a_run_that_is_killed_at_any_point_leaves_one_email_in_doubt_at_most() {
    for request in [
        "dynamodb UpdateItem users #1",
        "ses SendEmail #1",
        "dynamodb UpdateItem users #2",
        "dynamodb UpdateItem users #3",
        "ses SendEmail #2",
        "dynamodb UpdateItem users #4",
    ] {
        let waiting = Waiting::users(3).await;
        kill_at(&waiting.stack, request).await;

        let output = waiting.announce(&["--json"]).json();
        let in_doubt = output["inDoubt"].as_array().expect("a list").clone();
        let mails = waiting.mails().await;
        assert!(mails.iter().all(|count| *count <= 1), "{request}: {mails:?}");
        assert!(in_doubt.len() <= 1, "{request}: {output}");
        for (user, count) in waiting.users.iter().zip(&mails) {
            assert!(*count == 1 || in_doubt.contains(&json!(user.id)), "{request}: {output}");
        }
        let again = waiting.announce(&["--json"]).json();
        assert_eq!((&again["sent"], &again["inDoubt"]), (&json!(0), &json!(in_doubt)));

        let in_the_end = waiting.announce(&["--in-doubt", "--json"]).json();
        assert_eq!(
            (&in_the_end["sent"], &in_the_end["inDoubt"]),
            (&json!(in_doubt.len()), &json!([]))
        );
        assert_eq!(waiting.interests().await, vec![left(); 3], "{request}");
    }
}

/// Runs an announcement, and kills it while a request is on its way to AWS.
async fn kill_at(stack: &Stack, request: &str) {
    let (name, occurrence) = request.split_once(" #").expect("a number");
    let proxy = Proxy::start(stack).await;
    let target = NthRequest {
        name: name.to_owned(),
        occurrence: occurrence.parse().expect("a number"),
    };
    proxy.hold_and_fail(target.clone(), Fault::ResponseLost);
    let through_proxy = proxy.in_front_of(stack);
    let mut tool = Command::new(env!("CARGO_BIN_EXE_ops"))
        .args(["announce", SERVICE])
        .env_clear()
        .envs(through_proxy.environment())
        .env("STACK", &stack.stack)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool starts");
    proxy.wait_for_request(&target).await;
    tool.kill().expect("it runs");
    tool.wait().expect("it has ended");
    proxy.release();
}

#[tokio::test]
async fn a_failure_stops_the_run_or_leaves_the_user_waiting() {
    // The first update marks the user, and the second one removes the interest.
    for (request, occurrence, fault, code, in_doubt) in [
        ("ses SendEmail", 1, Fault::ServerError, "announcement_stopped", 1),
        ("ses SendEmail", 1, Fault::ResponseLost, "announcement_stopped", 1),
        ("ses SendEmail", 1, Fault::Forbidden, "mails_refused", 0),
        (
            "dynamodb UpdateItem users",
            1,
            Fault::ServerError,
            "announcement_stopped",
            0,
        ),
        (
            "dynamodb UpdateItem users",
            1,
            Fault::ResponseLost,
            "announcement_stopped",
            1,
        ),
        (
            "dynamodb UpdateItem users",
            2,
            Fault::ServerError,
            "announcement_stopped",
            1,
        ),
        (
            "dynamodb UpdateItem users",
            2,
            Fault::ResponseLost,
            "announcement_stopped",
            0,
        ),
        ("dynamodb PutItem audit", 1, Fault::ServerError, "tables_unusable", 0),
    ] {
        let waiting = Waiting::users(2).await;
        let proxy = Proxy::start(&waiting.stack).await;
        let target = NthRequest {
            name: request.to_owned(),
            occurrence,
        };
        proxy.inject_fault(target, fault, true);
        let through_proxy = proxy.in_front_of(&waiting.stack);
        let result = tokio::task::spawn_blocking(move || ops(&through_proxy, &["announce", SERVICE, "--json"]));
        let output: Value = serde_json::from_str(&result.await.expect("it ran").failure()).expect("JSON");
        assert_eq!(output["code"], code, "{request} {fault:?}: {output}");

        let again = waiting.announce(&["--json"]).json();
        let listed = again["inDoubt"].as_array().expect("a list").len();
        assert_eq!(listed, in_doubt, "{request} {fault:?}: {again}");
        let mails = waiting.mails().await;
        assert!(mails.iter().all(|count| *count <= 1), "{request} {fault:?}: {mails:?}");
        assert!(
            mails.iter().sum::<usize>() >= 2 - in_doubt,
            "{request} {fault:?}: {mails:?}"
        );
    }
}

#[tokio::test]
async fn another_run_does_not_take_over_an_email_that_is_being_sent() {
    let waiting = Waiting::users(1).await;
    let stack = &waiting.stack;
    waiting.users[0]
        .set_attribute(stack, "interests", interests(Some(&"0".repeat(32))))
        .await;
    let output = waiting.announce(&[]).success();
    assert!(output.contains("In doubt, because another run ended"), "{output}");
    assert!(output.contains(&format!("\n  {}\n", waiting.users[0].id)), "{output}");
    assert_eq!(waiting.mails().await, [0]);
}
