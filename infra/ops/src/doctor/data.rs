//! Tables, and the catalogue in two of them.

use aws_sdk_dynamodb::{
    Client,
    operation::{describe_table::DescribeTableError, scan::ScanError},
    types::{PointInTimeRecoveryStatus, TableDescription, TableStatus, TimeToLiveStatus},
};

use super::{Finding, Looked, Report, Severity, see, unanswered};
use crate::stack::Stack;

/// Every table, and whether its items end by themselves.
const TABLES: [(&str, bool); 9] = [
    ("users", false),
    ("payments", false),
    ("audit", false),
    ("courses", false),
    ("course-prices", false),
    ("attempts", true),
    ("password-resets", true),
    ("files", true),
    ("uploads", true),
];

pub(super) async fn examine(stack: &Stack, report: &mut Report) {
    let client = Client::new(&stack.aws);
    report.take("tables", tables(&client, stack).await);
    if report.is_local {
        let why = "the local AWS sets neither, whatever the template says";
        report.leave_out("recovery and expiry of tables", why);
    } else {
        report.take("recovery and expiry of tables", settings(&client, stack).await);
    }
    report.take("catalogue", catalogue(&client, stack).await);
}

async fn tables(client: &Client, stack: &Stack) -> Looked {
    let mut findings = Vec::new();
    for (table, _) in TABLES {
        let name = format!("{}-{table}", stack.name);
        match client.describe_table().table_name(&name).send().await {
            Ok(described) => findings.extend(described.table.iter().flat_map(|table| judge(&name, table))),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(DescribeTableError::is_resource_not_found_exception) =>
            {
                findings.push(Finding::new(
                    Severity::Error,
                    see::TABLE_GONE,
                    format!("There is no table {name}."),
                    "Restore it under the same name, from the backup that its deletion has made.",
                ));
            }
            Err(error) => return Err(unanswered(error)),
        }
    }
    Ok(findings)
}

fn judge(name: &str, table: &TableDescription) -> Vec<Finding> {
    let mut findings = Vec::new();
    let works = [TableStatus::Active, TableStatus::Updating];
    if let Some(status) = table.table_status.as_ref().filter(|status| !works.contains(status)) {
        let says = format!("The table {name} is {status}.");
        let todo = "Calls that need it are answered with 503 meanwhile.";
        findings.push(Finding::new(Severity::Error, see::TABLE_GONE, says, todo));
    }
    if table.deletion_protection_enabled != Some(true) {
        let says = format!("The table {name} can be deleted by mistake.");
        let todo = format!("aws dynamodb update-table --table-name {name} --deletion-protection-enabled");
        findings.push(Finding::new(Severity::Warning, see::TABLE, says, todo));
    }
    findings
}

async fn settings(client: &Client, stack: &Stack) -> Looked {
    let mut findings = Vec::new();
    for (table, expires) in TABLES {
        let name = format!("{}-{table}", stack.name);
        let backups = client.describe_continuous_backups().table_name(&name).send().await;
        let backups = backups.map_err(unanswered)?.continuous_backups_description;
        let recovery = backups.and_then(|backups| backups.point_in_time_recovery_description);
        let recovery = recovery.and_then(|recovery| recovery.point_in_time_recovery_status);
        if recovery != Some(PointInTimeRecoveryStatus::Enabled) {
            let says = format!("The table {name} cannot be brought back to an earlier second.");
            let todo = format!(
                "aws dynamodb update-continuous-backups --table-name {name} --point-in-time-recovery-specification \
                 PointInTimeRecoveryEnabled=true"
            );
            findings.push(Finding::new(Severity::Warning, see::TABLE, says, todo));
        }
        if expires {
            let described = client.describe_time_to_live().table_name(&name).send().await;
            let expiry = described.map_err(unanswered)?.time_to_live_description;
            let expiry = expiry.and_then(|expiry| expiry.time_to_live_status);
            if !matches!(expiry, Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)) {
                let says = format!("What is over stays in the table {name}: it has no time to live.");
                let todo = format!(
                    "aws dynamodb update-time-to-live --table-name {name} --time-to-live-specification \
                     Enabled=true,AttributeName=expiresAt"
                );
                findings.push(Finding::new(Severity::Warning, see::TABLE, says, todo));
            }
        }
    }
    Ok(findings)
}

async fn catalogue(client: &Client, stack: &Stack) -> Looked {
    let mut findings = Vec::new();
    for (table, of_what) in [("courses", "courses"), ("course-prices", "prices")] {
        let name = format!("{}-{table}", stack.name);
        let read = match client.scan().table_name(name).limit(1).send().await {
            Ok(read) => read,
            // A table that is gone was told of before.
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(ScanError::is_resource_not_found_exception) =>
            {
                continue;
            }
            Err(error) => return Err(unanswered(error)),
        };
        if read.count() == 0 {
            findings.push(Finding::new(
                Severity::Error,
                see::CATALOGUE,
                format!("The catalogue has no {of_what}: visitors see an empty list."),
                format!("scripts/ops catalogue import --stack {}", stack.name),
            ));
        }
    }
    Ok(findings)
}
