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

/// Wrong passwords for one email address, at sign-in.
pub const FAILED_LOGINS_PER_EMAIL: Rule = Rule {
    name: "login-account",
    window: QUARTER_OF_AN_HOUR,
    setting: "FailedLoginsPerEmail",
    code: ErrorCode::TooManyAttempts,
};

/// Wrong passwords from one IP address, for any user.
pub const FAILED_LOGINS_PER_IP: Rule = Rule {
    name: "login-address",
    window: QUARTER_OF_AN_HOUR,
    setting: "FailedLoginsPerIp",
    code: ErrorCode::TooManyAttempts,
};

/// Wrong passwords for one email address from one client, counted only while a proof of work is asked for: one network cannot use up the
/// attempts of all others.
pub const FAILED_LOGINS_PER_CLIENT: Rule = Rule {
    name: "login-client",
    ..FAILED_LOGINS_PER_EMAIL
};

/// Wrong passwords on a device on which the user has signed in before ([`crate::devices`]).
pub const FAILED_LOGINS_PER_DEVICE: Rule = Rule {
    name: "login-device",
    ..FAILED_LOGINS_PER_EMAIL
};

/// Refused sign-ins with a passkey from one IP address. They have a counter of their own, so that neither way to sign in uses up the
/// attempts of the other.
pub const FAILED_PASSKEY_LOGINS_PER_IP: Rule = Rule {
    name: "passkey-address",
    ..FAILED_LOGINS_PER_IP
};

/// Wrong passwords of a signed-in user who changes the password or the email address, adds a passkey, exports the data, or deletes the
/// user. One counter for all, so that a stolen access token allows no more guesses. Sign-ins have others: failed ones of strangers do not
/// prevent a deletion.
pub const FAILED_CONFIRMATIONS_PER_USER: Rule = Rule {
    name: "confirm-account",
    ..FAILED_LOGINS_PER_EMAIL
};

/// Emails to one mailbox that is not verified: links and password reset codes, from all clients, in addition to the link of the
/// registration. Above it, the response is the same, and no email is sent: a refusal would reveal that the user exists.
pub const VERIFICATION_MAILS_PER_EMAIL: Rule = Rule {
    name: "verification-email",
    window: HOUR,
    setting: "VerificationMailsPerEmail",
    code: ErrorCode::TooManyAttempts,
};

/// Requests of one client for a verification link to one email address. They have a counter of their own: [`VERIFICATION_MAILS_PER_EMAIL`]
/// counts only for users who exist, so refusing above it would reveal them.
pub const REQUESTED_VERIFICATION_MAILS_PER_EMAIL: Rule = Rule {
    name: "resend-email",
    code: ErrorCode::TooManyRequests,
    ..VERIFICATION_MAILS_PER_EMAIL
};

/// Verification links that the browser of the sign-up has sent to the email address ([`crate::signup_proof`]).
pub const VERIFICATION_MAILS_OF_SIGNUP: Rule = Rule {
    name: "resend-signup",
    ..REQUESTED_VERIFICATION_MAILS_PER_EMAIL
};

/// Verification links that all requesters have sent to one email address, without the browser of the sign-up.
pub const VERIFICATION_MAILS_PER_MAILBOX: Rule = Rule {
    name: "resend-mailbox",
    window: HOUR,
    setting: "VerificationMailsPerMailbox",
    code: ErrorCode::TooManyRequests,
};

/// Verification links that are requested from one IP address.
pub const VERIFICATION_MAILS_PER_IP: Rule = Rule {
    name: "resend-address",
    window: HOUR,
    setting: "VerificationMailsPerIp",
    code: ErrorCode::TooManyRequests,
};

/// Corrections of the email address of one sign-up. Each sends an email, to any mailbox.
pub const CORRECTIONS_PER_USER: Rule = Rule {
    name: "correct-user",
    window: DAY,
    ..REQUESTED_VERIFICATION_MAILS_PER_EMAIL
};

/// Changes of the email address that a signed-in user asks for, including links that are sent again.
pub const EMAIL_CHANGES_PER_USER: Rule = Rule {
    name: "change-email-account",
    window: DAY,
    setting: "EmailChangesPerUser",
    code: ErrorCode::TooManyRequests,
};

/// Emails about a change that are sent to one new email address, for all users who ask for it.
pub const EMAIL_CHANGE_MAILS_PER_EMAIL: Rule = Rule {
    name: "change-email",
    code: ErrorCode::TooManyRequests,
    ..VERIFICATION_MAILS_PER_EMAIL
};

/// Sign-ins on new devices that emails report to a user. Above it, the user signs in without an email.
pub const SIGN_IN_MAILS_PER_USER: Rule = Rule {
    name: "sign-in-mail-user",
    window: DAY,
    setting: "SecurityMailsPerUser",
    code: ErrorCode::TooManyRequests,
};

/// Changes of the password of a signed-in user, each of which an email reports.
pub const PASSWORD_CHANGES_PER_USER: Rule = Rule {
    name: "change-password-user",
    ..SIGN_IN_MAILS_PER_USER
};

/// Passkeys that a user adds, each of which an email reports. So they also limit the emails about removed ones.
pub const PASSKEYS_PER_USER: Rule = Rule {
    name: "add-passkey-user",
    ..SIGN_IN_MAILS_PER_USER
};

/// Exports of their data that a signed-in user asks for.
pub const DATA_EXPORTS_PER_USER: Rule = Rule {
    name: "export-account",
    window: DAY,
    setting: "DataExportsPerUser",
    code: ErrorCode::TooManyRequests,
};

/// Place requests that a signed-in user sends. Withdrawing and repeating them is not limited.
pub const PLACE_REQUESTS_PER_USER: Rule = Rule {
    name: "place-request-user",
    window: DAY,
    setting: "PlaceRequestsPerUser",
    code: ErrorCode::TooManyRequests,
};

/// Interest in services that a signed-in user adds. Withdrawing and repeating it is not limited.
pub const INTERESTS_PER_USER: Rule = Rule {
    name: "interest-user",
    window: DAY,
    setting: "InterestsPerUser",
    code: ErrorCode::TooManyRequests,
};

/// Messages to the operator from one IP address.
pub const MESSAGES_PER_IP: Rule = Rule {
    name: "message-address",
    window: HOUR,
    setting: "MessagesPerIp",
    code: ErrorCode::TooManyRequests,
};

/// Messages of all visitors together, which strangers with many addresses send. The setting times [`VISITORS_WITH_MESSAGES`].
pub const MESSAGES_OF_VISITORS: Rule = Rule {
    name: "message-visitors",
    ..MESSAGES_PER_IP
};
/// From how many addresses visitors may send all their messages of an hour.
pub const VISITORS_WITH_MESSAGES: u64 = 40;

/// Messages to the operator that a signed-in user sends. The setting is that of an hour of an IP address.
pub const MESSAGES_PER_USER: Rule = Rule {
    name: "message-user",
    ..MESSAGES_PER_IP
};

/// Users who register from one IP address without a proof of work ([`crate::proof_of_work`]).
pub const REGISTRATIONS_PER_IP: Rule = Rule {
    name: "register-address",
    window: DAY,
    setting: "RegistrationsPerIp",
    code: ErrorCode::ProofRequired,
};

/// Users who register from one IP address at all. It has the counter of [`REGISTRATIONS_PER_IP`].
pub const REGISTRATIONS_WITH_PROOF_PER_IP: Rule = Rule {
    setting: "RegistrationsWithProofPerIp",
    code: ErrorCode::TooManyAccounts,
    ..REGISTRATIONS_PER_IP
};

/// Password reset codes that are requested from one IP address.
pub const RESET_MAILS_PER_IP: Rule = Rule {
    name: "reset-address",
    window: HOUR,
    setting: "ResetMailsPerIp",
    code: ErrorCode::TooManyRequests,
};

/// Wrong password reset codes from one IP address, for any user. They have a counter of their own, so that failed sign-ins of others behind
/// the same IP address do not refuse the right code. A code has few attempts ([`attempts_per_reset_code`]), and entered without the cookie
/// of the browser that requested it even fewer, so this limit only bounds the load, and can be high.
pub const FAILED_RESET_CODES_PER_IP: Rule = Rule {
    name: "reset-code-address",
    window: QUARTER_OF_AN_HOUR,
    setting: "FailedResetCodesPerIp",
    code: ErrorCode::TooManyAttempts,
};

/// Wrong password reset codes for one mailbox that one IP address enters without the cookie of a requester.
pub const RESET_CODES_WITHOUT_COOKIE: Rule = Rule {
    name: "reset-code-client",
    window: HOUR,
    setting: ATTEMPTS_PER_RESET_CODE,
    code: ErrorCode::TooManyAttempts,
};

/// Wrong password reset codes for one mailbox that all IP addresses enter without the cookie of a requester: as many as codes are sent to
/// it. Browsers with the cookie have attempts of their own.
pub const RESET_CODES_PER_MAILBOX: Rule = Rule {
    name: "reset-code-mailbox",
    code: ErrorCode::TooManyAttempts,
    ..RESET_MAILS_PER_MAILBOX
};

/// Password reset codes that one requester has sent to one email address. The requester is an IP address, or a device on which the user
/// has signed in before ([`crate::devices`]).
pub const RESET_MAILS_PER_EMAIL: Rule = Rule {
    name: "reset-email",
    window: HOUR,
    setting: "ResetMailsPerEmail",
    code: ErrorCode::TooManyRequests,
};

/// Password reset codes that all requesters have sent to one email address, without the devices on which the user has signed in before.
pub const RESET_MAILS_PER_MAILBOX: Rule = Rule {
    name: "reset-mailbox",
    window: HOUR,
    setting: "ResetMailsPerMailbox",
    code: ErrorCode::TooManyRequests,
};

/// Files that visitors upload from one IP address.
pub const UPLOADS_PER_IP: Rule = Rule {
    name: "upload-address",
    window: HOUR,
    setting: "UploadsPerIp",
    code: ErrorCode::TooManyRequests,
};

/// Files that a signed-in user uploads. Videos count when their upload starts.
pub const UPLOADS_PER_USER: Rule = Rule {
    name: "upload-account",
    window: DAY,
    setting: "UploadsPerUser",
    code: ErrorCode::TooManyRequests,
};

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
        let rules = [
            FAILED_LOGINS_PER_EMAIL,
            FAILED_LOGINS_PER_IP,
            FAILED_LOGINS_PER_CLIENT,
            FAILED_LOGINS_PER_DEVICE,
            FAILED_PASSKEY_LOGINS_PER_IP,
            FAILED_CONFIRMATIONS_PER_USER,
            VERIFICATION_MAILS_PER_EMAIL,
            REQUESTED_VERIFICATION_MAILS_PER_EMAIL,
            VERIFICATION_MAILS_OF_SIGNUP,
            VERIFICATION_MAILS_PER_MAILBOX,
            VERIFICATION_MAILS_PER_IP,
            CORRECTIONS_PER_USER,
            EMAIL_CHANGES_PER_USER,
            EMAIL_CHANGE_MAILS_PER_EMAIL,
            SIGN_IN_MAILS_PER_USER,
            PASSWORD_CHANGES_PER_USER,
            PASSKEYS_PER_USER,
            DATA_EXPORTS_PER_USER,
            PLACE_REQUESTS_PER_USER,
            INTERESTS_PER_USER,
            MESSAGES_PER_IP,
            MESSAGES_OF_VISITORS,
            MESSAGES_PER_USER,
            REGISTRATIONS_PER_IP,
            RESET_MAILS_PER_IP,
            FAILED_RESET_CODES_PER_IP,
            RESET_CODES_WITHOUT_COOKIE,
            RESET_CODES_PER_MAILBOX,
            RESET_MAILS_PER_EMAIL,
            RESET_MAILS_PER_MAILBOX,
            UPLOADS_PER_IP,
            UPLOADS_PER_USER,
        ];
        assert_eq!(BTreeSet::from(rules.map(|rule| rule.name)).len(), rules.len());
        assert!(rules.iter().all(|rule| rule.limit(&environment("")).is_ok()));
    }

    #[test]
    fn each_limit_has_its_window_and_its_code() {
        use ErrorCode::{ProofRequired, TooManyAccounts, TooManyAttempts, TooManyRequests};
        for (rule, code, minutes) in [
            (FAILED_LOGINS_PER_EMAIL, TooManyAttempts, 15),
            (FAILED_LOGINS_PER_IP, TooManyAttempts, 15),
            (FAILED_LOGINS_PER_CLIENT, TooManyAttempts, 15),
            (FAILED_LOGINS_PER_DEVICE, TooManyAttempts, 15),
            (FAILED_PASSKEY_LOGINS_PER_IP, TooManyAttempts, 15),
            (FAILED_CONFIRMATIONS_PER_USER, TooManyAttempts, 15),
            (FAILED_RESET_CODES_PER_IP, TooManyAttempts, 15),
            (RESET_CODES_WITHOUT_COOKIE, TooManyAttempts, 60),
            (RESET_CODES_PER_MAILBOX, TooManyAttempts, 60),
            (VERIFICATION_MAILS_PER_EMAIL, TooManyAttempts, 60),
            (REQUESTED_VERIFICATION_MAILS_PER_EMAIL, TooManyRequests, 60),
            (VERIFICATION_MAILS_OF_SIGNUP, TooManyRequests, 60),
            (VERIFICATION_MAILS_PER_MAILBOX, TooManyRequests, 60),
            (VERIFICATION_MAILS_PER_IP, TooManyRequests, 60),
            (EMAIL_CHANGE_MAILS_PER_EMAIL, TooManyRequests, 60),
            (RESET_MAILS_PER_IP, TooManyRequests, 60),
            (RESET_MAILS_PER_EMAIL, TooManyRequests, 60),
            (RESET_MAILS_PER_MAILBOX, TooManyRequests, 60),
            (UPLOADS_PER_IP, TooManyRequests, 60),
            (UPLOADS_PER_USER, TooManyRequests, 24 * 60),
            (CORRECTIONS_PER_USER, TooManyRequests, 24 * 60),
            (EMAIL_CHANGES_PER_USER, TooManyRequests, 24 * 60),
            (SIGN_IN_MAILS_PER_USER, TooManyRequests, 24 * 60),
            (PASSWORD_CHANGES_PER_USER, TooManyRequests, 24 * 60),
            (PASSKEYS_PER_USER, TooManyRequests, 24 * 60),
            (DATA_EXPORTS_PER_USER, TooManyRequests, 24 * 60),
            (PLACE_REQUESTS_PER_USER, TooManyRequests, 24 * 60),
            (INTERESTS_PER_USER, TooManyRequests, 24 * 60),
            (MESSAGES_PER_IP, TooManyRequests, 60),
            (MESSAGES_OF_VISITORS, TooManyRequests, 60),
            (MESSAGES_PER_USER, TooManyRequests, 60),
            (REGISTRATIONS_PER_IP, ProofRequired, 24 * 60),
            (REGISTRATIONS_WITH_PROOF_PER_IP, TooManyAccounts, 24 * 60),
        ] {
            assert_eq!(
                (rule.code, rule.window),
                (code, Duration::from_mins(minutes)),
                "{}",
                rule.name
            );
        }
        assert_eq!(REGISTRATIONS_WITH_PROOF_PER_IP.name, REGISTRATIONS_PER_IP.name);
        assert_ne!(REGISTRATIONS_WITH_PROOF_PER_IP.setting, REGISTRATIONS_PER_IP.setting);
    }
}
