//! The dependencies of `GET /users/me`.

use app::{Wiring, profile_view::ProfileViews};
use auth::tokens::Tokens;
use platform::config::ConfigError;
use store::users::UsersTable;

/// What the endpoint works with.
pub(crate) struct Me {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) profiles: ProfileViews,
}

impl Me {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            profiles: wiring.profiles()?,
        })
    }
}
