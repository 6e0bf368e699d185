//! The dependencies of `GET /users/me`.

use app::{Wiring, profile_view::ProfileViews};
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct Me {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) profiles: ProfileViews,
}

impl Me {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            profiles: wiring.profiles()?,
        })
    }
}
