//! Every rate limit of the API (contract, "Accounts").
//!
//! One limit is missing here, because it is not counted in the attempts table: `LIMIT_ATTEMPTS_PER_CODE`, how often one password
//! reset code may be tried ([`crate::password_reset::PasswordResets::exchange_code`]).

use std::time::Duration;

use api::ErrorCode;
use platform::config::{ConfigError, Environment};

/// How many attempts are allowed in a window of time.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    /// What is limited: a part of the counter's key.
    pub name: &'static str,
    /// How many attempts are allowed in the window.
    pub attempts: u64,
    /// How long the window is.
    pub window: Duration,
    /// The error code for one attempt more.
    pub code: ErrorCode,
}

/// A rate limit whose number of attempts is a setting of the environment.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// See [`RateLimit::name`].
    pub name: &'static str,
    /// See [`RateLimit::window`].
    pub window: Duration,
    /// The variable that sets [`RateLimit::attempts`].
    attempts: fn(&Environment) -> Result<u64, ConfigError>,
    code: ErrorCode,
}

/// Wrong passwords for one email address, at sign-in.
pub const LOGIN_PER_EMAIL: Rule = Rule {
    name: "login-account",
    attempts: Environment::failed_logins_per_email,
    window: Duration::from_mins(15),
    code: ErrorCode::TooManyAttempts,
};

/// Wrong passwords and wrong password reset codes from one IP address, for any user.
pub const GUESSES_PER_IP: Rule = Rule {
    name: "login-address",
    attempts: Environment::failed_guesses_per_ip,
    window: Duration::from_mins(15),
    code: ErrorCode::TooManyAttempts,
};

/// Wrong passwords of a signed-in user who deletes the account. They have a limit of their own, so that
/// failed sign-ins of others do not prevent the deletion.
pub const DELETION_PER_EMAIL: Rule = Rule {
    name: "delete-account",
    attempts: Environment::failed_logins_per_email,
    window: Duration::from_mins(15),
    code: ErrorCode::TooManyAttempts,
};

/// Verification links that are sent to one email address, besides that of the registration.
pub const VERIFICATION_LINKS_PER_EMAIL: Rule = Rule {
    name: "verification-email",
    attempts: Environment::links_per_email,
    window: Duration::from_hours(1),
    code: ErrorCode::TooManyAttempts,
};

/// Users who register from one IP address.
pub const REGISTRATIONS_PER_IP: Rule = Rule {
    name: "register-address",
    attempts: Environment::registrations_per_ip,
    window: Duration::from_hours(24),
    code: ErrorCode::TooManyAccounts,
};

/// Password reset codes that are requested from one IP address.
pub const RESETS_PER_IP: Rule = Rule {
    name: "reset-address",
    attempts: Environment::resets_per_ip,
    window: Duration::from_hours(1),
    code: ErrorCode::TooManyRequests,
};

/// Password reset codes that are sent to one email address.
pub const RESETS_PER_EMAIL: Rule = Rule {
    name: "reset-email",
    attempts: Environment::resets_per_email,
    window: Duration::from_hours(1),
    code: ErrorCode::TooManyRequests,
};

/// Files that visitors upload from one IP address. Uploads of signed-in users are not limited.
pub const UPLOADS_PER_IP: Rule = Rule {
    name: "upload-address",
    attempts: Environment::uploads_per_ip,
    window: Duration::from_hours(1),
    code: ErrorCode::TooManyRequests,
};

impl Rule {
    /// The limit with the number of attempts that the environment sets.
    ///
    /// # Errors
    /// When the variable is missing or malformed.
    pub fn limit(self, environment: &Environment) -> Result<RateLimit, ConfigError> {
        Ok(RateLimit {
            name: self.name,
            attempts: (self.attempts)(environment)?,
            window: self.window,
            code: self.code,
        })
    }
}
