//! The dependencies of `POST /users/delete`.

use app::{Wiring, user_deletion::UserDeletion};
use auth::{password_confirmation::PasswordConfirmation, tokens::Tokens};
use mail::Mailer;
use platform::{config::ConfigError, metrics::Metrics};
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct Delete {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) deletion: UserDeletion,
    pub(crate) confirmation: PasswordConfirmation,
    pub(crate) mailer: Mailer,
    pub(crate) metrics: Metrics,
}

impl Delete {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.user_deletion()?,
            confirmation: wiring.password_confirmation()?,
            mailer: wiring.mailer()?,
            metrics: wiring.metrics()?,
        })
    }
}
