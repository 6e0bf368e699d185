//! Checks the status of the stack.

use aws_sdk_cloudformation::types::StackStatus;

use super::{Finding, Report, runbook};
use crate::{deployment::Deployment, stack::Stack};

/// Returns the deployment, or `None` when `CloudFormation` does not describe it.
pub(super) async fn examine(stack: &Stack, report: &mut Report) -> Option<Deployment> {
    match Deployment::describe(&stack.aws, &stack.name).await {
        Ok(deployment) => {
            let finding = check_status(&stack.name, &deployment.status);
            report.add("stack", Ok(finding.into_iter().collect()));
            Some(deployment)
        }
        Err(error) => {
            let remedy = "Check the stack name, AWS_REGION and your credentials.";
            let finding = Finding::error(runbook::STACK, error.to_string(), remedy);
            report.add("stack", Ok(vec![finding]));
            None
        }
    }
}

pub(super) fn check_status(name: &str, status: &StackStatus) -> Option<Finding> {
    let message = format!("The stack {name} is {status}.");
    match status {
        StackStatus::CreateComplete
        | StackStatus::UpdateComplete
        | StackStatus::UpdateRollbackComplete
        | StackStatus::ImportComplete => None,
        StackStatus::UpdateRollbackFailed => Some(Finding::error(
            runbook::STACK,
            message,
            "Continue the rollback. Until then, no deployment is possible.",
        )),
        StackStatus::UpdateFailed | StackStatus::CreateFailed => Some(Finding::error(
            runbook::STACK,
            message,
            "Run scripts/deploy: it rolls the update back, or continues the first deployment.",
        )),
        status if status.as_str().ends_with("_IN_PROGRESS") => Some(Finding::warning(
            runbook::STACK,
            message,
            "Wait until the deployment ends, and run the command again.",
        )),
        _ => Some(Finding::error(
            runbook::STACK,
            message,
            "Read the stack's events for the first failure. The stack cannot be updated in this status.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::report::Severity, *};

    #[test]
    fn accepts_statuses_that_allow_an_update() {
        for status in ["CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"] {
            assert!(check_status("masar", &status.into()).is_none(), "{status}");
        }
    }

    #[test]
    fn says_that_a_deployment_mends_a_failed_one() {
        for status in ["UPDATE_FAILED", "CREATE_FAILED"] {
            let finding = check_status("masar", &status.into()).expect(status);
            assert_eq!(finding.severity, Severity::Error);
            assert!(finding.remedy.starts_with("Run scripts/deploy:"), "{finding:?}");
        }
    }

    #[test]
    fn reports_statuses_that_prevent_an_update() {
        for status in [
            "UPDATE_ROLLBACK_FAILED",
            "ROLLBACK_COMPLETE",
            "CREATE_FAILED",
            "DELETE_FAILED",
        ] {
            let finding = check_status("masar", &status.into()).expect(status);
            assert_eq!(finding.severity, Severity::Error);
            assert!(finding.message.contains(status), "{finding:?}");
        }
        let in_progress = check_status("masar", &"UPDATE_IN_PROGRESS".into()).expect("a finding");
        assert_eq!(in_progress.severity, Severity::Warning);
    }
}
