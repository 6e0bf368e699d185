//! Checks the tables, and that the catalogue is imported.

use app::places::today;
use aws_sdk_dynamodb::{
    Client,
    operation::{describe_table::DescribeTableError, scan::ScanError},
    types::{PointInTimeRecoveryStatus, TableDescription, TableStatus, TimeToLiveStatus},
};

use super::{CheckResult, Finding, Report, runbook, unavailable};
use crate::stack::{Stack, TABLES};

pub(super) async fn examine(stack: &Stack, report: &mut Report) {
    let client = Client::new(&stack.aws);
    report.add("tables", tables(&client, stack).await);
    if stack.is_local() {
        let why = "the local AWS applies neither setting";
        report.skip("point-in-time recovery and time to live", why);
    } else {
        report.add(
            "point-in-time recovery and time to live",
            settings(&client, stack).await,
        );
    }
    report.add("catalogue", catalogue(&client, stack).await);
    report.add("receipts", receipts(&client, stack).await);
}

/// Receipts of this year and the one before: a restoration may have left their counter behind.
async fn receipts(client: &Client, stack: &Stack) -> CheckResult {
    let mut findings = Vec::new();
    let table = client.describe_table().table_name(stack.table_name("payments"));
    match table.send().await {
        Ok(_) => {}
        // `tables` reports a missing table.
        Err(error)
            if error
                .as_service_error()
                .is_some_and(DescribeTableError::is_resource_not_found_exception) =>
        {
            return Ok(findings);
        }
        Err(error) => return Err(unavailable(error)),
    }
    let year = today().year();
    for year in [year - 1, year] {
        if let Some(gap) = stack.payments().receipt_gap(year).await.map_err(unavailable)? {
            findings.push(Finding::error(
                runbook::RECEIPTS,
                format!(
                    "The counter of the receipts of {year} is at {}, and the highest receipt has the number {}: no payment can be recorded.",
                    gap.counted, gap.highest
                ),
                format!("scripts/ops receipts raise {year} --stack {}", stack.name),
            ));
        }
    }
    Ok(findings)
}

async fn tables(client: &Client, stack: &Stack) -> CheckResult {
    let mut findings = Vec::new();
    for table in TABLES {
        let name = stack.table_name(table.name);
        match client.describe_table().table_name(&name).send().await {
            Ok(response) => findings.extend(response.table.iter().flat_map(|table| check_table(&name, table))),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(DescribeTableError::is_resource_not_found_exception) =>
            {
                findings.push(Finding::error(
                    runbook::TABLE_MISSING,
                    format!("There is no table {name}."),
                    "Restore it under the same name, from the backup that its deletion made.",
                ));
            }
            Err(error) => return Err(unavailable(error)),
        }
    }
    Ok(findings)
}

fn check_table(name: &str, table: &TableDescription) -> Vec<Finding> {
    let mut findings = Vec::new();
    let usable = [TableStatus::Active, TableStatus::Updating];
    if let Some(status) = table.table_status.as_ref().filter(|status| !usable.contains(status)) {
        let message = format!("The table {name} is {status}.");
        let remedy = "Wait. Until it is active, requests that need it get a 503.";
        findings.push(Finding::error(runbook::TABLE_MISSING, message, remedy));
    }
    if table.deletion_protection_enabled != Some(true) {
        let message = format!("The table {name} has no deletion protection.");
        let remedy = format!("scripts/aws dynamodb update-table --table-name {name} --deletion-protection-enabled");
        findings.push(Finding::warning(runbook::TABLE_SETTINGS, message, remedy));
    }
    findings
}

async fn settings(client: &Client, stack: &Stack) -> CheckResult {
    let mut findings = Vec::new();
    for table in TABLES {
        let name = stack.table_name(table.name);
        let response = client.describe_continuous_backups().table_name(&name).send().await;
        let backups = response.map_err(unavailable)?.continuous_backups_description;
        let recovery = backups.and_then(|backups| backups.point_in_time_recovery_description);
        let recovery = recovery.and_then(|recovery| recovery.point_in_time_recovery_status);
        if recovery != Some(PointInTimeRecoveryStatus::Enabled) {
            let message = format!("The table {name} has no point-in-time recovery.");
            let remedy = format!(
                "scripts/aws dynamodb update-continuous-backups --table-name {name} --point-in-time-recovery-specification \
                 PointInTimeRecoveryEnabled=true"
            );
            findings.push(Finding::warning(runbook::TABLE_SETTINGS, message, remedy));
        }
        if table.expires {
            let response = client.describe_time_to_live().table_name(&name).send().await;
            let expiry = response.map_err(unavailable)?.time_to_live_description;
            let expiry = expiry.and_then(|expiry| expiry.time_to_live_status);
            if !matches!(expiry, Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)) {
                let message = format!("Expired items stay in the table {name}: its time to live is off.");
                let remedy = format!(
                    "scripts/aws dynamodb update-time-to-live --table-name {name} --time-to-live-specification \
                     Enabled=true,AttributeName=expiresAt"
                );
                findings.push(Finding::warning(runbook::TABLE_SETTINGS, message, remedy));
            }
        }
    }
    Ok(findings)
}

async fn catalogue(client: &Client, stack: &Stack) -> CheckResult {
    let mut findings = Vec::new();
    for (table, content) in [("courses", "courses"), ("course-prices", "prices")] {
        let name = stack.table_name(table);
        let page = match client.scan().table_name(name).limit(1).send().await {
            Ok(page) => page,
            // `tables` reports a missing table.
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(ScanError::is_resource_not_found_exception) =>
            {
                continue;
            }
            Err(error) => return Err(unavailable(error)),
        };
        if page.count() == 0 {
            findings.push(Finding::error(
                runbook::CATALOGUE,
                format!("The catalogue has no {content}: visitors see an empty list."),
                format!("scripts/ops catalogue import --stack {}", stack.name),
            ));
        }
    }
    Ok(findings)
}
