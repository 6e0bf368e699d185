//! The stack that a command uses, and the clients and tables made for it.

mod error;
mod local;
mod tables;
mod user_selector;

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use app::{Wiring, user_deletion::UserDeletion};
use aws_config::{Region, SdkConfig};
use aws_sdk_dynamodb::Client;
use clap::Args;
use domain::UserId;
use mail::Mailer;
use platform::{aws, causes::Causes, config::Environment};
use store::{
    audit::{Action, AuditRecord, AuditTable},
    payments::PaymentsTable,
    place_requests::PlaceRequestsTable,
    users::{User, UsersTable},
};

use crate::output::print_notice;
pub(crate) use error::StackError;
pub(crate) use local::LocalContext;
pub(crate) use tables::TABLES;
pub(crate) use user_selector::UserSelector;

/// The stack that a command uses.
#[derive(Debug, Clone, Args)]
pub(crate) struct Target {
    /// The name of the deployed stack, such as masar-staging
    #[arg(long, value_name = "NAME", env = "STACK")]
    pub(crate) stack: String,
    #[command(flatten)]
    pub(crate) local: LocalContext,
}

/// A stack, and the AWS configuration to use it with.
pub(crate) struct Stack {
    pub(crate) name: String,
    pub(crate) aws: SdkConfig,
    dynamodb: Client,
}

struct Description {
    parameters: HashMap<String, String>,
    outputs: HashMap<String, String>,
}

impl Stack {
    /// Connects with the operator's own AWS credentials. Sends no request yet. Says so if the stack is a local one, and a deployed one may
    /// be meant.
    pub(crate) async fn connect(target: Target) -> Result<Self, StackError> {
        let aws = aws::operator_config(&Environment::of_process()).await?;
        let stack = Self {
            name: target.stack,
            dynamodb: Client::new(&aws),
            aws,
        };
        if stack.is_local()
            && let Some(notice) = target.local.notice(&stack.name)
        {
            print_notice(&notice);
        }
        Ok(stack)
    }

    /// Whether this is a stack on a developer's machine. The local AWS does not offer every API.
    pub(crate) fn is_local(&self) -> bool {
        self.aws.endpoint_url().is_some()
    }

    pub(crate) fn aws_in(&self, region: impl Into<Cow<'static, str>>) -> SdkConfig {
        self.aws.to_builder().region(Region::new(region)).build()
    }

    /// The full name of a table, such as `masar-staging-users`.
    pub(crate) fn table_name(&self, table: &str) -> String {
        tables::full_name(&self.name, table)
    }

    /// Makes a table type from its constructor, which takes a client and the table's full name.
    pub(crate) fn table<T>(&self, new: impl Fn(Client, String) -> T, name: &str) -> T {
        new(self.dynamodb.clone(), self.table_name(name))
    }

    pub(crate) fn audit(&self) -> AuditTable {
        self.table(AuditTable::new, "audit")
    }

    pub(crate) fn users(&self) -> UsersTable {
        self.table(UsersTable::new, "users")
    }

    pub(crate) fn place_requests(&self) -> PlaceRequestsTable {
        self.table(PlaceRequestsTable::new, "place-requests")
    }

    pub(crate) fn payments(&self) -> PaymentsTable {
        self.table(PaymentsTable::new, "payments")
    }

    /// Reads a user by email address or id, without a scan.
    pub(crate) async fn user(&self, selector: UserSelector) -> Result<User, StackError> {
        let user = match &selector {
            UserSelector::Email(email) => self.users().find_by_email(email).await?,
            UserSelector::Id(id) => self.users().find(id).await?,
        };
        user.ok_or(StackError::UserNotFound(selector))
    }

    /// The operator's AWS identity. AWS STS returns it, so an operator cannot use another name.
    async fn operator(&self) -> Result<String, StackError> {
        let response = aws_sdk_sts::Client::new(&self.aws).get_caller_identity().send().await;
        let identity = response.map_err(|error| StackError::UnknownOperator(Causes(&error).to_string()))?;
        Ok(identity.arn.unwrap_or_default())
    }

    /// Makes the audit record of an action that follows.
    pub(crate) async fn audit_record(
        &self,
        subject: Option<&UserId>,
        action: Action,
    ) -> Result<AuditRecord, StackError> {
        Ok(AuditRecord::now(self.operator().await?, subject.cloned(), action))
    }

    /// Writes an audit record before an action that cannot be in the same transaction.
    pub(crate) async fn write_audit_record(&self, subject: Option<&UserId>, action: Action) -> Result<(), StackError> {
        let record = self.audit_record(subject, action).await?;
        Ok(self.audit().put(&record).await?)
    }

    /// The wiring of the stack's functions, without secrets.
    pub(crate) async fn wiring(&self) -> Result<Wiring, StackError> {
        Ok(self.wiring_of(self.variables().await?))
    }

    /// The wiring of the stack's functions, with the secret that a variable names.
    async fn wiring_with_secret(&self, variable: &'static str, resource: &'static str) -> Result<Wiring, StackError> {
        let mut variables = self.variables().await?;
        variables.insert(variable, self.physical_id(resource).await?);
        Ok(self.wiring_of(variables))
    }

    fn wiring_of(&self, variables: BTreeMap<&'static str, String>) -> Wiring {
        Wiring::new(Environment::of(variables), self.aws.clone())
    }

    /// The environment variables that the stack's functions have, from table names and the `CloudFormation` description.
    async fn variables(&self) -> Result<BTreeMap<&'static str, String>, StackError> {
        let description = self.describe().await?;
        let tables = TABLES
            .iter()
            .filter_map(|table| Some((table.variable?, table.full_name(&self.name))));
        let mut variables: BTreeMap<_, _> = tables.collect();
        variables.extend([
            ("FILES_BUCKET", self.required(&description.outputs, "FilesBucketName")?),
            ("MAIL_SENDER", self.required(&description.parameters, "MailSender")?),
            ("SITE_ADDRESS", self.required(&description.parameters, "SiteAddress")?),
            ("METRICS_NAMESPACE", self.name.clone()),
        ]);
        Ok(variables)
    }

    /// A mailer with the stack's sender. Make it before the change that the email reports, so that a wrong configuration prevents
    /// both.
    pub(crate) async fn mailer(&self) -> Result<Mailer, StackError> {
        Ok(self.wiring().await?.mailer()?)
    }

    /// The deletion of users, as `POST /users/delete` does it.
    pub(crate) async fn deletion(&self) -> Result<UserDeletion, StackError> {
        let wiring = self.wiring_with_secret("PEPPER_SECRET", "PepperSecret").await?;
        Ok(wiring.make()?)
    }

    async fn describe(&self) -> Result<Description, StackError> {
        let client = aws_sdk_cloudformation::Client::new(&self.aws);
        let response = client.describe_stacks().stack_name(&self.name).send().await;
        let stacks = response.map_err(|error| self.cannot_describe(&error))?.stacks;
        let stack = stacks.unwrap_or_default().into_iter().next();
        let stack = stack.ok_or_else(|| StackError::CannotDescribe {
            stack: self.name.clone(),
            cause: "it does not exist".to_owned(),
        })?;
        let parameters = stack.parameters.unwrap_or_default().into_iter();
        let outputs = stack.outputs.unwrap_or_default().into_iter();
        Ok(Description {
            parameters: parameters
                .filter_map(|parameter| Some((parameter.parameter_key?, parameter.parameter_value?)))
                .collect(),
            outputs: outputs
                .filter_map(|output| Some((output.output_key?, output.output_value?)))
                .collect(),
        })
    }

    fn required(&self, values: &HashMap<String, String>, name: &'static str) -> Result<String, StackError> {
        values.get(name).cloned().ok_or_else(|| self.missing(name))
    }

    /// The physical id of a resource of the template.
    async fn physical_id(&self, name: &'static str) -> Result<String, StackError> {
        let client = aws_sdk_cloudformation::Client::new(&self.aws);
        let request = client.describe_stack_resource().stack_name(&self.name);
        let response = request.logical_resource_id(name).send().await;
        let resource = response
            .map_err(|error| self.cannot_describe(&error))?
            .stack_resource_detail;
        let id = resource.and_then(|resource| resource.physical_resource_id);
        id.ok_or_else(|| self.missing(name))
    }

    fn missing(&self, what: &'static str) -> StackError {
        StackError::Missing {
            stack: self.name.clone(),
            what,
        }
    }

    fn cannot_describe(&self, error: &dyn std::error::Error) -> StackError {
        StackError::CannotDescribe {
            stack: self.name.clone(),
            cause: Causes(error).to_string(),
        }
    }
}
