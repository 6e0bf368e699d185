//! The dependencies of `PUT /users/{id}`.

use app::{Wiring, profile_view::ProfileViews};
use auth::tokens::Tokens;
use files::FileService;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct Update {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) files: FileService,
    pub(crate) profiles: ProfileViews,
}

impl Update {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            files: wiring.files()?,
            profiles: wiring.profiles()?,
        })
    }
}
