//! Finds users.

use std::fmt::{self, Display};

use serde::Serialize;
use store::users::User;

use super::{MalformedItems, UserSummary};
use crate::stack::{Stack, StackError, UserSelector};

#[derive(Serialize)]
pub(super) struct FoundUsers {
    #[serde(rename = "accounts")]
    users: Vec<UserSummary>,
    /// The number of users that a scan read. `None` when no scan was needed.
    #[serde(rename = "lookedThrough")]
    scanned: Option<usize>,
    malformed: MalformedItems,
}

/// Finds one user by email address or id without a scan, and users by a part of the name with a scan.
pub(super) async fn find(stack: &Stack, query: String) -> Result<FoundUsers, StackError> {
    if let Ok(selector) = query.parse::<UserSelector>() {
        let user = stack.user(selector).await?;
        return Ok(FoundUsers::new(&[user], None, Vec::new()));
    }
    let part = query.trim().to_lowercase();
    scan(stack, |user| user.profile.fullname.to_lowercase().contains(&part)).await
}

/// Finds the users whose sign-up the owner of the mailbox has rejected, or not verified in time, and whose deletion was interrupted.
pub(super) async fn find_rejected(stack: &Stack) -> Result<FoundUsers, StackError> {
    scan(stack, |user| user.rejected).await
}

async fn scan(stack: &Stack, matches: impl Fn(&User) -> bool) -> Result<FoundUsers, StackError> {
    let mut scan = stack.users().scan(matches).await?;
    scan.users.sort_by(|a, b| a.profile.fullname.cmp(&b.profile.fullname));
    Ok(FoundUsers::new(&scan.users, Some(scan.count), scan.malformed))
}

impl FoundUsers {
    fn new(users: &[User], scanned: Option<usize>, malformed: Vec<String>) -> Self {
        Self {
            users: users.iter().map(UserSummary::of).collect(),
            scanned,
            malformed: MalformedItems(malformed),
        }
    }
}

impl Display for FoundUsers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.users.len();
        let count = self.scanned.map(|scanned| format!("{found} of {scanned} users match."));
        let users = self.users.iter().map(ToString::to_string);
        let lines: Vec<_> = count.into_iter().chain(users).chain(self.malformed.lines()).collect();
        formatter.write_str(&lines.join("\n"))
    }
}
