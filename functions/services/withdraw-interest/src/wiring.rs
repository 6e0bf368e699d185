//! The dependencies of `DELETE /services/{id}/interest`.

use app::Wiring;
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct WithdrawInterest {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
}

impl WithdrawInterest {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
        })
    }
}
