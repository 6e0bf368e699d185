//! The output of `ops announce`.

use std::fmt::{self, Display};

use domain::{ServiceArea, UserId};
use serde::Serialize;

use super::Waiting;
use crate::users::MalformedItems;

/// What an announcement has done, or would do.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Announced {
    dry_run: bool,
    service: ServiceArea,
    pub(super) sent: usize,
    /// How many users have withdrawn their interest meanwhile.
    pub(super) skipped: usize,
    /// The users whose email SES did not accept.
    #[serde(skip)]
    pub(super) refused: Vec<UserId>,
    /// The users whose email was being sent when another run ended.
    in_doubt: Vec<UserId>,
    /// How many users wait, and cannot sign in.
    held: usize,
    malformed: MalformedItems,
}

impl Announced {
    pub(super) fn new(service: ServiceArea, dry_run: bool, waiting: &Waiting) -> Self {
        Self {
            dry_run,
            service,
            sent: 0,
            skipped: 0,
            refused: Vec::new(),
            in_doubt: waiting.in_doubt.clone(),
            held: waiting.held,
            malformed: waiting.malformed.clone(),
        }
    }
}

impl Display for Announced {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (service, sent) = (self.service.as_str(), self.sent);
        let mut lines = vec![if self.dry_run {
            format!("Dry run: this would announce {service} in {sent} emails.")
        } else {
            format!("{service} is announced in {sent} emails.")
        }];
        if self.skipped > 0 {
            lines.push(format!(
                "{} users were skipped: they wait no more, or another run sends their email.",
                self.skipped
            ));
        }
        if self.held > 0 {
            lines.push(format!("{} users wait who are blocked or not verified.", self.held));
        }
        if !self.in_doubt.is_empty() {
            lines.push("In doubt, because another run ended while it sent the email:".to_owned());
            lines.extend(self.in_doubt.iter().map(|user| format!("  {user}")));
            lines.push("They got the email or not. --in-doubt sends it to them again.".to_owned());
        }
        lines.extend(self.malformed.lines());
        formatter.write_str(&lines.join("\n"))
    }
}
