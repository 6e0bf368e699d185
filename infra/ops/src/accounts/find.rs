//! Finds accounts by what an operator knows of them.

use std::fmt::{self, Display};

use serde::Serialize;
use store::users::User;

use super::AccountLine;
use crate::stack::{AccountName, Stack, StackError};

/// The accounts that were found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Found {
    accounts: Vec<AccountLine>,
    /// How many accounts were looked through; nothing when what was wanted leads to one.
    looked_through: Option<usize>,
}

/// Finds what is wanted: by e-mail address or id without looking through all accounts, by a part of the name in all of them.
pub(super) async fn find(stack: &Stack, wanted: String) -> Result<Found, StackError> {
    if let Ok(name) = wanted.parse::<AccountName>() {
        let user = stack.account(name).await?;
        return Ok(Found::new(&[user], None));
    }
    let part = wanted.trim().to_lowercase();
    let has_part = |user: &User| user.profile.fullname.to_lowercase().contains(&part);
    let (mut users, all) = stack.users().scan(has_part).await?;
    users.sort_by(|a, b| a.profile.fullname.cmp(&b.profile.fullname));
    Ok(Found::new(&users, Some(all)))
}

impl Found {
    fn new(users: &[User], looked_through: Option<usize>) -> Self {
        Self {
            accounts: users.iter().map(AccountLine::of).collect(),
            looked_through,
        }
    }
}

impl Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.accounts.iter().map(ToString::to_string).collect();
        if let Some(number) = self.looked_through {
            let found = self.accounts.len();
            write!(formatter, "Looked through all accounts ({number}), and found {found}.")?;
        }
        let between = if self.looked_through.is_some() && !lines.is_empty() {
            "\n"
        } else {
            ""
        };
        write!(formatter, "{between}{}", lines.join("\n"))
    }
}
