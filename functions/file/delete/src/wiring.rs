//! The dependencies of `DELETE /file/{id}`.

use app::Wiring;
use auth::tokens::Tokens;
use files::FileService;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct DeleteFile {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) files: FileService,
}

impl DeleteFile {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            files: wiring.files()?,
        })
    }
}
