//! The runbook entries that findings refer to.

pub(super) const STACK: &str = "docs/runbook.md#a-stack-that-cannot-be-updated";
pub(super) const TABLE_SETTINGS: &str = "docs/runbook.md#a-table-without-protection";
pub(super) const TABLE_MISSING: &str = "docs/runbook.md#dependencyerrors";
pub(super) const CATALOGUE: &str = "docs/runbook.md#an-empty-catalogue";
pub(super) const RECEIPTS: &str = "docs/runbook.md#a-counter-of-receipts-that-is-behind";
pub(super) const FUNCTION: &str = "docs/runbook.md#a-function-that-is-not-active";
pub(super) const SECRET: &str = "docs/runbook.md#a-secret-without-a-value";
pub(super) const SECRET_AGE: &str = "docs/runbook.md#a-secret-older-than-a-year";
pub(super) const CONCURRENCY: &str = "docs/runbook.md#concurrencynearquota";
pub(super) const MAIL_SENDER: &str = "docs/runbook.md#ses-does-not-send-email";
pub(super) const SES_REVIEW: &str = "docs/runbook.md#mailsbounced";
pub(super) const ALARM: &str = "docs/runbook.md#alarms";
pub(super) const ALARM_RECIPIENTS: &str = "docs/runbook.md#alarms-without-a-subscriber";
pub(super) const LOGS: &str = "docs/runbook.md#logs-without-retention";
pub(super) const CERTIFICATE: &str = "docs/runbook.md#certificateexpiring";
pub(super) const COPIES: &str = "docs/runbook.md#copiesfailed";
pub(super) const SCANS: &str = "docs/runbook.md#files-that-no-scan-has-cleared";
pub(super) const CHECK_FAILED: &str = "docs/runbook.md#aws-did-not-answer-a-check";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ALL: [&str; 18] = [
        STACK,
        TABLE_SETTINGS,
        TABLE_MISSING,
        CATALOGUE,
        RECEIPTS,
        FUNCTION,
        SECRET,
        SECRET_AGE,
        CONCURRENCY,
        MAIL_SENDER,
        SES_REVIEW,
        ALARM,
        ALARM_RECIPIENTS,
        LOGS,
        CERTIFICATE,
        COPIES,
        SCANS,
        CHECK_FAILED,
    ];

    /// The anchor that GitHub makes of a heading.
    fn anchor(heading: &str) -> String {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    }

    #[test]
    fn every_entry_exists_in_the_runbook() {
        for entry in ALL {
            let (path, wanted) = entry.split_once('#').expect("a file and an anchor");
            let text =
                fs::read_to_string(format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))).expect("the document");
            let headings = text.lines().filter(|line| line.starts_with('#'));
            let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
            assert!(anchors.any(|anchor| anchor == wanted), "{entry}");
        }
    }
}
