//! The report of all checks.

use std::{
    borrow::Cow,
    error::Error,
    fmt::{self, Display},
};

use platform::causes::Causes;
use serde::Serialize;

use super::runbook;

/// The severity of a finding. The worst sorts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Severity {
    Error,
    /// Something will stop working, or data could not be restored after a loss.
    Warning,
    Note,
}

/// A problem, or information with [`Severity::Note`].
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    pub(super) severity: Severity,
    #[serde(rename = "says")]
    pub(super) message: String,
    /// What the operator should do: a sentence, or a command.
    #[serde(rename = "todo")]
    pub(super) remedy: String,
    pub(super) see: Cow<'static, str>,
}

/// AWS did not answer the request of a check, for this reason.
pub(super) struct Unavailable(String);

pub(super) type CheckResult = Result<Vec<Finding>, Unavailable>;

pub(super) fn unavailable(error: impl Error) -> Unavailable {
    Unavailable(Causes(&error).to_string())
}

impl Finding {
    pub(super) fn error(
        see: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Error, see.into(), message.into(), remedy.into())
    }

    pub(super) fn warning(see: &'static str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(Severity::Warning, see.into(), message.into(), remedy.into())
    }

    pub(super) fn note(see: &'static str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(Severity::Note, see.into(), message.into(), remedy.into())
    }

    const fn new(severity: Severity, see: Cow<'static, str>, message: String, remedy: String) -> Self {
        Self {
            severity,
            message,
            remedy,
            see,
        }
    }
}

/// All findings. Skipped checks are listed, too, so that they do not count as passed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    stack: String,
    #[serde(rename = "lookedAt")]
    checked: Vec<&'static str>,
    #[serde(rename = "notLookedAt")]
    skipped: Vec<SkippedCheck>,
    findings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct SkippedCheck {
    what: &'static str,
    why: &'static str,
}

impl Report {
    pub(super) const fn new(stack: String) -> Self {
        Self {
            stack,
            checked: Vec::new(),
            skipped: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Adds the result of a check. A check that fails becomes a warning.
    pub(super) fn add(&mut self, what: &'static str, result: CheckResult) {
        match result {
            Ok(findings) => {
                self.checked.push(what);
                self.findings.extend(findings);
            }
            Err(Unavailable(cause)) => self.findings.push(Finding::warning(
                runbook::CHECK_FAILED,
                format!("AWS does not return the state of: {what} ({cause})."),
                "Run the command again with credentials that are allowed to read it.",
            )),
        }
    }

    pub(super) fn skip(&mut self, what: &'static str, why: &'static str) {
        self.skipped.push(SkippedCheck { what, why });
    }

    pub(super) fn is_healthy(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Note)
    }
}

impl Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.severity);
        if self.is_healthy() {
            write!(formatter, "{}: no problems found.", self.stack)?;
        } else {
            write!(formatter, "{}: problems found.", self.stack)?;
        }
        for Finding {
            severity,
            message,
            remedy,
            see,
        } in findings
        {
            let severity = match severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            write!(formatter, "\n\n{severity}: {message}\n  {remedy}\n  {see}")?;
        }
        write!(formatter, "\n\nChecked: {}.", self.checked.join(", "))?;
        for SkippedCheck { what, why } in &self.skipped {
            write!(formatter, "\nNot checked: {what}, because {why}.")?;
        }
        Ok(())
    }
}
