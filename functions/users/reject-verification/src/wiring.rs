//! The dependencies of `POST /users/reject-verification`.

use app::{Wiring, account_deletion::AccountDeletion};
use auth::tokens::Tokens;
use platform::{config::ConfigError, metrics::Metrics};
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct RejectVerification {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) deletion: AccountDeletion,
    pub(crate) metrics: Metrics,
}

impl RejectVerification {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.account_deletion()?,
            metrics: wiring.metrics()?,
        })
    }
}
