//! `ops doctor`, as an operator runs it: the real binary, on the running stack and on stacks that something is wrong with.

use aws_sdk_cloudformation::types::Parameter;
use serde_json::{Value, json};
use testing::Stack;

use crate::tool::{Ran, ops, ops_on};

/// Runs it, and returns the exit's success and what a machine is told.
fn examined(ran: &Ran) -> (bool, Value) {
    (ran.succeeded, ran.json())
}

fn says(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("findings").iter();
    findings.filter_map(|finding| finding["says"].as_str()).collect()
}

/// A stack of that name that has nothing but its parameter, so that its tables are those of that name.
async fn deploy_little(stack: &Stack, name: &str, sender: &str) {
    let template = json!({
        "Parameters": {"MailSender": {"Type": "String"}},
        "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}},
    });
    let given = Parameter::builder()
        .parameter_key("MailSender")
        .parameter_value(sender)
        .build();
    let request = stack.cloudformation().create_stack().stack_name(name);
    let request = request.template_body(template.to_string()).parameters(given);
    request.send().await.expect("the stack can be made");
}

#[tokio::test]
async fn a_stack_that_is_well_is_said_to_be() {
    let stack = Stack::running();
    let said = ops(&stack, &["doctor"]).done();
    assert!(said.contains("nothing is wrong with what was looked at"), "{said}");
    for looked_at in [
        "stack",
        "tables",
        "catalogue",
        "functions",
        "secrets",
        "identity of the sender",
        "logs",
    ] {
        assert!(said.contains(looked_at), "{said}");
    }
}

#[tokio::test]
async fn what_the_local_aws_cannot_answer_is_not_taken_for_healthy() {
    let stack = Stack::running();
    let (succeeded, report) = examined(&ops(&stack, &["doctor", "--json"]));
    assert!(succeeded, "{report}");
    assert_eq!(report["findings"], json!([]));
    let left_out = report["notLookedAt"].as_array().expect("a list").iter();
    let left_out: Vec<_> = left_out.filter_map(|left_out| left_out["what"].as_str()).collect();
    assert_eq!(
        left_out,
        [
            "recovery and expiry of tables",
            "Lambda's limit",
            "SES's sandbox, review and DKIM",
            "alarms",
            "who is told of alarms",
            "certificate",
        ]
    );
}

#[tokio::test]
async fn what_is_wrong_is_named_with_its_entry_in_the_runbook() {
    let stack = Stack::running();
    let name = stack.create_empty_tables().await;
    deploy_little(&stack, &name, "nobody@unknown.example").await;
    let ran = ops_on(&stack, &name, &["doctor", "--json"]);
    let (succeeded, report) = examined(&ran);
    assert!(!succeeded, "{report}");
    assert_eq!(report["code"], "stack_unhealthy");
    let said = says(&report);
    for wrong in [
        "The catalogue has no courses: visitors see an empty list.",
        "SES knows neither nobody@unknown.example nor its domain: it takes no mail from there.",
        &format!("The table {name}-users can be deleted by mistake."),
    ] {
        assert!(said.contains(&wrong), "{wrong}: {said:?}");
    }
    let empty = report["findings"].as_array().expect("findings").iter();
    let empty = empty.filter(|finding| finding["see"] == "docs/runbook.md#an-empty-catalogue");
    assert_eq!(empty.map(|finding| &finding["severity"]).next(), Some(&json!("error")));

    let said = ops_on(&stack, &name, &["doctor"]).refused();
    assert!(
        said.starts_with(&format!("{name}: something is wrong.\n\nerror: ")),
        "{said}"
    );
}

#[tokio::test]
async fn a_stack_that_nobody_knows_is_an_error() {
    let stack = Stack::running();
    let (succeeded, report) = examined(&ops_on(&stack, "no-such-stack", &["doctor", "--json"]));
    assert!(!succeeded, "{report}");
    let said = says(&report);
    assert!(said.iter().any(|says| says.contains("no-such-stack")), "{said:?}");
    assert!(said.contains(&"There is no table no-such-stack-users."), "{said:?}");
}
