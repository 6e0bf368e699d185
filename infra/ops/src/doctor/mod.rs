//! `ops doctor`: what is wrong with a running stack, and where the documents say what to do.

mod data;
mod functions;
mod mails;
mod stack;
mod watching;

use std::{
    borrow::Cow,
    fmt::{self, Display},
};

use clap::Args;
use platform::causes::Causes;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    output::{self, Answer},
    stack::{Stack, StackError, Target},
};

/// The stack that is looked at.
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

Ends with 1 when something is wrong. It reads, and changes nothing.";

/// Runs the command, and returns what it has to say.
pub(crate) async fn run(doctor: Doctor) -> Result<Answer, Complaint> {
    let stack = Stack::of(doctor.target).await?;
    // Boxed, since it holds whole SDK calls.
    let report = Box::pin(examine(&stack)).await;
    if report.is_healthy() {
        Ok(Box::new(report))
    } else {
        Err(Complaint::Unhealthy(report))
    }
}

async fn examine(stack: &Stack) -> Report {
    let mut report = Report::of(stack);
    let deployment = stack::examine(stack, &mut report).await;
    data::examine(stack, &mut report).await;
    if let Some(deployment) = deployment {
        functions::examine(stack, &deployment, &mut report).await;
        mails::examine(stack, &deployment, &mut report).await;
        watching::examine(stack, &deployment, &mut report).await;
    } else {
        for what in ["functions", "secrets", "mails", "alarms", "logs", "certificate"] {
            report.leave_out(what, "the stack does not say which it has");
        }
    }
    report
}

/// How bad something is. The worst is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Severity {
    /// Something does not work now.
    Error,
    /// Something will not work, or cannot be brought back when it is lost.
    Warning,
    /// Nothing is wrong: it is good to know.
    Note,
}

/// Something that an operator has to know.
#[derive(Debug, Serialize)]
struct Finding {
    severity: Severity,
    /// What is wrong, in a sentence.
    says: String,
    /// What to do, in a sentence.
    todo: String,
    /// Where the documents say more.
    see: Cow<'static, str>,
}

/// Why a question has no answer.
struct Unanswered(String);

type Looked = Result<Vec<Finding>, Unanswered>;

/// What the documents have an entry for.
mod see {
    pub(super) const STACK: &str = "docs/runbook.md#a-stack-that-cannot-be-updated";
    pub(super) const TABLE: &str = "docs/runbook.md#a-table-without-protection";
    pub(super) const TABLE_GONE: &str = "docs/runbook.md#dependencyerrors";
    pub(super) const CATALOGUE: &str = "docs/runbook.md#an-empty-catalogue";
    pub(super) const FUNCTION: &str = "docs/runbook.md#a-function-that-is-not-active";
    pub(super) const SECRET: &str = "docs/runbook.md#a-secret-without-a-value";
    pub(super) const CONCURRENCY: &str = "docs/runbook.md#concurrencynearquota";
    pub(super) const SENDER: &str = "docs/runbook.md#ses-does-not-send-email";
    pub(super) const REVIEW: &str = "docs/runbook.md#mailsbounced";
    pub(super) const ALARM: &str = "docs/runbook.md#alarms";
    pub(super) const NOBODY_TOLD: &str = "docs/runbook.md#alarms-without-a-subscriber";
    pub(super) const LOGS: &str = "docs/runbook.md#logs-without-retention";
    pub(super) const CERTIFICATE: &str = "docs/runbook.md#certificateexpiring";
    pub(super) const UNANSWERED: &str = "docs/runbook.md#aws-did-not-answer-a-check";

    #[cfg(test)]
    pub(super) const ALL: [&str; 14] = [
        STACK,
        TABLE,
        TABLE_GONE,
        CATALOGUE,
        FUNCTION,
        SECRET,
        CONCURRENCY,
        SENDER,
        REVIEW,
        ALARM,
        NOBODY_TOLD,
        LOGS,
        CERTIFICATE,
        UNANSWERED,
    ];
}

impl Finding {
    fn new(
        severity: Severity,
        see: impl Into<Cow<'static, str>>,
        says: impl Into<String>,
        todo: impl Into<String>,
    ) -> Self {
        Self {
            severity,
            says: says.into(),
            todo: todo.into(),
            see: see.into(),
        }
    }
}

fn unanswered(error: impl std::error::Error) -> Unanswered {
    Unanswered(Causes(&error).to_string())
}

/// What was found. What was not looked at is told too: nobody is to take it for healthy.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    stack: String,
    looked_at: Vec<&'static str>,
    not_looked_at: Vec<LeftOut>,
    findings: Vec<Finding>,
    /// Whether it is the stack of `scripts/dev` or of the tests.
    #[serde(skip)]
    is_local: bool,
}

#[derive(Debug, Serialize)]
struct LeftOut {
    what: &'static str,
    why: &'static str,
}

impl Report {
    fn of(stack: &Stack) -> Self {
        Self {
            stack: stack.name.clone(),
            looked_at: Vec::new(),
            not_looked_at: Vec::new(),
            findings: Vec::new(),
            is_local: stack.aws.endpoint_url().is_some(),
        }
    }

    /// Keeps what was found when something was looked at. AWS not answering is a finding too.
    fn take(&mut self, what: &'static str, looked: Looked) {
        match looked {
            Ok(findings) => {
                self.looked_at.push(what);
                self.findings.extend(findings);
            }
            Err(Unanswered(cause)) => self.findings.push(Finding::new(
                Severity::Warning,
                see::UNANSWERED,
                format!("AWS does not say how it is about {what}: {cause}."),
                "Look again, with credentials that may describe it.",
            )),
        }
    }

    fn leave_out(&mut self, what: &'static str, why: &'static str) {
        self.not_looked_at.push(LeftOut { what, why });
    }

    fn is_healthy(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Note)
    }
}

impl Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.severity);
        if self.is_healthy() {
            write!(formatter, "{}: nothing is wrong with what was looked at.", self.stack)?;
        } else {
            write!(formatter, "{}: something is wrong.", self.stack)?;
        }
        for Finding {
            severity,
            says,
            todo,
            see,
        } in findings
        {
            let severity = match severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            write!(formatter, "\n\n{severity}: {says}\n  {todo}\n  {see}")?;
        }
        write!(formatter, "\n\nLooked at: {}.", self.looked_at.join(", "))?;
        for LeftOut { what, why } in &self.not_looked_at {
            write!(formatter, "\nNot looked at: {what}, since {why}.")?;
        }
        Ok(())
    }
}

/// Why the command did not say that all is well.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// It was looked at.
    #[error("{0}")]
    Unhealthy(Report),
    /// It was not.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::Unhealthy(_) => "stack_unhealthy",
            Self::Stack(error) => error.code(),
        }
    }

    fn details(&self) -> Map<String, Value> {
        let report = match self {
            Self::Unhealthy(report) => json!(report),
            Self::Stack(_) => Value::Null,
        };
        match report {
            Value::Object(details) => details,
            _ => Map::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// As GitHub makes an anchor of a heading.
    fn anchor(heading: &str) -> String {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    }

    #[test]
    fn every_finding_has_an_entry_in_the_documents() {
        for see in see::ALL {
            let (path, wanted) = see.split_once('#').expect("a file and an anchor");
            let text =
                fs::read_to_string(format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))).expect("the document");
            let headings = text.lines().filter(|line| line.starts_with('#'));
            let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
            assert!(anchors.any(|anchor| anchor == wanted), "{see}");
        }
    }
}
