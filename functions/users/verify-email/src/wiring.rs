//! The dependencies of `POST /users/verify-email`.

use app::{Wiring, profile_view::ProfileViews};
use auth::{origin_check::OriginCheck, sessions::Sessions, tokens::TokenIssuer};
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct VerifyEmail {
    pub(crate) tokens: TokenIssuer,
    pub(crate) users: UsersTable,
    pub(crate) profiles: ProfileViews,
    pub(crate) sessions: Sessions,
    pub(crate) origin_check: OriginCheck,
}

impl VerifyEmail {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.token_issuer()?,
            users: wiring.users()?,
            profiles: wiring.profiles()?,
            sessions: wiring.sessions()?,
            origin_check: wiring.origin_check()?,
        })
    }
}
