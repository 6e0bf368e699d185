//! The stack that a command works on, and who works on it.

use aws_config::SdkConfig;
use aws_sdk_dynamodb::Client;
use clap::Args;
use shared::{
    aws,
    causes::Causes,
    domain::UserId,
    store::{
        StoreError,
        audit::{Action, AuditRecord, AuditTable},
    },
};

use crate::output::Complaint;

/// Which stack a command works on.
#[derive(Debug, Clone, Args)]
pub(crate) struct Target {
    /// The name of the deployed stack; its tables are NAME-users, NAME-courses and so on
    #[arg(long, value_name = "NAME", env = "STACK")]
    pub(crate) stack: String,
}

/// A stack, with the tables that are named after it.
pub(crate) struct Stack {
    pub(crate) name: String,
    pub(crate) aws: SdkConfig,
    dynamodb: Client,
}

/// A stack that cannot be worked on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StackError {
    /// Without a name for who does it, nothing is done.
    #[error("AWS does not say who you are: {0}\nNothing was written.")]
    NobodyKnown(String),
    /// A table did not do what was asked of it.
    #[error("The tables cannot be used: {}", Causes(.0))]
    Tables(#[from] StoreError),
}

impl Complaint for StackError {
    fn code(&self) -> &'static str {
        match self {
            Self::NobodyKnown(_) => "operator_unknown",
            Self::Tables(_) => "tables_unusable",
        }
    }
}

impl Stack {
    /// The stack that a command line names, with the credentials of whoever runs the tool.
    pub(crate) async fn of(target: Target) -> Self {
        let aws = aws::sdk_config().await;
        Self {
            name: target.stack,
            dynamodb: Client::new(&aws),
            aws,
        }
    }

    /// One of its tables, which all are made of a client and a name.
    pub(crate) fn table<T>(&self, table: impl Fn(Client, String) -> T, name: &str) -> T {
        table(self.dynamodb.clone(), format!("{}-{name}", self.name))
    }

    pub(crate) fn audit(&self) -> AuditTable {
        self.table(AuditTable::new, "audit")
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
}
