//! Every environment variable that a function reads, typed.
//!
//! `template.yaml` sets them, but for three that need not be set. A missing or malformed one is a [`ConfigError`] that names it; the function then answers
//! `internal_error` to every request and logs that line (see `app::serve`).

use std::{collections::BTreeMap, time::Duration};

use domain::TeacherApproval;

/// The process's environment, read at the cold start; or that of a function of a stack, as the operator's tool makes it.
#[derive(Debug, Clone)]
pub struct Environment(Source);

#[derive(Debug, Clone)]
enum Source {
    Process,
    Given(BTreeMap<&'static str, String>),
}

impl Environment {
    /// The environment that the process was started with.
    #[must_use]
    pub const fn of_process() -> Self {
        Self(Source::Process)
    }

    /// An environment with these variables alone.
    #[must_use]
    pub const fn of(variables: BTreeMap<&'static str, String>) -> Self {
        Self(Source::Given(variables))
    }

    /// `AWS_CALL_TIMEOUT_SECONDS`: how long a call of an AWS service may take with its retries; 6 unless it is set.
    ///
    /// A function answers `service_unavailable` after it, well inside its own 10 s. Machines that do much else at once need more.
    ///
    /// # Errors
    /// When it is not a whole number.
    pub fn aws_call_timeout(&self) -> Result<Duration, ConfigError> {
        self.seconds_or("AWS_CALL_TIMEOUT_SECONDS", 6)
    }

    /// `SECRETS_LOOK_AGAIN_SECONDS`: how soon a version of a secret that is not known is looked for again (see
    /// `auth::secrets::RotatedSecret`); 5 unless it is set.
    ///
    /// # Errors
    /// When it is not a whole number.
    pub fn secret_refresh_interval(&self) -> Result<Duration, ConfigError> {
        self.seconds_or("SECRETS_LOOK_AGAIN_SECONDS", 5)
    }

    /// `COURSES_TABLE`: the name of the table of `store::courses`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn courses_table(&self) -> Result<String, ConfigError> {
        self.required("COURSES_TABLE")
    }

    /// `COURSE_PRICES_TABLE`: the name of the table of `store::course_prices`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn course_prices_table(&self) -> Result<String, ConfigError> {
        self.required("COURSE_PRICES_TABLE")
    }

    /// `CATALOGUE_MAX_AGE_SECONDS`: how long a warm instance, the CDN and browsers each keep their copy of the catalogue.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn catalogue_max_age(&self) -> Result<Duration, ConfigError> {
        let seconds = self.number("CATALOGUE_MAX_AGE_SECONDS", "a whole number of seconds")?;
        Ok(Duration::from_secs(seconds))
    }

    /// `USERS_TABLE`: the name of the table of `store::users`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn users_table(&self) -> Result<String, ConfigError> {
        self.required("USERS_TABLE")
    }

    /// `ATTEMPTS_TABLE`: the name of the table of `store::attempts`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn attempts_table(&self) -> Result<String, ConfigError> {
        self.required("ATTEMPTS_TABLE")
    }

    /// `PASSWORD_RESETS_TABLE`: the name of the table of `store::password_resets`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn password_resets_table(&self) -> Result<String, ConfigError> {
        self.required("PASSWORD_RESETS_TABLE")
    }

    /// `PAYMENTS_TABLE`: the name of the table of `store::payments`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn payments_table(&self) -> Result<String, ConfigError> {
        self.required("PAYMENTS_TABLE")
    }

    /// `FILES_TABLE`: the name of the table of `store::files`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn files_table(&self) -> Result<String, ConfigError> {
        self.required("FILES_TABLE")
    }

    /// `UPLOADS_TABLE`: the name of the table of `store::uploads`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn uploads_table(&self) -> Result<String, ConfigError> {
        self.required("UPLOADS_TABLE")
    }

    /// `FILES_BUCKET`: the name of the bucket of `files::ObjectStore`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn files_bucket(&self) -> Result<String, ConfigError> {
        self.required("FILES_BUCKET")
    }

    /// `FILES_ADDRESS`: the endpoint of S3 for whoever gets a presigned address, where that is not the function's own endpoint. It is
    /// not set on AWS; a function in a container on a developer's machine has it.
    #[must_use]
    pub fn files_endpoint(&self) -> Option<String> {
        self.required("FILES_ADDRESS").ok()
    }

    /// `SIGNING_KEY_SECRET`: the secret whose versions sign tokens (see `auth::secrets::RotatedSecret`).
    ///
    /// # Errors
    /// When it is not set.
    pub fn signing_key_secret(&self) -> Result<String, ConfigError> {
        self.required("SIGNING_KEY_SECRET")
    }

    /// `PEPPER_SECRET`: the secret that keys the hashes of codes, and of who tried what (see `auth::secrets::Secret`).
    ///
    /// # Errors
    /// When it is not set.
    pub fn pepper_secret(&self) -> Result<String, ConfigError> {
        self.required("PEPPER_SECRET")
    }

    /// `ORIGIN_SECRET`: the secret by which the CDN is known (see `auth::origin_check`).
    ///
    /// # Errors
    /// When it is not set.
    pub fn origin_secret(&self) -> Result<String, ConfigError> {
        self.required("ORIGIN_SECRET")
    }

    /// `REQUIRED_ORIGIN`: as [`Self::origin_secret`], where only the CDN is answered; `none` where everybody is.
    ///
    /// # Errors
    /// When it is not set: nobody is answered by mistake.
    pub fn required_origin(&self) -> Result<Option<String>, ConfigError> {
        let secret = self.required("REQUIRED_ORIGIN")?;
        Ok(Some(secret).filter(|secret| secret != "none"))
    }

    /// `MAIL_SENDER`: the address that mails come from.
    ///
    /// # Errors
    /// When it is not set.
    pub fn mail_sender(&self) -> Result<String, ConfigError> {
        self.required("MAIL_SENDER")
    }

    /// `SITE_ADDRESS`: where links in mails lead, such as `https://example.org`.
    ///
    /// # Errors
    /// When it is not set.
    pub fn site_url(&self) -> Result<String, ConfigError> {
        let address = self.required("SITE_ADDRESS")?;
        Ok(address.trim_end_matches('/').to_owned())
    }

    /// `METRICS_NAMESPACE`: the name under which `CloudWatch` keeps this stack's metrics (see [`crate::metrics`]).
    ///
    /// # Errors
    /// When it is not set.
    pub fn metrics_namespace(&self) -> Result<String, ConfigError> {
        self.required("METRICS_NAMESPACE")
    }

    /// `RELEASE`: the release that the function is of, by which a deployment tells its errors from those of the one before;
    /// `unreleased` unless it is set.
    #[must_use]
    pub fn release(&self) -> String {
        self.required("RELEASE").unwrap_or_else(|_| "unreleased".to_owned())
    }

    /// `SESSION_LIFETIME_DAYS`: how long a login lasts.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn session_lifetime(&self) -> Result<Duration, ConfigError> {
        let days = self.number("SESSION_LIFETIME_DAYS", "a whole number of days")?;
        Ok(Duration::from_hours(days.saturating_mul(24)))
    }

    /// `LIMIT_ACCOUNTS_PER_ADDRESS`: how many accounts one client address may make in a day.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn registrations_per_ip(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_ACCOUNTS_PER_ADDRESS", "a whole number")
    }

    /// `LIMIT_LOGINS_PER_ACCOUNT`: how many logins may fail for one e-mail in 15 minutes.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn failed_logins_per_email(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_LOGINS_PER_ACCOUNT", "a whole number")
    }

    /// `LIMIT_LOGINS_PER_ADDRESS`: how many logins may fail from one client address in 15 minutes.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn failed_guesses_per_ip(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_LOGINS_PER_ADDRESS", "a whole number")
    }

    /// `LIMIT_RESETS_PER_EMAIL`: how many reset codes one e-mail may be mailed in an hour.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn resets_per_email(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_RESETS_PER_EMAIL", "a whole number")
    }

    /// `LIMIT_RESETS_PER_ADDRESS`: how many reset codes may be asked for from one client address in an hour.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn resets_per_ip(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_RESETS_PER_ADDRESS", "a whole number")
    }

    /// `LIMIT_LINKS_PER_EMAIL`: how many verification links one e-mail may be mailed in an hour, besides that of signing up.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn links_per_email(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_LINKS_PER_EMAIL", "a whole number")
    }

    /// `LIMIT_ATTEMPTS_PER_CODE`: how often a reset code may be tried.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn attempts_per_code(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_ATTEMPTS_PER_CODE", "a whole number")
    }

    /// `LIMIT_UPLOADS_PER_ADDRESS`: how many files one client address may upload in an hour without an account.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn uploads_per_ip(&self) -> Result<u64, ConfigError> {
        self.number("LIMIT_UPLOADS_PER_ADDRESS", "a whole number")
    }

    /// `PART_ADDRESS_LIFETIME_SECONDS`: how long the address is good to which a chunk of a video is sent.
    ///
    /// # Errors
    /// When it is not set or is not a whole number.
    pub fn presigned_part_lifetime(&self) -> Result<Duration, ConfigError> {
        let seconds = self.number("PART_ADDRESS_LIFETIME_SECONDS", "a whole number of seconds")?;
        Ok(Duration::from_secs(seconds))
    }

    /// `TEACHER_APPROVAL`: whether somebody who signs up as a teacher waits for an operator's approval.
    ///
    /// # Errors
    /// When it is not set or is neither `off` nor `required`.
    pub fn teacher_approval(&self) -> Result<TeacherApproval, ConfigError> {
        let name = "TEACHER_APPROVAL";
        let approval = self.required(name)?.parse();
        approval.map_err(|_| ConfigError::Malformed {
            name,
            expected: "off or required",
        })
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

    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the environment"
    )]
    fn required(&self, name: &'static str) -> Result<String, ConfigError> {
        let value = match &self.0 {
            Source::Process => std::env::var(name).ok(),
            Source::Given(variables) => variables.get(name).cloned(),
        };
        let value = value.filter(|value| !value.trim().is_empty());
        value.ok_or(ConfigError::Missing { name })
    }
}

/// A variable that a function cannot do without.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// It is not set, or empty.
    #[error("environment variable {name} is not set")]
    Missing {
        /// The variable.
        name: &'static str,
    },
    /// It has a value that makes no sense. The value is not repeated, since it may be a secret.
    #[error("environment variable {name} must be {expected}")]
    Malformed {
        /// The variable.
        name: &'static str,
        /// What it should be.
        expected: &'static str,
    },
}
