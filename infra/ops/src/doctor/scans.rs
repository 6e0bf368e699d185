//! Checks that files do not wait for a scan for malware.

use std::time::Duration;

use jiff::Timestamp;
use platform::clock;
use store::files::{FileState, FilesTable, StoredFile, Withheld};

use super::{CheckResult, Finding, Report, runbook, unavailable};
use crate::{deployment::Deployment, stack::Stack};

/// How long a scan may take. `GuardDuty` needs seconds, and minutes when S3 is slow.
const SCAN_PERIOD: Duration = Duration::from_hours(1);
const NAMED: usize = 10;

/// Nothing for a stack that does not scan files.
pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    if deployment.parameter("FileScan").is_some_and(|scan| scan != "off") {
        report.add("scans of files", scans(stack).await);
    }
}

async fn scans(stack: &Stack) -> CheckResult {
    let files = stack.table(FilesTable::new, "files").all().await.map_err(unavailable)?;
    Ok(check_files(&files, clock::now()).into_iter().collect())
}

fn check_files(stored: &[StoredFile], now: Timestamp) -> Option<Finding> {
    let waiting: Vec<_> = stored.iter().filter(|file| waits_too_long(file, now)).collect();
    let mut named: Vec<_> = waiting
        .iter()
        .take(NAMED)
        .map(|file| files::object_key(&file.reference()))
        .collect();
    if waiting.is_empty() {
        return None;
    }
    if waiting.len() > NAMED {
        named.push(format!("{} more", waiting.len() - NAMED));
    }
    Some(Finding::warning(
        runbook::SCANS,
        format!(
            "For more than an hour, no scan for malware has cleared: {}.",
            named.join(", ")
        ),
        "Find out why the scanner does not report them, and have them scanned again. Operators do not see them.",
    ))
}

/// Whether it may still be shown to an operator, and has no verdict that decides it.
fn waits_too_long(file: &StoredFile, now: Timestamp) -> bool {
    let is_kept = file.state() != FileState::Removed
        && file
            .expires_at
            .is_none_or(|end| i128::from(end) > i128::from(now.as_second()));
    let is_undecided = matches!(file.cleared_version(), Err(Withheld::Waiting | Withheld::Failed));
    let is_late = now.duration_since(file.created_at).unsigned_abs() > SCAN_PERIOD;
    file.kind.is_scanned() && is_kept && is_undecided && is_late
}
