//! All environment variables that functions read, with their types.
//!
//! `template.yaml` sets them, except for optional ones. A missing or malformed variable is a [`ConfigError`] that names it.
//! The function then logs the error, and responds to every request with `internal_error` (see `app::serve`).

use std::{collections::BTreeMap, time::Duration};

use domain::{EmailAddress, FileScan, TeacherApproval};

/// The environment of the process; or one that the operator's tool and tests make, to work like a function of a stack.
#[derive(Debug, Clone)]
pub struct Environment(Source);

#[derive(Debug, Clone)]
enum Source {
    Process,
    Given(BTreeMap<String, String>),
}

macro_rules! required {
    ($($(#[$attribute:meta])* $accessor:ident: $name:literal,)*) => {
        impl Environment {
            $($(#[$attribute])*
            pub fn $accessor(&self) -> Result<String, ConfigError> {
                self.required($name)
            })*
        }
    };
}

required! {
    /// The region of the AWS services. Lambda sets it.
    aws_region: "AWS_REGION",
    courses_table: "COURSES_TABLE",
    course_details_table: "COURSE_DETAILS_TABLE",
    place_requests_table: "PLACE_REQUESTS_TABLE",
    meetings_table: "MEETINGS_TABLE",
    course_prices_table: "COURSE_PRICES_TABLE",
    users_table: "USERS_TABLE",
    attempts_table: "ATTEMPTS_TABLE",
    password_resets_table: "PASSWORD_RESETS_TABLE",
    payments_table: "PAYMENTS_TABLE",
    audit_table: "AUDIT_TABLE",
    /// The function that makes archives of users' data.
    make_export_function: "MAKE_EXPORT_FUNCTION",
    /// The janitor, which deletes the objects of removed files.
    remove_files_function: "REMOVE_FILES_FUNCTION",
    files_table: "FILES_TABLE",
    /// The name of the bucket of `files::ObjectStore`.
    files_bucket: "FILES_BUCKET",
    /// The name of the bucket with the web app.
    site_bucket: "SITE_BUCKET",
    /// The secret whose versions sign tokens (see `auth::tokens::TokenIssuer`).
    token_key_secret: "TOKEN_KEY_SECRET",
    /// The secret with the public keys that verify tokens (see `auth::tokens::Tokens`).
    token_verification_secret: "TOKEN_VERIFICATION_SECRET",
    /// The key of the hashes of codes, email addresses and IP addresses (see `auth::secrets::Secret`).
    pepper_secret: "PEPPER_SECRET",
    /// The origin secret (see `auth::origin_check`).
    origin_secret: "ORIGIN_SECRET",
    /// The email address of the sender.
    mail_sender: "MAIL_SENDER",
    /// The `CloudWatch` namespace of this stack's metrics (see [`crate::metrics`]).
    metrics_namespace: "METRICS_NAMESPACE",
}

impl Environment {
    pub const fn of_process() -> Self {
        Self(Source::Process)
    }

    pub fn of<N: Into<String>>(variables: impl IntoIterator<Item = (N, String)>) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value));
        Self(Source::Given(variables.collect()))
    }

    /// `AWS_ENDPOINT_URL`: the local AWS on a developer's machine. It is not set on AWS.
    pub fn aws_endpoint(&self) -> Option<String> {
        self.required("AWS_ENDPOINT_URL").ok()
    }

    /// `AWS_ENDPOINT_URL_DYNAMODB` and its like: an endpoint for one service, named by its id in the SDK (`Secrets Manager`).
    pub fn aws_endpoint_of(&self, service_id: &str) -> Option<String> {
        self.value(&format!(
            "AWS_ENDPOINT_URL_{}",
            service_id.replace(' ', "_").to_uppercase()
        ))
    }

    /// `AWS_CALL_TIMEOUT_SECONDS`: the time limit of an AWS call with its retries. The default is 6.
    ///
    /// The function then responds with `service_unavailable`, well within its own limit of 10 s. Busy machines need more.
    pub fn aws_call_timeout(&self) -> Result<Duration, ConfigError> {
        self.seconds_or("AWS_CALL_TIMEOUT_SECONDS", 6)
    }

    /// `SECRETS_LOOK_AGAIN_SECONDS`: the shortest time between two reads that look for an unknown version of a secret (see
    /// `auth::secrets::RotatedSecret`). The default is 5.
    pub fn secret_refresh_interval(&self) -> Result<Duration, ConfigError> {
        self.seconds_or("SECRETS_LOOK_AGAIN_SECONDS", 5)
    }

    /// `CATALOGUE_MAX_AGE_SECONDS`: how long a warm instance, the CDN and browsers each cache the catalogue.
    pub fn catalogue_max_age(&self) -> Result<Duration, ConfigError> {
        let seconds = self.number("CATALOGUE_MAX_AGE_SECONDS", "a whole number of seconds")?;
        Ok(Duration::from_secs(seconds))
    }

    /// `FILES_ADDRESS`: the endpoint of S3 in presigned URLs, when it is not the function's own endpoint. It is not set on AWS. A
    /// function in a container on a developer's machine needs it.
    pub fn files_endpoint(&self) -> Option<String> {
        self.required("FILES_ADDRESS").ok()
    }

    /// `FORMER_KEY_SECRET`: the secret whose versions have signed the tokens of former releases. None for `none`.
    pub fn former_key_secret(&self) -> Result<Option<String>, ConfigError> {
        let secret = self.required("FORMER_KEY_SECRET")?;
        Ok((secret != "none").then_some(secret))
    }

    /// `REQUIRED_ORIGIN`: as [`Self::origin_secret`], where requests must come through the CDN; `none` where they need not.
    ///
    /// # Errors
    /// When it is not set, so that the check is not left out by mistake.
    pub fn required_origin(&self) -> Result<Option<String>, ConfigError> {
        let secret = self.required("REQUIRED_ORIGIN")?;
        Ok(Some(secret).filter(|secret| secret != "none"))
    }

    /// `DIGEST_EMAIL`: the email address of the operator who is told what waits for a decision. None for `none`.
    pub fn digest_email(&self) -> Result<Option<EmailAddress>, ConfigError> {
        let name = "DIGEST_EMAIL";
        match self.required(name)?.as_str() {
            "none" => Ok(None),
            email => email.parse().map(Some).map_err(|_| ConfigError::Malformed {
                name,
                expected: "an email address or none",
            }),
        }
    }

    /// `SITE_ADDRESS`: the URL of the site, for links in emails, such as `https://example.org`.
    pub fn site_url(&self) -> Result<String, ConfigError> {
        let address = self.required("SITE_ADDRESS")?;
        Ok(address.trim_end_matches('/').to_owned())
    }

    /// `AWS_LAMBDA_FUNCTION_NAME`: the name of the function. Lambda sets it.
    pub fn function_name(&self) -> Option<String> {
        self.required("AWS_LAMBDA_FUNCTION_NAME").ok()
    }

    /// `RUST_LOG`: the levels of the log (see [`crate::log`]). It is optional.
    pub fn log_levels(&self) -> Option<String> {
        self.required("RUST_LOG").ok()
    }

    /// `SESSION_LIFETIME_DAYS`: how long a session lasts after a sign-in that does not say whether to remember the user.
    pub fn session_lifetime(&self) -> Result<Duration, ConfigError> {
        self.days("SESSION_LIFETIME_DAYS")
    }

    /// `REMEMBERED_SESSION_LIFETIME_DAYS`: how long a session lasts after a sign-in that asks to remember the user.
    pub fn remembered_session_lifetime(&self) -> Result<Duration, ConfigError> {
        self.days("REMEMBERED_SESSION_LIFETIME_DAYS")
    }

    /// `UNREMEMBERED_SESSION_LIFETIME_HOURS`: how long a session lasts after a sign-in that asks not to remember the user.
    pub fn unremembered_session_lifetime(&self) -> Result<Duration, ConfigError> {
        let hours = self.number("UNREMEMBERED_SESSION_LIFETIME_HOURS", "a whole number of hours")?;
        Ok(Duration::from_hours(hours))
    }

    /// `SESSION_IDLE_DAYS`: how long a session lasts without being used.
    pub fn idle_session_lifetime(&self) -> Result<Duration, ConfigError> {
        self.days("SESSION_IDLE_DAYS")
    }

    /// `RATE_LIMITS`: the rate limits that differ from their defaults, which `auth::rate_limits` reads. It is optional.
    pub fn rate_limits(&self) -> String {
        self.required("RATE_LIMITS").unwrap_or_default()
    }

    /// `PROOF_OF_WORK_KEYS`: the most keys that a client derives for a proof of work of the first level.
    pub fn proof_of_work_keys(&self) -> Result<u64, ConfigError> {
        self.number("PROOF_OF_WORK_KEYS", "a whole number")
    }

    /// `PART_ADDRESS_LIFETIME_SECONDS`: how long a presigned URL for a part of a video is valid.
    pub fn presigned_part_lifetime(&self) -> Result<Duration, ConfigError> {
        let seconds = self.number("PART_ADDRESS_LIFETIME_SECONDS", "a whole number of seconds")?;
        Ok(Duration::from_secs(seconds))
    }

    /// `TEACHER_APPROVAL`: whether operators review teachers' applications.
    pub fn teacher_approval(&self) -> Result<TeacherApproval, ConfigError> {
        let name = "TEACHER_APPROVAL";
        let approval = self.required(name)?.parse();
        approval.map_err(|_| ConfigError::Malformed {
            name,
            expected: "off or required",
        })
    }

    /// `FILE_SCAN`: whether operators see files only after a scan for malware has cleared them.
    pub fn file_scan(&self) -> Result<FileScan, ConfigError> {
        let name = "FILE_SCAN";
        let scan = self.required(name)?.parse();
        scan.map_err(|_| ConfigError::Malformed {
            name,
            expected: "off or required",
        })
    }

    fn days(&self, name: &'static str) -> Result<Duration, ConfigError> {
        let days = self.number(name, "a whole number of days")?;
        Ok(Duration::from_hours(days.saturating_mul(24)))
    }

    fn seconds_or(&self, name: &'static str, default: u64) -> Result<Duration, ConfigError> {
        match self.number(name, "a whole number of seconds") {
            Err(ConfigError::Missing { .. }) => Ok(Duration::from_secs(default)),
            seconds => Ok(Duration::from_secs(seconds?)),
        }
    }

    fn number(&self, name: &'static str, expected: &'static str) -> Result<u64, ConfigError> {
        let number = self.required(name)?.parse();
        number.map_err(|_| ConfigError::Malformed { name, expected })
    }

    fn required(&self, name: &'static str) -> Result<String, ConfigError> {
        self.value(name).ok_or(ConfigError::Missing { name })
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the environment"
    )]
    fn value(&self, name: &str) -> Option<String> {
        let value = match &self.0 {
            Source::Process => std::env::var(name).ok(),
            Source::Given(variables) => variables.get(name).cloned(),
        };
        value.filter(|value| !value.trim().is_empty())
    }
}

/// A variable is missing or malformed.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    #[error("environment variable {name} is not set")]
    Missing { name: &'static str },
    /// Its value is malformed. The error does not contain the value, because it may be a secret.
    #[error("environment variable {name} must be {expected}")]
    Malformed { name: &'static str, expected: &'static str },
}
