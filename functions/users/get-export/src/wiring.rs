//! The dependencies of `GET /users/me/export`.

use app::Wiring;
use auth::tokens::Tokens;
use files::ObjectUrls;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct GetExport {
    pub(crate) tokens: Tokens,
    pub(crate) users: UsersTable,
    pub(crate) urls: ObjectUrls,
}

impl GetExport {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            users: wiring.users()?,
            urls: wiring.object_urls()?,
        })
    }
}
