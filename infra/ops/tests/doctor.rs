//! `ops doctor`, by running the real binary on the running stack and on broken stacks.

use aws_sdk_cloudformation::types::Parameter;
use platform::clock;

use crate::prelude::*;

/// Whether the command succeeded, and its JSON output.
fn report_of(result: &CommandResult) -> (bool, Value) {
    (result.succeeded, result.json())
}

fn messages(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("findings").iter();
    findings.filter_map(|finding| finding["says"].as_str()).collect()
}

/// Deploys a stack with parameters and one topic, for tables that exist under its name.
async fn deploy_minimal_stack(stack: &Stack, name: &str, sender: &str, scan: &str) {
    let template = json!({
        "Parameters": {"MailSender": {"Type": "String"}, "FileScan": {"Type": "String"}},
        "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}},
    });
    let parameters = [("MailSender", sender), ("FileScan", scan)]
        .map(|(key, value)| Parameter::builder().parameter_key(key).parameter_value(value).build());
    let request = stack.cloudformation().create_stack().stack_name(name);
    let request = request.template_body(template.to_string());
    let request = request.set_parameters(Some(parameters.into()));
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
        "age of secrets",
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
            "copies in another region",
        ]
    );
}

#[tokio::test]
async fn reports_problems_with_their_runbook_entries() {
    let stack = Stack::running();
    let name = stack.create_empty_tables().await;
    deploy_minimal_stack(&stack, &name, "nobody@unknown.example", "off").await;
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
async fn reports_files_that_no_scan_has_cleared_where_files_are_scanned() {
    let stack = Stack::running();
    let file = |id: &str, kind: &str, created_at: &str, verdict: Option<&str>| {
        let mut item = json!({
            "fileId": id.repeat(32), "kind": kind, "name": "cv.pdf", "contentType": "application/pdf", "size": 1,
            "createdAt": created_at, "owner": "a".repeat(32),
        });
        if let Some(verdict) = verdict {
            item["scan"] = json!({"verdict": verdict, "version": "1", "at": created_at});
        }
        item
    };
    let earlier = "2026-01-02T03:04:05Z";
    let mut removed = file("6", "document", earlier, None);
    removed["removal"] = json!({"at": 1});
    let mut expired = file("7", "document", earlier, None);
    expired["expiresAt"] = 1_767_323_045.into();
    let items = [
        file("0", "document", earlier, None),
        file("1", "video", earlier, Some("failed")),
        file("2", "document", earlier, Some("clean")),
        file("3", "document", earlier, Some("infected")),
        file("4", "image", earlier, None),
        file("5", "document", &clock::now().to_string(), None),
        removed,
        expired,
    ];
    for (scan, expected) in [("off", false), ("guardduty", true), ("external", true)] {
        let name = stack.create_empty_tables().await;
        for item in &items {
            stack.put_item(&format!("{name}-files"), item.clone()).await;
        }
        deploy_minimal_stack(&stack, &name, "nobody@unknown.example", scan).await;
        let (_, report) = report_of(&ops_on(&stack, &name, &["doctor", "--json"]));
        let messages = messages(&report);
        let found = messages.iter().find(|message| message.contains("scan for malware"));
        let Some(found) = found.filter(|_| expected) else {
            assert_eq!((found, expected), (None, false), "{scan}");
            continue;
        };
        assert!(
            found.starts_with("For more than an hour, no scan for malware has cleared: "),
            "{found}"
        );
        let keys = [
            format!("document/{}", "0".repeat(32)),
            format!("video/{}", "1".repeat(32)),
        ];
        assert!(keys.iter().all(|key| found.contains(key)), "{found}");
        assert_eq!(found.matches('/').count(), keys.len(), "{found}");
    }
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

#[tokio::test]
async fn finds_a_counter_of_receipts_that_a_restoration_left_behind() {
    let stack = Stack::running();
    let name = stack.create_empty_tables().await;
    let year = clock::now().to_zoned(jiff::tz::TimeZone::UTC).year();
    let table = format!("{name}-payments");
    let payer = format!("receipts#{year}");
    for number in [1, 3] {
        let id = format!("{year}-{number:06}");
        let receipt = json!({"payer": payer, "paymentId": id, "number": id, "kind": "payment", "issuedOn": format!("{year}-01-05"),
            "amount": "11900.00", "currency": "DZD"});
        stack.put_item(&table, receipt).await;
    }
    let counter = json!({"payer": payer, "paymentId": "counter", "last": 1});
    stack.put_item(&table, counter).await;
    let behind = format!(
        "The counter of the receipts of {year} is at 1, and the highest receipt has the number 3: no payment can be recorded."
    );
    let (_, report) = report_of(&ops_on(&stack, &name, &["doctor", "--json"]));
    assert!(messages(&report).contains(&behind.as_str()), "{report}");

    let year = year.to_string();
    let raise = |arguments: &[&str]| ops_on(&stack, &name, &[&["receipts", "raise", &year], arguments].concat());
    let output = raise(&["--dry-run"]).success();
    let text = format!("the counter of {year} from 1 to 3.\nNo receipt has the number 2.");
    assert_eq!(output, format!("Dry run: this would raise {text}"));
    assert_eq!(raise(&[]).success(), format!("Raised {text}"));
    assert_eq!(
        raise(&[]).success(),
        format!("The counter of {year} is not behind its receipts.")
    );
    let items = stack.scan_items(&table).await;
    let counter = items
        .iter()
        .find(|item| item["paymentId"] == "counter")
        .expect("the counter");
    assert_eq!(counter["last"], 3);
    let records = stack.scan_items(&format!("{name}-audit")).await;
    let raised = records
        .iter()
        .find(|record| record["action"] == "receipt_counter_raise")
        .expect("a record");
    assert_eq!((&raised["from"], &raised["to"]), (&json!(1), &json!(3)));
    let (_, report) = report_of(&ops_on(&stack, &name, &["doctor", "--json"]));
    assert!(!messages(&report).contains(&behind.as_str()), "{report}");
}
