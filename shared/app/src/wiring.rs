//! Makes the clients, tables and services of a function, once for each cold start.

use std::sync::{Arc, OnceLock};

use auth::{
    counted_bodies::CountedBodies,
    devices::Devices,
    idempotency::Idempotency,
    origin_check::OriginCheck,
    password_confirmation::PasswordConfirmation,
    password_reset::PasswordResets,
    passwords::Passwords,
    proof_of_work::ProofsOfWork,
    rate_limiter::RateLimiter,
    rate_limits::{self, RateLimit, Rule},
    reminders::ReminderLinks,
    secrets::{RotatedSecret, Secret, Secrets},
    sessions::{SessionLifetimes, Sessions},
    staff::StaffGate,
    tokens::{TokenIssuer, Tokens},
    upload_authorizer::UploadAuthorizer,
};
use aws_config::{SdkConfig, retry::RetryConfig};
use domain::FileScan;
use export::Tables;
use files::{FileService, FileViews, ObjectStore, ObjectUrls, SiteBucket};
use mail::{Mailer, SuppressionList};
use platform::{
    aws::{self, LazyClient},
    cache::TimedCache,
    config::Environment,
    metrics::Metrics,
};
use store::{
    attempts::AttemptsTable, audit::AuditTable, course_details::CourseDetailsTable, course_prices::CoursePricesTable,
    courses::CoursesTable, files::FilesTable, meetings::MeetingsTable, password_resets::PasswordResetsTable,
    payments::PaymentsTable, place_requests::PlaceRequestsTable, users::UsersTable,
};

use crate::{ConfigError, catalogue::Catalogue, jobs::JobFunction, profile_view::ProfileViews};

/// An endpoint or a job, which is made once for each cold start, with the clients and services that it uses: see [`wired`](crate::wired).
pub trait Wired: Sized {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError>;
}

/// A struct with the expressions that make its fields, which may end in a [`ConfigError`]. An endpoint has the fields that its cold start warms
/// up, too.
#[macro_export]
macro_rules! wired {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident($wiring:ident) $(, warm_up($($warmed:ident $(.$inner:ident)?),+))? {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $type:ty = $make:expr,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$field_attribute])* $field_visibility $field: $type,)*
        }

        impl $crate::Wired for $name {
            fn wire($wiring: &$crate::Wiring) -> Result<Self, $crate::ConfigError> {
                Ok(Self { $($field: $make,)* })
            }
        }

        $(impl $crate::WarmUp for $name {
            async fn warm_up(&self) {
                #[allow(unused_imports, reason = "most fields have a method of that name")]
                use $crate::WarmUp as _;
                tokio::join!($(self.$warmed $(.$inner)?.warm_up()),+);
            }
        })?
    };
}

/// Makes everything that a function needs from the environment variables and the configuration of the AWS SDK. It makes one client
/// of each AWS service. The clients of DynamoDB and Secrets Manager, which the warm-up uses, are made at once, and the others when a request
/// first uses them.
///
/// Its methods fail with a [`ConfigError`] when a variable that they need is missing or malformed.
#[derive(Debug)]
pub struct Wiring {
    environment: Environment,
    aws: SdkConfig,
    dynamodb: OnceLock<aws_sdk_dynamodb::Client>,
    s3: OnceLock<LazyClient<aws_sdk_s3::Client>>,
    secrets: OnceLock<Arc<Secrets>>,
    ses: OnceLock<LazyClient<aws_sdk_sesv2::Client>>,
    pepper: OnceLock<Secret>,
}

macro_rules! tables {
    ($($table:ident: $method:ident = $name:ident,)*) => {
        impl Wiring {
            $(pub fn $method(&self) -> Result<$table, ConfigError> {
                Ok($table::new(self.dynamodb(), self.environment.$name()?))
            })*
        }
    };
}

tables! {
    UsersTable: users = users_table,
    PaymentsTable: payments = payments_table,
    MeetingsTable: meetings = meetings_table,
    CoursePricesTable: course_prices = course_prices_table,
    CoursesTable: courses = courses_table,
    CourseDetailsTable: course_details = course_details_table,
    PlaceRequestsTable: place_requests = place_requests_table,
    AttemptsTable: attempts = attempts_table,
    AuditTable: audit = audit_table,
    FilesTable: files_table = files_table,
    PasswordResetsTable: password_resets_table = password_resets_table,
}

impl Wiring {
    pub fn of_function(environment: Environment) -> Result<Self, ConfigError> {
        let aws = aws::function_config(&environment)?;
        Ok(Self::new(environment, aws))
    }

    pub const fn new(environment: Environment, aws: SdkConfig) -> Self {
        Self {
            environment,
            aws,
            dynamodb: OnceLock::new(),
            s3: OnceLock::new(),
            secrets: OnceLock::new(),
            ses: OnceLock::new(),
            pepper: OnceLock::new(),
        }
    }

    /// An endpoint, a job or a service that several of them have.
    pub fn make<T: Wired>(&self) -> Result<T, ConfigError> {
        T::wire(self)
    }

    pub const fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The catalogue, with a cache for the life of the instance.
    pub fn catalogue(&self) -> Result<Catalogue, ConfigError> {
        Ok(Catalogue::new(
            self.courses()?,
            TimedCache::new(self.environment.catalogue_max_age()?),
        ))
    }

    pub fn objects(&self) -> Result<ObjectStore, ConfigError> {
        Ok(ObjectStore::new(self.s3(), self.environment.files_bucket()?))
    }

    pub fn site_bucket(&self) -> Result<SiteBucket, ConfigError> {
        Ok(SiteBucket::new(self.s3(), self.environment.site_bucket()?))
    }

    pub fn object_urls(&self) -> Result<ObjectUrls, ConfigError> {
        let endpoint = self.environment.files_endpoint();
        let endpoint = endpoint.or_else(|| self.environment.aws_endpoint_of("S3"));
        let endpoint = endpoint.or_else(|| self.aws.endpoint_url().map(str::to_owned));
        Ok(ObjectUrls::new(&self.aws, endpoint, self.environment.files_bucket()?))
    }

    pub fn files(&self) -> Result<FileService, ConfigError> {
        Ok(FileService::new(
            self.files_table()?,
            self.objects()?,
            self.object_urls()?,
        ))
    }

    /// Files as owners and operators see them. `scan` says whether they are scanned for malware.
    pub fn file_views(&self, scan: FileScan) -> Result<FileViews, ConfigError> {
        Ok(FileViews::new(self.files_table()?, self.object_urls()?, scan))
    }

    pub fn mailer(&self) -> Result<Mailer, ConfigError> {
        self.mailer_with(self.ses())
    }

    /// A mailer for which a lost response is an error, and no second attempt, which could send the email twice.
    pub fn mailer_without_retries(&self) -> Result<Mailer, ConfigError> {
        let aws = self.aws.to_builder().retry_config(RetryConfig::disabled()).build();
        self.mailer_with(LazyClient::new(move || aws_sdk_sesv2::Client::new(&aws)))
    }

    fn mailer_with(&self, ses: LazyClient<aws_sdk_sesv2::Client>) -> Result<Mailer, ConfigError> {
        Ok(Mailer::new(
            ses,
            self.environment.mail_sender()?,
            self.environment.site_url()?,
            self.metrics()?,
        ))
    }

    pub fn metrics(&self) -> Result<Metrics, ConfigError> {
        Ok(Metrics::new(self.environment.metrics_namespace()?))
    }

    /// Hashes passwords, in a buffer of its own.
    pub fn passwords(&self) -> Passwords {
        Passwords::default()
    }

    pub fn password_confirmation(&self) -> Result<PasswordConfirmation, ConfigError> {
        Ok(PasswordConfirmation::new(
            self.rate_limiter()?,
            self.rate_limit(rate_limits::FAILED_CONFIRMATIONS_PER_USER)?,
            self.passwords(),
        ))
    }

    pub fn tokens(&self) -> Result<Tokens, ConfigError> {
        let former = self.environment.former_key_secret()?;
        let former = former.map(|secret| self.rotated_secret(secret)).transpose()?;
        let keys = self.rotated_secret(self.environment.token_verification_secret()?)?;
        Ok(Tokens::new(keys, former))
    }

    pub fn token_issuer(&self) -> Result<TokenIssuer, ConfigError> {
        let key = self.rotated_secret(self.environment.token_key_secret()?)?;
        Ok(TokenIssuer::new(self.tokens()?, key))
    }

    pub fn sessions(&self) -> Result<Sessions, ConfigError> {
        let lifetimes = SessionLifetimes::from_environment(&self.environment)?;
        Ok(Sessions::new(self.users()?, self.devices()?, lifetimes))
    }

    pub fn password_resets(&self) -> Result<PasswordResets, ConfigError> {
        Ok(PasswordResets::new(self.password_resets_table()?, self.pepper()?))
    }

    /// Recognizes devices on which a user has signed in.
    pub fn devices(&self) -> Result<Devices, ConfigError> {
        Ok(Devices::new(self.pepper()?))
    }

    pub fn reminder_links(&self) -> Result<ReminderLinks, ConfigError> {
        Ok(ReminderLinks::new(self.pepper()?))
    }

    pub fn rate_limiter(&self) -> Result<RateLimiter, ConfigError> {
        Ok(RateLimiter::new(self.attempts()?, self.pepper()?))
    }

    pub fn idempotency(&self) -> Result<Idempotency, ConfigError> {
        Ok(Idempotency::new(self.attempts()?, self.pepper()?))
    }

    pub fn proofs_of_work(&self) -> Result<ProofsOfWork, ConfigError> {
        Ok(ProofsOfWork::new(
            self.attempts()?,
            self.pepper()?,
            self.environment.proof_of_work_keys()?,
        ))
    }

    pub fn rate_limit(&self, rule: Rule) -> Result<RateLimit, ConfigError> {
        rule.limit(&self.environment)
    }

    /// Checks whether a request came through the CDN, and determines the IP address of the client.
    pub fn origin_check(&self) -> Result<OriginCheck, ConfigError> {
        self.origin_check_with(self.environment.origin_secret()?)
    }

    /// Refuses requests that did not come through the CDN, in environments that do so.
    pub fn required_origin_check(&self) -> Result<Option<OriginCheck>, ConfigError> {
        let secret = self.environment.required_origin()?;
        secret.map(|secret| self.origin_check_with(secret)).transpose()
    }

    /// Reads the bodies of routes that hash a password.
    pub fn counted_bodies(&self) -> Result<CountedBodies, ConfigError> {
        let per_ip = self.rate_limit(rate_limits::FAILED_LOGINS_PER_IP)?;
        Ok(CountedBodies::new(self.rate_limiter()?, self.origin_check()?, per_ip))
    }

    pub fn upload_authorizer(&self) -> Result<UploadAuthorizer, ConfigError> {
        self.authorizer_of_uploads(Some(self.users()?))
    }

    pub fn upload_authorizer_without_users(&self) -> Result<UploadAuthorizer, ConfigError> {
        self.authorizer_of_uploads(None)
    }

    fn authorizer_of_uploads(&self, users: Option<UsersTable>) -> Result<UploadAuthorizer, ConfigError> {
        Ok(UploadAuthorizer::new(
            self.tokens()?,
            users,
            self.rate_limiter()?,
            self.origin_check()?,
            self.rate_limit(rate_limits::UPLOADS_PER_IP)?,
            self.rate_limit(rate_limits::UPLOADS_PER_USER)?,
        ))
    }

    pub fn staff_gate(&self) -> Result<StaffGate, ConfigError> {
        Ok(StaffGate {
            tokens: self.tokens()?,
            users: self.users()?,
            audit: self.audit()?,
        })
    }

    pub fn suppression_list(&self) -> SuppressionList {
        SuppressionList::new(self.ses())
    }

    /// The tables of an export, besides the users table.
    pub fn export_tables(&self) -> Result<Tables, ConfigError> {
        Ok(Tables {
            payments: self.payments()?,
            place_requests: self.place_requests()?,
            files: self.files_table()?,
            audit: self.audit()?,
        })
    }

    pub fn janitor(&self) -> Result<JobFunction, ConfigError> {
        Ok(self.job_function(self.environment.remove_files_function()?))
    }

    pub fn job_function(&self, name: String) -> JobFunction {
        JobFunction::new(self.lazily(aws_sdk_lambda::Client::new), name)
    }

    /// Users as the API shows them.
    pub fn profiles(&self) -> Result<ProfileViews, ConfigError> {
        let files = self.file_views(self.environment.file_scan()?)?;
        Ok(ProfileViews::new(self.catalogue()?, files))
    }

    fn origin_check_with(&self, secret: String) -> Result<OriginCheck, ConfigError> {
        Ok(OriginCheck::new(self.rotated_secret(secret)?.without_max_age()))
    }

    fn rotated_secret(&self, id: String) -> Result<RotatedSecret, ConfigError> {
        let refresh_interval = self.environment.secret_refresh_interval()?;
        Ok(RotatedSecret::new(self.secrets(), id, refresh_interval))
    }

    /// One secret for all that needs it, so that an instance reads it once.
    pub fn pepper(&self) -> Result<Secret, ConfigError> {
        let id = self.environment.pepper_secret()?;
        let pepper = self.pepper.get_or_init(|| Secret::new(self.secrets(), id));
        Ok(pepper.clone())
    }

    fn dynamodb(&self) -> aws_sdk_dynamodb::Client {
        let client = self.dynamodb.get_or_init(|| aws_sdk_dynamodb::Client::new(&self.aws));
        client.clone()
    }

    fn s3(&self) -> LazyClient<aws_sdk_s3::Client> {
        self.s3.get_or_init(|| self.lazily(files::client)).clone()
    }

    fn secrets(&self) -> Arc<Secrets> {
        let new = || Arc::new(Secrets::new(aws_sdk_secretsmanager::Client::new(&self.aws)));
        Arc::clone(self.secrets.get_or_init(new))
    }

    fn ses(&self) -> LazyClient<aws_sdk_sesv2::Client> {
        let new = aws_sdk_sesv2::Client::new;
        self.ses.get_or_init(|| self.lazily(new)).clone()
    }

    fn lazily<C: 'static>(&self, new: fn(&SdkConfig) -> C) -> LazyClient<C> {
        let aws = self.aws.clone();
        LazyClient::new(move || new(&aws))
    }
}
