//! The stack itself.

use aws_sdk_cloudformation::types::StackStatus;

use super::{Finding, Report, Severity, see};
use crate::{deployment::Deployment, stack::Stack};

/// What `CloudFormation` tells of a stack, or nothing when it does not know it.
pub(super) async fn examine(stack: &Stack, report: &mut Report) -> Option<Deployment> {
    match Deployment::of(stack).await {
        Ok(deployment) => {
            let finding = judge(&stack.name, &deployment.status);
            report.take("stack", Ok(finding.into_iter().collect()));
            Some(deployment)
        }
        Err(error) => {
            let todo = "Check the name, AWS_REGION and whose credentials these are.";
            let finding = Finding::new(Severity::Error, see::STACK, error.to_string(), todo);
            report.take("stack", Ok(vec![finding]));
            None
        }
    }
}

fn judge(name: &str, status: &StackStatus) -> Option<Finding> {
    let says = format!("The stack {name} is {status}.");
    match status {
        StackStatus::CreateComplete
        | StackStatus::UpdateComplete
        | StackStatus::UpdateRollbackComplete
        | StackStatus::ImportComplete => None,
        StackStatus::UpdateRollbackFailed => Some(Finding::new(
            Severity::Error,
            see::STACK,
            says,
            "No deployment is possible until its rollback was continued.",
        )),
        status if status.as_str().ends_with("_IN_PROGRESS") => Some(Finding::new(
            Severity::Warning,
            see::STACK,
            says,
            "Wait until the deployment has ended, and look again.",
        )),
        _ => Some(Finding::new(
            Severity::Error,
            see::STACK,
            says,
            "Its events say what failed first; it cannot be updated as it is.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_that_can_be_updated_is_well() {
        for status in ["CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"] {
            assert!(judge("masar", &status.into()).is_none(), "{status}");
        }
    }

    #[test]
    fn one_that_cannot_is_not() {
        for status in [
            "UPDATE_ROLLBACK_FAILED",
            "ROLLBACK_COMPLETE",
            "CREATE_FAILED",
            "DELETE_FAILED",
        ] {
            let finding = judge("masar", &status.into()).expect(status);
            assert_eq!(finding.severity, Severity::Error);
            assert!(finding.says.contains(status), "{finding:?}");
        }
        let under_way = judge("masar", &"UPDATE_IN_PROGRESS".into()).expect("a finding");
        assert_eq!(under_way.severity, Severity::Warning);
    }
}
