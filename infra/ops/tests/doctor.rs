//! `ops doctor`, by running the real binary on the running stack and on broken stacks.

use aws_sdk_cloudformation::types::Parameter;
use serde_json::{Value, json};
use testing::Stack;

use crate::tool::{CommandResult, ops, ops_on};

/// Whether the command succeeded, and its JSON output.
fn report_of(result: &CommandResult) -> (bool, Value) {
    (result.succeeded, result.json())
}

fn messages(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("findings").iter();
    findings.filter_map(|finding| finding["says"].as_str()).collect()
}

/// Deploys a stack with a parameter and one topic, for tables that exist under its name.
async fn deploy_minimal_stack(stack: &Stack, name: &str, sender: &str) {
    let template = json!({
        "Parameters": {"MailSender": {"Type": "String"}},
        "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}},
    });
    let parameter = Parameter::builder()
        .parameter_key("MailSender")
        .parameter_value(sender)
        .build();
    let request = stack.cloudformation().create_stack().stack_name(name);
    let request = request.template_body(template.to_string()).parameters(parameter);
    request.send().await.expect("the stack can be created");
}

#[tokio::test]
async fn reports_no_problems_for_a_healthy_stack() {
    let stack = Stack::running();
    let output = ops(&stack, &["doctor"]).success();
    assert!(output.contains("no problems found"), "{output}");
    for check in [
        "stack",
        "tables",
        "catalogue",
        "functions",
        "secrets",
        "sender identity",
        "logs",
    ] {
        assert!(output.contains(check), "{output}");
    }
}

#[tokio::test]
async fn lists_checks_that_the_local_aws_does_not_support() {
    let stack = Stack::running();
    let (succeeded, report) = report_of(&ops(&stack, &["doctor", "--json"]));
    assert!(succeeded, "{report}");
    assert_eq!(report["findings"], json!([]));
    let skipped = report["notLookedAt"].as_array().expect("a list").iter();
    let skipped: Vec<_> = skipped.filter_map(|check| check["what"].as_str()).collect();
    assert_eq!(
        skipped,
        [
            "point-in-time recovery and time to live",
            "Lambda concurrency limit",
            "SES sandbox, review and DKIM",
            "alarms",
            "alarm recipients",
            "certificate",
        ]
    );
}

#[tokio::test]
async fn reports_problems_with_their_runbook_entries() {
    let stack = Stack::running();
    let name = stack.create_empty_tables().await;
    deploy_minimal_stack(&stack, &name, "nobody@unknown.example").await;
    let result = ops_on(&stack, &name, &["doctor", "--json"]);
    let (succeeded, report) = report_of(&result);
    assert!(!succeeded, "{report}");
    assert_eq!(report["code"], "stack_unhealthy");
    let messages = messages(&report);
    for expected in [
        "The catalogue has no courses: visitors see an empty list.",
        "SES has no identity for nobody@unknown.example or its domain: it rejects emails from this sender.",
        &format!("The table {name}-users has no deletion protection."),
    ] {
        assert!(messages.contains(&expected), "{expected}: {messages:?}");
    }
    let empty = report["findings"].as_array().expect("findings").iter();
    let empty = empty.filter(|finding| finding["see"] == "docs/runbook.md#an-empty-catalogue");
    assert_eq!(empty.map(|finding| &finding["severity"]).next(), Some(&json!("error")));

    let output = ops_on(&stack, &name, &["doctor"]).failure();
    assert!(
        output.starts_with(&format!("{name}: problems found.\n\nerror: ")),
        "{output}"
    );
}

#[tokio::test]
async fn reports_a_stack_that_does_not_exist() {
    let stack = Stack::running();
    let (succeeded, report) = report_of(&ops_on(&stack, "no-such-stack", &["doctor", "--json"]));
    assert!(!succeeded, "{report}");
    let messages = messages(&report);
    assert!(
        messages.iter().any(|message| message.contains("no-such-stack")),
        "{messages:?}"
    );
    assert!(
        messages.contains(&"There is no table no-such-stack-users."),
        "{messages:?}"
    );
}
