//! Checks the functions, their concurrency limit, and the secrets that they read.

use std::time::Duration;

use aws_sdk_lambda::{
    Client,
    types::{LastUpdateStatus, State},
};
use aws_sdk_secretsmanager::types::SecretVersionsListEntry;
use jiff::Timestamp;
use platform::clock;

use super::{CheckResult, Finding, Report, runbook, unavailable};
use crate::{
    deployment::{Deployment, Resource},
    stack::Stack,
};

/// Fewer concurrent executions are too few for a site. New accounts sometimes have 10.
const LOW_CONCURRENCY: i32 = 100;
/// How often an operator rotates a secret (docs/security.md, cryptography).
const ROTATION_PERIOD: Duration = Duration::from_hours(365 * 24);

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    let client = Client::new(&stack.aws);
    report.add("functions", functions(&client, deployment).await);
    report.add("secrets", secrets(stack, deployment).await);
    report.add("age of secrets", secret_ages(stack, deployment).await);
    if stack.is_local() {
        report.skip("Lambda concurrency limit", "the local AWS has none");
    } else {
        report.add("Lambda concurrency limit", concurrency(&client, deployment).await);
    }
}

async fn functions(client: &Client, deployment: &Deployment) -> CheckResult {
    let mut findings = Vec::new();
    for Resource { physical_id: name, .. } in deployment.resources_of_type("AWS::Lambda::Function") {
        let response = client.get_function_configuration().function_name(name).send().await;
        let function = response.map_err(unavailable)?;
        // A function that was idle for weeks is inactive. The next request activates it.
        if let Some(state) = function
            .state
            .filter(|state| !matches!(state, State::Active | State::Inactive))
        {
            let reason = function.state_reason.unwrap_or_default();
            let message = format!("The function {name} is {state}: {reason}");
            let remedy = "Remove the cause and deploy again. Until then, its requests fail.";
            findings.push(Finding::error(runbook::FUNCTION, message, remedy));
        }
        if function.last_update_status == Some(LastUpdateStatus::Failed) {
            let reason = function.last_update_status_reason.unwrap_or_default();
            let message = format!("The last update of the function {name} failed: {reason}");
            let remedy = "Remove the cause and deploy again. Until then, it runs the previous code.";
            findings.push(Finding::error(runbook::FUNCTION, message, remedy));
        }
    }
    Ok(findings)
}

async fn concurrency(client: &Client, deployment: &Deployment) -> CheckResult {
    let settings = client.get_account_settings().send().await.map_err(unavailable)?;
    let limit = settings.account_limit.map_or(0, |limit| limit.concurrent_executions);
    let alarm_threshold = deployment
        .parameter("BusyConcurrency")
        .and_then(|threshold| threshold.parse().ok());
    Ok(check_concurrency(limit, alarm_threshold))
}

fn check_concurrency(limit: i32, alarm_threshold: Option<i32>) -> Vec<Finding> {
    let message = format!("The Lambda concurrency limit of this account and region is {limit}.");
    let mut findings = vec![if limit < LOW_CONCURRENCY {
        let remedy = "Request 1000 in Service Quotas (Lambda, Concurrent executions); AWS takes days. Requests beyond the limit get a \
                    503.";
        Finding::warning(runbook::CONCURRENCY, message, remedy)
    } else {
        let remedy = "Request more in Service Quotas (Lambda, Concurrent executions).";
        Finding::note(runbook::CONCURRENCY, message, remedy)
    }];
    if let Some(threshold) = alarm_threshold.filter(|threshold| *threshold >= limit) {
        findings.push(Finding::warning(
            runbook::CONCURRENCY,
            format!("The concurrency alarm starts at {threshold}, which the limit of {limit} makes unreachable."),
            format!("Deploy with BusyConcurrency={}.", limit * 4 / 5),
        ));
    }
    findings
}

async fn secrets(stack: &Stack, deployment: &Deployment) -> CheckResult {
    let client = aws_sdk_secretsmanager::Client::new(&stack.aws);
    let mut findings = Vec::new();
    for Resource { physical_id, .. } in deployment.resources_of_type("AWS::SecretsManager::Secret") {
        let secret = client
            .describe_secret()
            .secret_id(physical_id)
            .send()
            .await
            .map_err(unavailable)?;
        let name = secret.name.unwrap_or_else(|| physical_id.clone());
        if secret.deleted_date.is_some() {
            let message = format!("The secret {name} is scheduled for deletion.");
            let remedy = format!("scripts/aws secretsmanager restore-secret --secret-id {name}");
            findings.push(Finding::error(runbook::SECRET, message, remedy));
            continue;
        }
        let versions = secret.version_ids_to_stages.unwrap_or_default();
        if !versions.values().flatten().any(|stage| stage == "AWSCURRENT") {
            let message = format!("The secret {name} has no current version.");
            let remedy = "Store a value in it. Until then, functions that need it respond with 503.";
            findings.push(Finding::error(runbook::SECRET, message, remedy));
        }
    }
    Ok(findings)
}

/// Secrets that nobody rotates: functions write the public keys of tokens, and the key of former tokens signs nothing.
const NOT_ROTATED: [&str; 2] = ["TokenVerificationSecret", "SigningKeySecret"];

async fn secret_ages(stack: &Stack, deployment: &Deployment) -> CheckResult {
    let client = aws_sdk_secretsmanager::Client::new(&stack.aws);
    let mut findings = Vec::new();
    for secret in deployment.resources_of_type("AWS::SecretsManager::Secret") {
        let request = client.list_secret_version_ids().secret_id(&secret.physical_id);
        let versions = request.send().await.map_err(unavailable)?.versions.unwrap_or_default();
        findings.extend(current_since(&versions).and_then(|created| check_age(secret, created, clock::now())));
    }
    Ok(findings)
}

/// When the current version of a secret was created.
fn current_since(versions: &[SecretVersionsListEntry]) -> Option<Timestamp> {
    let current = versions
        .iter()
        .find(|version| version.version_stages().iter().any(|stage| stage == "AWSCURRENT"))?;
    Timestamp::from_second(current.created_date?.secs()).ok()
}

fn check_age(secret: &Resource, created: Timestamp, now: Timestamp) -> Option<Finding> {
    let Resource {
        logical_id,
        physical_id,
        ..
    } = secret;
    let age = now.duration_since(created);
    let is_rotated = !NOT_ROTATED.contains(&logical_id.as_str());
    (is_rotated && age.unsigned_abs() > ROTATION_PERIOD).then(|| {
        let days = age.as_hours() / 24;
        // The command that rotates it needs the physical id.
        let message = format!("The value of {logical_id} ({physical_id}) is {days} days old.");
        Finding::note(
            runbook::SECRET_AGE,
            message,
            "Rotate it, as docs/operations/environments.md#secrets describes.",
        )
    })
}

#[cfg(test)]
mod tests {
    use aws_sdk_secretsmanager::primitives::DateTime;

    use super::{super::report::Severity, *};

    #[test]
    fn the_age_of_a_secret_is_that_of_its_current_version() {
        let version = |stage: &str, created: i64| {
            let version = SecretVersionsListEntry::builder().version_stages(stage);
            version.created_date(DateTime::from_secs(created)).build()
        };
        let versions = [version("AWSPREVIOUS", 100), version("AWSCURRENT", 200)];
        assert_eq!(current_since(&versions), Timestamp::from_second(200).ok());
        assert_eq!(current_since(&versions[..1]), None);
    }

    #[test]
    fn a_secret_older_than_a_year_is_a_note() {
        let check_of = |name: &str, created: &str| {
            let now = "2026-11-22T12:00:00Z".parse().expect("a time");
            let secret = Resource::new("AWS::SecretsManager::Secret", name, "arn:a");
            check_age(&secret, created.parse().expect("a time"), now)
        };
        let check = |created| check_of("PepperSecret", created);
        assert!(check("2025-11-22T12:00:00Z").is_none());
        assert!(check_of("TokenVerificationSecret", "2025-11-21T12:00:00Z").is_none());
        let finding = check("2025-11-21T12:00:00Z").expect("a finding");
        assert_eq!(finding.severity, Severity::Note);
        assert_eq!(finding.message, "The value of PepperSecret (arn:a) is 366 days old.");
    }

    #[test]
    fn a_low_limit_is_a_warning_that_names_a_reachable_threshold() {
        let findings = check_concurrency(10, Some(800));
        let severities: Vec<_> = findings.iter().map(|finding| finding.severity).collect();
        assert_eq!(severities, [Severity::Warning, Severity::Warning]);
        assert!(
            findings
                .iter()
                .any(|finding| finding.remedy.contains("BusyConcurrency=8"))
        );
    }

    #[test]
    fn a_limit_that_is_enough_for_a_site_is_only_a_note() {
        for (limit, alarm_threshold) in [(100, 80), (1_000, 800)] {
            let findings = check_concurrency(limit, Some(alarm_threshold));
            assert!(
                findings.iter().all(|finding| finding.severity == Severity::Note),
                "{limit}"
            );
        }
    }
}
