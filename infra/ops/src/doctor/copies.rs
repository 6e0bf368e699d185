//! Checks the age of the newest copy of the tables in another region.

use std::time::Duration;

use aws_config::SdkConfig;
use aws_sdk_cloudwatch::{
    Client,
    primitives::DateTime,
    types::{Dimension, Statistic},
};
use jiff::Timestamp;
use platform::clock;

use super::{CheckResult, Finding, Report, Unavailable, runbook, unavailable};
use crate::{deployment::Deployment, stack::Stack};

/// A daily copy that is older has been missed.
const AGE_LIMIT: Duration = Duration::from_hours(48);
/// How far back copies are looked for.
const LOOKBACK: Duration = Duration::from_hours(7 * 24);
const HOUR_SECONDS: i32 = 60 * 60;
const WHAT: &str = "copies in another region";

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    match deployment.parameter("BackupVaultArn").and_then(Vault::of_arn) {
        None => report.skip(WHAT, "the stack makes none"),
        Some(_) if stack.is_local() => report.skip(WHAT, "the local AWS makes none"),
        // `CloudWatch` may count its copies in that account only.
        Some(vault) if is_foreign(&vault, deployment) => report.skip(WHAT, "the vault belongs to another account"),
        Some(vault) => report.add(WHAT, copies(stack, deployment, &vault).await),
    }
}

/// The vault that receives the copies.
#[derive(Debug, PartialEq, Eq)]
struct Vault {
    region: String,
    account: String,
    name: String,
}

impl Vault {
    /// Of `arn:aws:backup:eu-central-1:000000000000:backup-vault:masar-copies`.
    fn of_arn(arn: &str) -> Option<Self> {
        match *arn.split(':').collect::<Vec<_>>() {
            [_, _, "backup", region, account, "backup-vault", name] => Some(Self {
                region: region.to_owned(),
                account: account.to_owned(),
                name: name.to_owned(),
            }),
            _ => None,
        }
    }

    /// Whether the resource with this ARN is in the same account.
    fn is_in_account_of(&self, arn: &str) -> bool {
        arn.split(':').nth(4) == Some(&self.account)
    }
}

fn is_foreign(vault: &Vault, deployment: &Deployment) -> bool {
    // The physical id of a nested stack is its ARN.
    let nested = deployment.physical_id("AWS::CloudFormation::Stack", "Backups");
    nested.is_some_and(|arn| !vault.is_in_account_of(arn))
}

async fn copies(stack: &Stack, deployment: &Deployment, vault: &Vault) -> CheckResult {
    // AWS Backup counts a copy for the vault that receives it. In which of the two regions is not documented.
    let mut newest = None;
    for aws in [stack.aws.clone(), stack.aws_in(vault.region.clone())] {
        newest = newest.max(newest_copy(&aws, vault).await?);
    }
    // The vault in which backups wait for their copy is as old as the first attempt.
    let begun = deployment.resources_of_type("AWS::Backup::BackupVault");
    let begun = begun.filter_map(|vault| vault.updated_at).max();
    Ok(check_copies(vault, newest, begun, clock::now()).into_iter().collect())
}

/// The hour in which `CloudWatch` last counted a copy, if it did within the last week.
async fn newest_copy(aws: &SdkConfig, vault: &Vault) -> Result<Option<Timestamp>, Unavailable> {
    let now = clock::now().as_second();
    let request = Client::new(aws)
        .get_metric_statistics()
        .namespace("AWS/Backup")
        .metric_name("NumberOfCopyJobsCompleted")
        .dimensions(Dimension::builder().name("BackupVaultName").value(&vault.name).build())
        .start_time(DateTime::from_secs(now - LOOKBACK.as_secs().cast_signed()))
        .end_time(DateTime::from_secs(now))
        .period(HOUR_SECONDS)
        .statistics(Statistic::Sum);
    let response = request.send().await.map_err(unavailable)?;
    let points = response.datapoints.unwrap_or_default().into_iter();
    let counted = points.filter(|point| point.sum.is_some_and(|copies| copies > 0.0));
    let hours = counted.filter_map(|point| Timestamp::from_second(point.timestamp?.secs()).ok());
    Ok(hours.max())
}

/// `begun` is when the stack began to make copies, or did so again.
fn check_copies(vault: &Vault, newest: Option<Timestamp>, begun: Option<Timestamp>, now: Timestamp) -> Option<Finding> {
    let is_recent = |time: Timestamp| now.duration_since(time).unsigned_abs() <= AGE_LIMIT;
    if newest.max(begun).is_some_and(is_recent) {
        return None;
    }
    let Vault { region, name, .. } = vault;
    let message = match newest {
        Some(time) => format!("The vault {name} in {region} received its newest copy of a table on {time}."),
        None => format!("The vault {name} in {region} received no copy of a table in the last week."),
    };
    let remedy = "Find the reason of each failure with list-copy-jobs, as the runbook describes.";
    Some(Finding::warning(runbook::COPIES, message, remedy))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn vault() -> Vault {
        Vault::of_arn("arn:aws:backup:eu-central-1:000000000000:backup-vault:masar-copies").expect("a vault")
    }

    #[test]
    fn reads_region_and_name_of_a_vault() {
        let expected = Vault {
            region: "eu-central-1".to_owned(),
            account: "000000000000".to_owned(),
            name: "masar-copies".to_owned(),
        };
        assert_eq!(vault(), expected);
        for other in ["", "masar-copies", "arn:aws:s3:::masar-copies"] {
            assert_eq!(Vault::of_arn(other), None, "{other}");
        }
    }

    #[test]
    fn tells_a_vault_of_another_account() {
        let stack = |account: &str| format!("arn:aws:cloudformation:eu-west-3:{account}:stack/masar-Backups-1/2");
        assert!(vault().is_in_account_of(&stack("000000000000")));
        assert!(!vault().is_in_account_of(&stack("111111111111")));
    }

    #[test]
    fn a_copy_of_the_last_two_days_is_enough() {
        let now = time("2026-11-22T12:00:00Z");
        let begun = Some(time("2026-01-01T00:00:00Z"));
        let check = |newest: &str| check_copies(&vault(), Some(time(newest)), begun, now);
        assert!(check("2026-11-20T12:00:00Z").is_none());
        let finding = check("2026-11-20T11:00:00Z").expect("a finding");
        let message =
            "The vault masar-copies in eu-central-1 received its newest copy of a table on 2026-11-20T11:00:00Z.";
        assert_eq!(finding.message, message);
    }

    #[test]
    fn a_new_stack_has_two_days_for_its_first_copy() {
        let now = time("2026-11-22T12:00:00Z");
        let check = |begun: &str| check_copies(&vault(), None, Some(time(begun)), now);
        assert!(check("2026-11-21T12:00:00Z").is_none());
        let finding = check("2026-11-19T12:00:00Z").expect("a finding");
        assert!(
            finding.message.contains("no copy of a table in the last week"),
            "{finding:?}"
        );
        assert!(check_copies(&vault(), None, None, now).is_some());
    }

    #[test]
    fn a_stack_that_copies_again_has_two_days_for_its_first_copy() {
        let now = time("2026-11-22T12:00:00Z");
        let newest = Some(time("2026-11-17T04:00:00Z"));
        let check = |begun: &str| check_copies(&vault(), newest, Some(time(begun)), now);
        assert!(check("2026-11-21T12:00:00Z").is_none());
        assert!(check("2026-11-19T12:00:00Z").is_some());
    }
}
