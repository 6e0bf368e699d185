//! `ops staff`: names the first owner, who manages staff in the web app.

use std::fmt::{self, Display};

use app::staff_view::set_roles;
use clap::{Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::StaffRole;
use serde::Serialize;
use store::{audit::Action, users::StaffOutcome};
use strum::VariantNames;

use crate::{
    output::{Failure, Output},
    stack::{Stack, Target, UserSelector},
    users::UserSummary,
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Sets the roles of a user, and prints the code for their first sign-in as staff. Without roles, the user is no longer staff
    ///
    /// For the first owner, and for an owner who has lost every passkey. Owners manage the others under /staff.
    #[command(after_help = "Example:\n  scripts/ops staff grant amina@example.org owner")]
    Grant {
        #[command(flatten)]
        target: Target,
        /// The user's email address or id
        user: UserSelector,
        #[arg(value_parser = role())]
        roles: Vec<StaffRole>,
        /// Shows what would be done, without doing it
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Granted {
    dry_run: bool,
    #[serde(rename = "account")]
    user: UserSummary,
    roles: Vec<StaffRole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

fn role() -> impl TypedValueParser<Value = StaffRole> {
    PossibleValuesParser::new(StaffRole::VARIANTS).try_map(|role| role.parse::<StaffRole>())
}

pub(crate) async fn run(command: Command) -> Result<Output, Failure> {
    let Command::Grant {
        target,
        user,
        roles,
        dry_run,
    } = command;
    let stack = Stack::connect(target).await?;
    let user = stack.user(user).await?;
    if !user.verified {
        let message = "The user's email address is not verified. Nothing was written.";
        return Err(Failure::new("not_verified", message));
    }
    let (staff, code) = set_roles(&user, roles.iter().copied().collect(), true)
        .map_err(|error| Failure::new("no_code", format!("The code cannot be made: {error}")))?;
    if !dry_run {
        let action = Action::StaffChange { roles: roles.clone() };
        let record = stack.audit_record(Some(&user.user_id), action).await?;
        let record = stack.audit().record_item(&record)?;
        match stack.users().set_staff(&user, staff.as_ref(), record).await? {
            StaffOutcome::Written => {}
            StaffOutcome::Changed => {
                let message = "The user changed at the same time. Nothing was written; run the command again.";
                return Err(Failure::new("conflict", message));
            }
            StaffOutcome::LastOwner => {
                let message = "At least one owner has to remain. Nothing was written.";
                return Err(Failure::new("last_owner", message));
            }
        }
    }
    Ok(Box::new(Granted {
        dry_run,
        user: UserSummary::of(&user),
        roles,
        code: code.filter(|_| !dry_run),
    }))
}

impl Display for Granted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roles: Vec<_> = self.roles.iter().map(|role| role.as_str()).collect();
        let roles = if roles.is_empty() {
            "none".to_owned()
        } else {
            roles.join(", ")
        };
        let start = if self.dry_run {
            "Dry run: the roles would be"
        } else {
            "Now the roles are"
        };
        write!(formatter, "{start} {roles}: {}", self.user)?;
        if let Some(code) = &self.code {
            write!(
                formatter,
                "\nThe code for the first sign-in under /staff, valid for a day: {code}"
            )?;
        }
        Ok(())
    }
}
