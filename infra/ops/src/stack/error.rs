//! Errors that any command can have with a stack.

use files::{FileError, ObjectError};
use mail::MailError;
use platform::{causes::Causes, config::ConfigError};
use store::StoreError;

use super::UserSelector;
use crate::output::CommandError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum StackError {
    /// Without the operator's identity there is no audit record, and without that nothing is written.
    #[error("AWS does not return your identity: {0}\nNothing was written.")]
    UnknownOperator(String),
    #[error("CloudFormation does not describe the stack {stack}: {cause}")]
    CannotDescribe { stack: String, cause: String },
    /// The stack was deployed from an older template.
    #[error("The stack {stack} has no {what}.")]
    Missing { stack: String, what: &'static str },
    #[error("The configuration of the stack is invalid: {0}")]
    InvalidConfiguration(#[from] ConfigError),
    #[error("There is no user {0}.")]
    UserNotFound(UserSelector),
    #[error("A table cannot be used: {}", Causes(.0))]
    Tables(#[from] StoreError),
    #[error("The files bucket cannot be used: {}", Causes(.0))]
    Bucket(#[from] ObjectError),
    /// The rest of the command succeeded and has an audit record.
    #[error("The email was not sent: {0}")]
    MailNotSent(#[from] MailError),
}

impl From<FileError> for StackError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Store(error) => error.into(),
            FileError::Object(error) => error.into(),
        }
    }
}

impl CommandError for StackError {
    fn code(&self) -> &'static str {
        match self {
            Self::UnknownOperator(_) => "operator_unknown",
            Self::CannotDescribe { .. } => "stack_not_described",
            Self::Missing { .. } | Self::InvalidConfiguration(_) => "stack_incomplete",
            Self::UserNotFound(_) => "account_not_found",
            Self::Tables(_) => "tables_unusable",
            Self::Bucket(_) => "bucket_unusable",
            Self::MailNotSent(_) => "mail_not_sent",
        }
    }
}
