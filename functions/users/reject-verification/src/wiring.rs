//! The dependencies of `POST /users/reject-verification`.

use app::{Wiring, user_deletion::UserDeletion};
use auth::tokens::Tokens;
use platform::{config::ConfigError, metrics::Metrics};
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct RejectVerification {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) deletion: UserDeletion,
    pub(crate) metrics: Metrics,
}

impl RejectVerification {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            deletion: wiring.user_deletion()?,
            metrics: wiring.metrics()?,
        })
    }
}
