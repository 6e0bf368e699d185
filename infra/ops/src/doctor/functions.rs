//! Functions, how many of them may run at once, and the secrets that they read.

use aws_sdk_lambda::{
    Client,
    types::{LastUpdateStatus, State},
};

use super::{Finding, Looked, Report, Severity, see, unanswered};
use crate::{
    deployment::{Deployment, Resource},
    stack::Stack,
};

/// What Lambda gives an account, after it was in use for a while.
const USUAL_CONCURRENCY: i32 = 1_000;

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    let client = Client::new(&stack.aws);
    report.take("functions", functions(&client, deployment).await);
    report.take("secrets", secrets(stack, deployment).await);
    if report.is_local {
        report.leave_out("Lambda's limit", "the local AWS has none");
    } else {
        report.take("Lambda's limit", limit(&client, deployment).await);
    }
}

async fn functions(client: &Client, deployment: &Deployment) -> Looked {
    let mut findings = Vec::new();
    for Resource { id: name, .. } in deployment.all("AWS::Lambda::Function") {
        let asked = client.get_function_configuration().function_name(name).send().await;
        let function = asked.map_err(unanswered)?;
        // One that was idle for weeks is inactive, and the first call starts it again.
        if let Some(state) = function
            .state
            .filter(|state| !matches!(state, State::Active | State::Inactive))
        {
            let reason = function.state_reason.unwrap_or_default();
            let says = format!("The function {name} is {state}: {reason}");
            let todo = "Deploy again when the reason is mended; until then its calls fail.";
            findings.push(Finding::new(Severity::Error, see::FUNCTION, says, todo));
        }
        if function.last_update_status == Some(LastUpdateStatus::Failed) {
            let reason = function.last_update_status_reason.unwrap_or_default();
            let says = format!("The last update of the function {name} failed: {reason}");
            let todo = "It runs the code of before; deploy again when the reason is mended.";
            findings.push(Finding::new(Severity::Error, see::FUNCTION, says, todo));
        }
    }
    Ok(findings)
}

async fn limit(client: &Client, deployment: &Deployment) -> Looked {
    let settings = client.get_account_settings().send().await.map_err(unanswered)?;
    let limit = settings.account_limit.map_or(0, |limit| limit.concurrent_executions);
    let busy = deployment
        .parameter("BusyConcurrency")
        .and_then(|busy| busy.parse().ok());
    Ok(judge_limit(limit, busy))
}

fn judge_limit(limit: i32, busy: Option<i32>) -> Vec<Finding> {
    let says = format!("Lambda runs {limit} functions at once in this account and region.");
    let mut findings = vec![if limit < USUAL_CONCURRENCY {
        let todo = "Ask for 1000 in Service Quotas (Lambda, Concurrent executions); it takes AWS days. Calls beyond it are answered \
                    with 503.";
        Finding::new(Severity::Warning, see::CONCURRENCY, says, todo)
    } else {
        let todo = "More is asked for in Service Quotas (Lambda, Concurrent executions).";
        Finding::new(Severity::Note, see::CONCURRENCY, says, todo)
    }];
    if let Some(busy) = busy.filter(|busy| *busy >= limit) {
        findings.push(Finding::new(
            Severity::Warning,
            see::CONCURRENCY,
            format!("The alarm on functions at once begins at {busy}, which the limit of {limit} never lets happen."),
            format!("Deploy with BusyConcurrency={}.", limit * 4 / 5),
        ));
    }
    findings
}

async fn secrets(stack: &Stack, deployment: &Deployment) -> Looked {
    let client = aws_sdk_secretsmanager::Client::new(&stack.aws);
    let mut findings = Vec::new();
    for Resource { id, .. } in deployment.all("AWS::SecretsManager::Secret") {
        let secret = client
            .describe_secret()
            .secret_id(id)
            .send()
            .await
            .map_err(unanswered)?;
        let name = secret.name.unwrap_or_else(|| id.clone());
        if secret.deleted_date.is_some() {
            let says = format!("The secret {name} is about to be deleted.");
            let todo = format!("aws secretsmanager restore-secret --secret-id {name}");
            findings.push(Finding::new(Severity::Error, see::SECRET, says, todo));
            continue;
        }
        let versions = secret.version_ids_to_stages.unwrap_or_default();
        if !versions.values().flatten().any(|stage| stage == "AWSCURRENT") {
            let says = format!("The secret {name} has no current version.");
            let todo = "Functions that need it answer 503; put a value into it.";
            findings.push(Finding::new(Severity::Error, see::SECRET, says, todo));
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_account_is_told_its_limit_and_how_to_raise_it() {
        let findings = judge_limit(10, Some(800));
        let severities: Vec<_> = findings.iter().map(|finding| finding.severity).collect();
        assert_eq!(severities, [Severity::Warning, Severity::Warning]);
        assert!(
            findings
                .iter()
                .any(|finding| finding.todo.contains("BusyConcurrency=8"))
        );
    }

    #[test]
    fn the_usual_limit_is_no_fault() {
        let findings = judge_limit(1_000, Some(800));
        assert!(findings.iter().all(|finding| finding.severity == Severity::Note));
    }
}
