//! `ops doctor`: checks a running stack, and names the runbook entry for each problem.

mod copies;
mod functions;
mod mail;
mod monitoring;
mod report;
mod runbook;
mod scans;
mod stack;
mod tables;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::{
    output::{Failure, Output},
    stack::{Stack, Target},
};
use report::{CheckResult, Finding, Report, Unavailable, unavailable};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Doctor {
    #[command(flatten)]
    target: Target,
}

const EXAMPLES: &str = "\
Examples:
  scripts/ops doctor
  scripts/ops doctor --stack masar-production --json

Exits with 1 when it finds an error or a warning. It only reads.";

pub(crate) async fn run(doctor: Doctor) -> Result<Output, Failure> {
    let stack = Stack::connect(doctor.target).await?;
    // Boxed because the futures of SDK calls are large.
    let report = Box::pin(examine(&stack)).await;
    if report.is_healthy() {
        return Ok(Box::new(report));
    }
    let details = match json!(report) {
        Value::Object(details) => details,
        _ => Map::new(),
    };
    Err(Failure::with_details("stack_unhealthy", report.to_string(), details))
}

async fn examine(stack: &Stack) -> Report {
    let mut report = Report::new(stack.name.clone());
    let deployment = stack::examine(stack, &mut report).await;
    tables::examine(stack, &mut report).await;
    if let Some(deployment) = deployment {
        functions::examine(stack, &deployment, &mut report).await;
        mail::examine(stack, &deployment, &mut report).await;
        monitoring::examine(stack, &deployment, &mut report).await;
        copies::examine(stack, &deployment, &mut report).await;
        scans::examine(stack, &deployment, &mut report).await;
    } else {
        for what in [
            "functions",
            "secrets",
            "email",
            "alarms",
            "logs",
            "certificate",
            "copies",
        ] {
            report.skip(what, "CloudFormation does not list the stack's resources");
        }
    }
    report
}
