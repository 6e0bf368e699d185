//! The dependencies of `POST /users/me/email/confirm`.

use app::Wiring;
use auth::tokens::TokenIssuer;
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct ConfirmEmailChange {
    pub(crate) tokens: TokenIssuer,
    pub(crate) users: UsersTable,
    pub(crate) mailer: Mailer,
}

impl ConfirmEmailChange {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.token_issuer()?,
            users: wiring.users()?,
            mailer: wiring.mailer()?,
        })
    }
}
