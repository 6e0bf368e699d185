//! Every rate limit of the API (contract, "Accounts").
//!
//! `shared/data/rate-limits.json` has the number of attempts of each setting, and the least and the most that an operator may set with
//! `RATE_LIMITS`, which is the parameter `RateLimits`: `FailedLoginsPerEmail:10,UploadsPerIp:20`. `scripts/deploy` reads the file, too.
//! The setting `FailedLoginsPerEmail` is that of [`FAILED_LOGINS_PER_EMAIL`]. Rules that are derived from another one share its setting.
//! `RateLimit::name` is part of the keys in the attempts table. In it, *account* means an email address or a user, and *address* means
//! an IP address; a rename would reset the counters.

use std::{collections::BTreeMap, sync::LazyLock, time::Duration};

use api::ErrorCode;
use platform::config::{ConfigError, Environment};
use serde::Deserialize;

/// How many attempts are allowed in a window of time.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    /// What is limited: a part of the counter's key.
    pub name: &'static str,
    pub attempts: u64,
    pub window: Duration,
    /// The error code of the refusal above the limit.
    pub code: ErrorCode,
}

/// A rate limit whose number of attempts is a setting.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub name: &'static str,
    pub window: Duration,
    /// The setting of [`RateLimit::attempts`].
    setting: &'static str,
    code: ErrorCode,
}

/// How many times the attempts of a limit clients have with proofs of work, where a failed attempt is a guess of a password.
pub const PROVEN_LOGINS: u64 = 10;
/// The same, where an attempt sends an email.
pub const PROVEN_MAILS: u64 = 2;

const ATTEMPTS_PER_RESET_CODE: &str = "AttemptsPerResetCode";

macro_rules! rules {
    ($($(#[$attribute:meta])* $rule:ident: $name:literal, $setting:expr, $window:ident, $code:ident;)*) => {
        $($(#[$attribute])*
        pub const $rule: Rule = Rule { name: $name, window: $window, setting: $setting, code: ErrorCode::$code };)*

        #[cfg(test)]
        const ALL: &[Rule] = &[$($rule),*];
    };
}

// The name of the counter, the setting, the window, and the code of the refusal.
rules! {
    /// Wrong passwords for one email address, at sign-in.
    FAILED_LOGINS_PER_EMAIL: "login-account", "FailedLoginsPerEmail", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Wrong passwords from one IP address, for any user.
    FAILED_LOGINS_PER_IP: "login-address", "FailedLoginsPerIp", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Wrong passwords for one email address from one client, counted only while a proof of work is asked for: one network cannot use up the
    /// attempts of all others.
    FAILED_LOGINS_PER_CLIENT: "login-client", "FailedLoginsPerEmail", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Wrong passwords on a device on which the user has signed in before ([`crate::devices`]).
    FAILED_LOGINS_PER_DEVICE: "login-device", "FailedLoginsPerEmail", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Refused sign-ins with a passkey from one IP address. They have a counter of their own, so that neither way to sign in uses up the
    /// attempts of the other.
    FAILED_PASSKEY_LOGINS_PER_IP: "passkey-address", "FailedLoginsPerIp", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Wrong passwords of a signed-in user who changes the password or the email address, adds a passkey, exports the data, or deletes the
    /// user. One counter for all, so that a stolen access token allows no more guesses. Sign-ins have others: failed ones of strangers do not
    /// prevent a deletion.
    FAILED_CONFIRMATIONS_PER_USER: "confirm-account", "FailedLoginsPerEmail", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Emails to one mailbox that is not verified: links and password reset codes, from all clients, in addition to the link of the
    /// registration. Above it, the response is the same, and no email is sent: a refusal would reveal that the user exists.
    VERIFICATION_MAILS_PER_EMAIL: "verification-email", "VerificationMailsPerEmail", HOUR, TooManyAttempts;

    /// Requests of one client for a verification link to one email address. They have a counter of their own: [`VERIFICATION_MAILS_PER_EMAIL`]
    /// counts only for users who exist, so refusing above it would reveal them.
    REQUESTED_VERIFICATION_MAILS_PER_EMAIL: "resend-email", "VerificationMailsPerEmail", HOUR, TooManyRequests;

    /// Verification links that the browser of the sign-up has sent to the email address ([`crate::signup_proof`]).
    VERIFICATION_MAILS_OF_SIGNUP: "resend-signup", "VerificationMailsPerEmail", HOUR, TooManyRequests;

    /// Verification links that all requesters have sent to one email address, without the browser of the sign-up.
    VERIFICATION_MAILS_PER_MAILBOX: "resend-mailbox", "VerificationMailsPerMailbox", HOUR, TooManyRequests;

    /// Verification links that are requested from one IP address.
    VERIFICATION_MAILS_PER_IP: "resend-address", "VerificationMailsPerIp", HOUR, TooManyRequests;

    /// Corrections of the email address of one sign-up. Each sends an email, to any mailbox.
    CORRECTIONS_PER_USER: "correct-user", "VerificationMailsPerEmail", DAY, TooManyRequests;

    /// Changes of the email address that a signed-in user asks for, including links that are sent again.
    EMAIL_CHANGES_PER_USER: "change-email-account", "EmailChangesPerUser", DAY, TooManyRequests;

    /// Emails about a change that are sent to one new email address, for all users who ask for it.
    EMAIL_CHANGE_MAILS_PER_EMAIL: "change-email", "VerificationMailsPerEmail", HOUR, TooManyRequests;

    /// Sign-ins on new devices that emails report to a user. Above it, the user signs in without an email.
    SIGN_IN_MAILS_PER_USER: "sign-in-mail-user", "SecurityMailsPerUser", DAY, TooManyRequests;

    /// Changes of the password of a signed-in user, each of which an email reports.
    PASSWORD_CHANGES_PER_USER: "change-password-user", "SecurityMailsPerUser", DAY, TooManyRequests;

    /// Passkeys that a user adds, each of which an email reports. So they also limit the emails about removed ones.
    PASSKEYS_PER_USER: "add-passkey-user", "SecurityMailsPerUser", DAY, TooManyRequests;

    /// Exports of their data that a signed-in user asks for.
    DATA_EXPORTS_PER_USER: "export-account", "DataExportsPerUser", DAY, TooManyRequests;

    /// Place requests that a signed-in user sends. Withdrawing and repeating them is not limited.
    PLACE_REQUESTS_PER_USER: "place-request-user", "PlaceRequestsPerUser", DAY, TooManyRequests;

    /// Interest in services that a signed-in user adds. Withdrawing and repeating it is not limited.
    INTERESTS_PER_USER: "interest-user", "InterestsPerUser", DAY, TooManyRequests;

    /// Messages to the operator from one IP address.
    MESSAGES_PER_IP: "message-address", "MessagesPerIp", HOUR, TooManyRequests;

    /// Messages of all visitors together, which strangers with many addresses send. The setting times [`VISITORS_WITH_MESSAGES`].
    MESSAGES_OF_VISITORS: "message-visitors", "MessagesPerIp", HOUR, TooManyRequests;

    /// Messages to the operator that a signed-in user sends. The setting is that of an hour of an IP address.
    MESSAGES_PER_USER: "message-user", "MessagesPerIp", HOUR, TooManyRequests;

    /// Users who register from one IP address without a proof of work ([`crate::proof_of_work`]).
    REGISTRATIONS_PER_IP: "register-address", "RegistrationsPerIp", DAY, ProofRequired;

    /// Users who register from one IP address at all. It has the counter of [`REGISTRATIONS_PER_IP`].
    REGISTRATIONS_WITH_PROOF_PER_IP: "register-address", "RegistrationsWithProofPerIp", DAY, TooManyAccounts;

    /// Password reset codes that are requested from one IP address.
    RESET_MAILS_PER_IP: "reset-address", "ResetMailsPerIp", HOUR, TooManyRequests;

    /// Wrong password reset codes from one IP address, for any user. They have a counter of their own, so that failed sign-ins of others behind
    /// the same IP address do not refuse the right code. A code has few attempts ([`attempts_per_reset_code`]), and entered without the cookie
    /// of the browser that requested it even fewer, so this limit only bounds the load, and can be high.
    FAILED_RESET_CODES_PER_IP: "reset-code-address", "FailedResetCodesPerIp", QUARTER_OF_AN_HOUR, TooManyAttempts;

    /// Wrong password reset codes for one mailbox that one IP address enters without the cookie of a requester.
    RESET_CODES_WITHOUT_COOKIE: "reset-code-client", ATTEMPTS_PER_RESET_CODE, HOUR, TooManyAttempts;

    /// Wrong password reset codes for one mailbox that all IP addresses enter without the cookie of a requester: as many as codes are sent to
    /// it. Browsers with the cookie have attempts of their own.
    RESET_CODES_PER_MAILBOX: "reset-code-mailbox", "ResetMailsPerMailbox", HOUR, TooManyAttempts;

    /// Password reset codes that one requester has sent to one email address. The requester is an IP address, or a device on which the user
    /// has signed in before ([`crate::devices`]).
    RESET_MAILS_PER_EMAIL: "reset-email", "ResetMailsPerEmail", HOUR, TooManyRequests;

    /// Password reset codes that all requesters have sent to one email address, without the devices on which the user has signed in before.
    RESET_MAILS_PER_MAILBOX: "reset-mailbox", "ResetMailsPerMailbox", HOUR, TooManyRequests;

    /// Files that visitors upload from one IP address.
    UPLOADS_PER_IP: "upload-address", "UploadsPerIp", HOUR, TooManyRequests;

    /// Files that a signed-in user uploads. Videos count when their upload starts.
    UPLOADS_PER_USER: "upload-account", "UploadsPerUser", DAY, TooManyRequests;
}

/// From how many addresses visitors may send all their messages of an hour: see [`MESSAGES_OF_VISITORS`].
pub const VISITORS_WITH_MESSAGES: u64 = 40;

const QUARTER_OF_AN_HOUR: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// How many attempts a password reset code allows. The code's item in the password resets table counts them, not the attempts table
/// ([`crate::password_reset::PasswordResets::exchange_code`]).
pub fn attempts_per_reset_code(environment: &Environment) -> Result<u64, ConfigError> {
    attempts(environment, ATTEMPTS_PER_RESET_CODE)
}

#[derive(Deserialize)]
struct Setting {
    default: u64,
    least: u64,
    most: u64,
}

static SETTINGS: LazyLock<BTreeMap<&str, Setting>> = LazyLock::new(|| {
    // The file is part of the binary. A test below checks it.
    serde_json::from_str(include_str!("../../data/rate-limits.json")).unwrap_or_default()
});

/// The number of attempts of a setting: that of the environment, or the default.
fn attempts(environment: &Environment, setting: &str) -> Result<u64, ConfigError> {
    let given = environment.rate_limits();
    let mut attempts = BTreeMap::new();
    for one in given.split_terminator(',') {
        let (name, number) = one.split_once(':').ok_or(MALFORMED)?;
        let bounds = SETTINGS.get(name).ok_or(MALFORMED)?;
        let number = number.parse().map_err(|_| MALFORMED)?;
        let is_accepted = (bounds.least..=bounds.most).contains(&number);
        if !is_accepted || attempts.insert(name, number).is_some() {
            return Err(MALFORMED);
        }
    }
    let default = || SETTINGS.get(setting).map(|setting| setting.default);
    attempts.get(setting).copied().or_else(default).ok_or(MALFORMED)
}

const MALFORMED: ConfigError = ConfigError::Malformed {
    name: "RATE_LIMITS",
    expected: "names of rate-limits.json, each with a number between its least and its most",
};

impl Rule {
    /// The limit with the number of attempts that the environment sets.
    ///
    /// # Errors
    /// When `RATE_LIMITS` is malformed, has an unknown name, or has a number that is too small or too large.
    pub fn limit(self, environment: &Environment) -> Result<RateLimit, ConfigError> {
        Ok(RateLimit {
            name: self.name,
            attempts: attempts(environment, self.setting)?,
            window: self.window,
            code: self.code,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn environment(limits: &str) -> Environment {
        Environment::of([("RATE_LIMITS", limits.to_owned())])
    }

    #[test]
    fn the_environment_sets_how_many_attempts_are_allowed() {
        let environment = environment("FailedLoginsPerEmail:7,AttemptsPerResetCode:4");
        let limit = FAILED_LOGINS_PER_DEVICE.limit(&environment).unwrap();
        assert_eq!(
            (limit.name, limit.attempts, limit.code),
            ("login-device", 7, ErrorCode::TooManyAttempts)
        );
        assert_eq!(limit.window, Duration::from_mins(15));
        assert_eq!(attempts_per_reset_code(&environment).unwrap(), 4);
    }

    #[test]
    fn other_limits_have_their_defaults() {
        for limits in ["", "UploadsPerUser:7"] {
            assert_eq!(UPLOADS_PER_IP.limit(&environment(limits)).unwrap().attempts, 20);
        }
        for Setting { default, least, most } in SETTINGS.values() {
            assert!((least..=most).contains(&default));
        }
    }

    #[test]
    fn what_is_not_a_limit_is_refused() {
        for limits in [
            "UploadsPerCountry:7",
            "UploadsPerIp:0",
            "AttemptsPerResetCode:11",
            "UploadsPerIp:1000001",
            "UploadsPerIp",
            "UploadsPerIp:many",
            "UploadsPerIp:1,UploadsPerIp:2",
            "UploadsPerIp:1 UploadsPerUser:2",
            ",",
        ] {
            // Each function that counts anything notices it.
            let refused = PLACE_REQUESTS_PER_USER.limit(&environment(limits)).unwrap_err();
            assert_eq!(refused, MALFORMED, "{limits}");
        }
    }

    #[test]
    fn every_limit_has_a_counter_of_its_own() {
        let names: BTreeSet<_> = ALL.iter().map(|rule| rule.name).collect();
        // Registrations with and without a proof of work are counted together.
        assert_eq!(names.len() + 1, ALL.len());
        assert_eq!(REGISTRATIONS_WITH_PROOF_PER_IP.name, REGISTRATIONS_PER_IP.name);
        assert_ne!(REGISTRATIONS_WITH_PROOF_PER_IP.setting, REGISTRATIONS_PER_IP.setting);
        assert!(ALL.iter().all(|rule| rule.limit(&environment("")).is_ok()));
    }
}
