//! The stack that a command works on, and who works on it.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    str::FromStr,
};

use app::{Wiring, account_deletion::AccountDeletion};
use auth::{
    secrets::RotatedSecret,
    tokens::{TokenError, Tokens},
};
use aws_config::SdkConfig;
use aws_sdk_dynamodb::Client;
use clap::Args;
use domain::{EmailAddress, UserId};
use files::ObjectError;
use mail::{MailError, Mailer};
use platform::{
    aws,
    causes::Causes,
    config::{ConfigError, Environment},
};
use store::{
    StoreError,
    audit::{Action, AuditRecord, AuditTable},
    payments::PaymentsTable,
    users::{User, UsersTable},
};

use crate::output::Complaint;

/// Which stack a command works on.
#[derive(Debug, Clone, Args)]
pub(crate) struct Target {
    /// The name of the deployed stack; its tables are NAME-users, NAME-courses and so on
    #[arg(long, value_name = "NAME", env = "STACK")]
    pub(crate) stack: String,
}

/// What an operator calls an account by.
#[derive(Debug, Clone)]
pub(crate) enum AccountName {
    Email(EmailAddress),
    Id(UserId),
}

/// A stack, with the tables that are named after it.
pub(crate) struct Stack {
    pub(crate) name: String,
    pub(crate) aws: SdkConfig,
    dynamodb: Client,
}

/// What `CloudFormation` knows of a stack.
struct Description {
    parameters: HashMap<String, String>,
    outputs: HashMap<String, String>,
}

/// Something that could not be done with a stack, whatever the command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StackError {
    /// Without a name for who does it, nothing is done.
    #[error("AWS does not say who you are: {0}\nNothing was written.")]
    NobodyKnown(String),
    /// `CloudFormation` does not tell of the stack.
    #[error("CloudFormation does not tell of the stack {stack}: {cause}")]
    NotDescribed { stack: String, cause: String },
    /// `CloudWatch` does not tell what it took.
    #[error("CloudWatch does not tell what the stack {stack} took: {cause}")]
    NotCounted { stack: String, cause: String },
    /// It was deployed from a template without it.
    #[error("The stack {stack} has no {what}.")]
    Lacks { stack: String, what: &'static str },
    /// What the stack says of itself makes no sense.
    #[error("The stack is not as it should be: {0}")]
    Malformed(#[from] ConfigError),
    /// Nobody is called that.
    #[error("There is no account {0}.")]
    NoAccount(AccountName),
    /// A table did not do what was asked of it.
    #[error("The tables cannot be used: {}", Causes(.0))]
    Tables(#[from] StoreError),
    /// What had to be mailed before it could be done.
    #[error("The link cannot be signed: {}", Causes(.0))]
    NotSigned(#[from] TokenError),
    /// The bucket did not do what was asked of it.
    #[error("The files bucket cannot be used: {}", Causes(.0))]
    Bucket(#[from] ObjectError),
    /// The rest is done, and there is a record of it.
    #[error("The mail was not sent: {0}")]
    NotMailed(#[from] MailError),
}

impl Complaint for StackError {
    fn code(&self) -> &'static str {
        match self {
            Self::NobodyKnown(_) => "operator_unknown",
            Self::NotDescribed { .. } => "stack_not_described",
            Self::NotCounted { .. } => "stack_not_counted",
            Self::Lacks { .. } | Self::Malformed(_) => "stack_incomplete",
            Self::NoAccount(_) => "account_not_found",
            Self::Tables(_) => "tables_unusable",
            Self::NotSigned(_) => "secrets_unusable",
            Self::Bucket(_) => "bucket_unusable",
            Self::NotMailed(_) => "mail_not_sent",
        }
    }
}

impl FromStr for AccountName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(email) = text.parse() {
            return Ok(Self::Email(email));
        }
        let id = text.trim().parse().map(Self::Id);
        id.map_err(|_| "neither an e-mail address nor the id of an account")
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Email(email) => email.fmt(formatter),
            Self::Id(id) => id.fmt(formatter),
        }
    }
}

impl Stack {
    /// The stack that a command line names, with the credentials of whoever runs the tool.
    pub(crate) async fn of(target: Target) -> Result<Self, StackError> {
        let aws = aws::sdk_config(&Environment::of_process()).await?;
        Ok(Self {
            name: target.stack,
            dynamodb: Client::new(&aws),
            aws,
        })
    }

    /// One of its tables, which all are made of a client and a name.
    pub(crate) fn table<T>(&self, table: impl Fn(Client, String) -> T, name: &str) -> T {
        table(self.dynamodb.clone(), format!("{}-{name}", self.name))
    }

    pub(crate) fn audit(&self) -> AuditTable {
        self.table(AuditTable::new, "audit")
    }

    pub(crate) fn users(&self) -> UsersTable {
        self.table(UsersTable::new, "users")
    }

    pub(crate) fn payments(&self) -> PaymentsTable {
        self.table(PaymentsTable::new, "payments")
    }

    /// The account that is called that. Nothing is looked through for it.
    pub(crate) async fn find(&self, name: &AccountName) -> Result<Option<User>, StackError> {
        Ok(match name {
            AccountName::Email(email) => self.users().find_by_email(email).await?,
            AccountName::Id(id) => self.users().find(id).await?,
        })
    }

    /// As [`Self::find`], when there has to be one.
    pub(crate) async fn account(&self, name: AccountName) -> Result<User, StackError> {
        self.find(&name).await?.ok_or(StackError::NoAccount(name))
    }

    /// A record of what is about to be done, by whoever AWS says that the credentials are: that is nothing one can claim.
    pub(crate) async fn record(&self, subject: Option<&UserId>, action: Action) -> Result<AuditRecord, StackError> {
        let asked = aws_sdk_sts::Client::new(&self.aws).get_caller_identity().send().await;
        let identity = asked.map_err(|error| StackError::NobodyKnown(Causes(&error).to_string()))?;
        let operator = identity.arn.unwrap_or_default();
        Ok(AuditRecord::now(operator, subject.cloned(), action))
    }

    /// Keeps a record of something that cannot be written in one transaction with it, before it is done.
    pub(crate) async fn note(&self, subject: Option<&UserId>, action: Action) -> Result<(), StackError> {
        let record = self.record(subject, action).await?;
        Ok(self.audit().put(&record).await?)
    }

    /// The environment of a function of the stack: its tables by their names, and the rest as `CloudFormation` knows it.
    pub(crate) async fn environment(&self) -> Result<Environment, StackError> {
        Ok(Environment::of(self.variables().await?))
    }

    /// Makes what the functions of the stack are made of, but for what needs a secret.
    pub(crate) async fn wiring(&self) -> Result<Wiring, StackError> {
        Ok(Wiring::new(self.environment().await?, self.aws.clone()))
    }

    async fn variables(&self) -> Result<BTreeMap<&'static str, String>, StackError> {
        let description = self.describe().await?;
        let table = |name: &str| format!("{}-{name}", self.name);
        Ok(BTreeMap::from([
            ("USERS_TABLE", table("users")),
            ("PAYMENTS_TABLE", table("payments")),
            ("PASSWORD_RESETS_TABLE", table("password-resets")),
            ("FILES_TABLE", table("files")),
            ("UPLOADS_TABLE", table("uploads")),
            ("FILES_BUCKET", self.said(&description.outputs, "FilesBucketName")?),
            ("MAIL_SENDER", self.said(&description.parameters, "MailSender")?),
            ("SITE_ADDRESS", self.said(&description.parameters, "SiteAddress")?),
            ("METRICS_NAMESPACE", self.name.clone()),
            (
                "TEACHER_APPROVAL",
                self.said(&description.parameters, "TeacherApproval")?,
            ),
        ]))
    }

    /// What sends mails as the stack does. It is made before what a mail tells of is done: where nothing can be mailed, nothing
    /// is done.
    pub(crate) async fn mailer(&self) -> Result<Mailer, StackError> {
        Ok(self.wiring().await?.mailer()?)
    }

    /// Tokens, signed as the stack does.
    pub(crate) async fn tokens(&self) -> Result<Tokens, StackError> {
        let client = aws_sdk_secretsmanager::Client::new(&self.aws);
        let secret = self.resource("SigningKeySecret").await?;
        Ok(Tokens::new(RotatedSecret::new(
            client,
            secret,
            Environment::of_process().secret_refresh_interval()?,
        )))
    }

    /// What deletes accounts, as the endpoint does for their owners.
    pub(crate) async fn deletion(&self) -> Result<AccountDeletion, StackError> {
        let mut variables = self.variables().await?;
        variables.insert("PEPPER_SECRET", self.resource("PepperSecret").await?);
        Ok(Wiring::new(Environment::of(variables), self.aws.clone()).account_deletion()?)
    }

    async fn describe(&self) -> Result<Description, StackError> {
        let client = aws_sdk_cloudformation::Client::new(&self.aws);
        let asked = client.describe_stacks().stack_name(&self.name).send().await;
        let described = asked.map_err(|error| self.not_described(&error))?.stacks;
        let stack = described.unwrap_or_default().into_iter().next();
        let stack = stack.ok_or_else(|| StackError::NotDescribed {
            stack: self.name.clone(),
            cause: "there is none".to_owned(),
        })?;
        let parameters = stack.parameters.unwrap_or_default().into_iter();
        let outputs = stack.outputs.unwrap_or_default().into_iter();
        Ok(Description {
            parameters: parameters
                .filter_map(|given| Some((given.parameter_key?, given.parameter_value?)))
                .collect(),
            outputs: outputs
                .filter_map(|said| Some((said.output_key?, said.output_value?)))
                .collect(),
        })
    }

    fn said(&self, all: &HashMap<String, String>, what: &'static str) -> Result<String, StackError> {
        all.get(what).cloned().ok_or_else(|| self.lacks(what))
    }

    /// What AWS calls a resource of the template.
    async fn resource(&self, name: &'static str) -> Result<String, StackError> {
        let client = aws_sdk_cloudformation::Client::new(&self.aws);
        let request = client.describe_stack_resource().stack_name(&self.name);
        let described = request.logical_resource_id(name).send().await;
        let described = described
            .map_err(|error| self.not_described(&error))?
            .stack_resource_detail;
        let id = described.and_then(|resource| resource.physical_resource_id);
        id.ok_or_else(|| self.lacks(name))
    }

    fn lacks(&self, what: &'static str) -> StackError {
        StackError::Lacks {
            stack: self.name.clone(),
            what,
        }
    }

    fn not_described(&self, error: &dyn std::error::Error) -> StackError {
        StackError::NotDescribed {
            stack: self.name.clone(),
            cause: Causes(error).to_string(),
        }
    }
}
