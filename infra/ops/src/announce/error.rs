//! Why an announcement ends early.

use domain::{ServiceArea, UserId};
use mail::MailError;
use serde_json::{Map, Value};

use crate::{output::CommandError, stack::StackError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum AnnounceError {
    #[error(
        "{} is not open in this release. Deploy the release that opens it first, or give --early. No email was sent.",
        .0.as_str()
    )]
    NotOpen(ServiceArea),
    #[error(
        "The announcement stopped after {sent} emails: {cause}\nRun the command again: it continues, and names the user whose email is in doubt."
    )]
    Stopped { sent: usize, cause: StackError },
    #[error(
        "{sent} emails were sent. SES refused those to these users: {}\nThe last cause is {cause}. See MailsFailed in docs/runbook.md, and run the command again: it sends only what was not sent.",
        list(.users)
    )]
    Refused {
        sent: usize,
        users: Vec<UserId>,
        cause: MailError,
    },
    #[error(transparent)]
    Stack(#[from] StackError),
}

fn list(users: &[UserId]) -> String {
    let ids: Vec<_> = users.iter().map(UserId::as_str).collect();
    ids.join(", ")
}

impl CommandError for AnnounceError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotOpen(_) => "service_not_open",
            Self::Stopped { .. } => "announcement_stopped",
            Self::Refused { .. } => "mails_refused",
            Self::Stack(error) => error.code(),
        }
    }

    fn details(&self) -> Map<String, Value> {
        let mut details = Map::new();
        if let Self::Stopped { sent, .. } | Self::Refused { sent, .. } = self {
            details.insert("sent".to_owned(), (*sent).into());
        }
        if let Self::Refused { users, .. } = self {
            let users = users.iter().map(|user| user.as_str().into());
            details.insert("refused".to_owned(), users.collect::<Vec<Value>>().into());
        }
        details
    }
}
