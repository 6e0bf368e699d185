//! `ops staff`: names the first owner, who manages staff in the web app.

use std::fmt::{self, Display};

use api::ApiError;
use app::staff_view::set_roles;
use clap::{Subcommand, builder::PossibleValuesParser, builder::TypedValueParser};
use domain::StaffRole;
use serde::Serialize;
use store::{audit::Action, users::StaffOutcome};
use strum::VariantNames;

use crate::{
    output::{CommandError, Output},
    stack::{Stack, StackError, Target, UserSelector},
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

#[derive(Debug, thiserror::Error)]
pub(crate) enum StaffError {
    #[error("The user's email address is not verified. Nothing was written.")]
    NotVerified,
    #[error("At least one owner has to remain. Nothing was written.")]
    LastOwner,
    #[error("The user changed at the same time. Nothing was written; run the command again.")]
    ConcurrentChange,
    #[error("The code cannot be made: {0}")]
    NoCode(ApiError),
    #[error(transparent)]
    Stack(#[from] StackError),
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

pub(crate) async fn run(command: Command) -> Result<Output, StaffError> {
    let Command::Grant {
        target,
        user,
        roles,
        dry_run,
    } = command;
    let stack = Stack::connect(target).await?;
    let user = stack.user(user).await?;
    if !user.verified {
        return Err(StaffError::NotVerified);
    }
    let (staff, code) = set_roles(&user, roles.iter().copied().collect(), true).map_err(StaffError::NoCode)?;
    if !dry_run {
        let action = Action::StaffChange { roles: roles.clone() };
        let record = stack.audit_record(Some(&user.user_id), action).await?;
        let record = stack.audit().record_item(&record).map_err(StackError::from)?;
        let written = stack.users().set_staff(&user, staff.as_ref(), record).await;
        match written.map_err(StackError::from)? {
            StaffOutcome::Written => {}
            StaffOutcome::Changed => return Err(StaffError::ConcurrentChange),
            StaffOutcome::LastOwner => return Err(StaffError::LastOwner),
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

impl CommandError for StaffError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotVerified => "not_verified",
            Self::LastOwner => "last_owner",
            Self::ConcurrentChange => "conflict",
            Self::NoCode(_) => "no_code",
            Self::Stack(error) => error.code(),
        }
    }
}
