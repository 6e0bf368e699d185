//! `ops tables`: brings items back from a table that was restored beside the one in use.

use std::{
    collections::HashMap,
    error::Error,
    fmt::{self, Display},
};

use aws_sdk_dynamodb::{
    Client,
    operation::put_item::PutItemError,
    types::{AttributeValue, KeyType},
};
use clap::{Args, Subcommand};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use shared::{causes::Causes, store::audit::Action};

use crate::{
    output::{self, Answer},
    stack::{Stack, StackError, Target},
};

/// What can be done with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Copies items from one table into another with the same keys, as they are: the way back from a table that was restored, which
    /// AWS does under another name. Into an empty table it copies all; into one that is not, only what it is told to. Deletes
    /// nothing, and may be run again
    #[command(after_help = EXAMPLES)]
    Copy(Copy),
}

/// What to copy.
#[derive(Debug, Args)]
pub(crate) struct Copy {
    #[command(flatten)]
    target: Target,
    /// The table that was restored
    #[arg(long, value_name = "TABLE")]
    from: String,
    /// The table in use, which is one of the stack's
    #[arg(long, value_name = "TABLE")]
    to: String,
    /// Copies the items with this partition key alone, over those that are there; may be repeated
    #[arg(long, value_name = "KEY", conflicts_with = "missing")]
    key: Vec<String>,
    /// Copies what the other table has not, and leaves what it has
    #[arg(long)]
    missing: bool,
    /// Says what would be written, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  export STACK=masar-production
  scripts/ops tables copy --from masar-production-users-restored --to masar-production-users --missing --dry-run
  scripts/ops tables copy --from masar-production-users-restored --to masar-production-users --missing
  scripts/ops tables copy --from masar-production-users-restored --to masar-production-users --key 'user#0123…' --key 'email#amina@example.org'";

/// How many items are written at once.
const AT_ONCE: usize = 32;

type Item = HashMap<String, AttributeValue>;

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, Complaint> {
    let Command::Copy(copy) = command;
    if copy.from == copy.to {
        return Err(Complaint::Same(copy.to));
    }
    if !copy.to.starts_with(&format!("{}-", copy.target.stack)) {
        return Err(Complaint::OtherStack {
            table: copy.to,
            stack: copy.target.stack,
        });
    }
    let stack = Stack::of(copy.target.clone()).await;
    let client = Client::new(&stack.aws);
    let keys = keys(&client, &copy.to).await?;
    if keys != self::keys(&client, &copy.from).await? {
        return Err(Complaint::OtherKeys {
            from: copy.from,
            to: copy.to,
        });
    }
    if copy.key.is_empty() && !copy.missing && !is_empty(&client, &copy.to).await? {
        return Err(Complaint::NotEmpty(copy.to));
    }
    if !copy.dry_run {
        stack.note(None, copy.action()).await?;
    }
    let copied = carry_out(&client, &copy, &keys).await?;
    Ok(Box::new(copied))
}

impl Copy {
    /// What the record of it says. Keys name people, so they are counted.
    fn action(&self) -> Action {
        Action::TablesCopy {
            from: self.from.clone(),
            to: self.to.clone(),
            keys: self.key.len(),
        }
    }
}

/// The names of a table's keys, the partition's first.
async fn keys(client: &Client, table: &str) -> Result<Vec<String>, Complaint> {
    let described = client.describe_table().table_name(table).send().await;
    let described = described.map_err(|error| Complaint::unusable(table, error))?;
    let schema = described.table.and_then(|table| table.key_schema).unwrap_or_default();
    let (mut partition, sort): (Vec<_>, Vec<_>) = schema.into_iter().partition(|key| key.key_type == KeyType::Hash);
    partition.extend(sort);
    Ok(partition.into_iter().map(|key| key.attribute_name).collect())
}

async fn is_empty(client: &Client, table: &str) -> Result<bool, Complaint> {
    let first = client
        .scan()
        .table_name(table)
        .limit(1)
        .consistent_read(true)
        .send()
        .await;
    let first = first.map_err(|error| Complaint::unusable(table, error))?;
    Ok(first.items().is_empty())
}

async fn carry_out(client: &Client, copy: &Copy, keys: &[String]) -> Result<Copied, Complaint> {
    let mut copied = Copied {
        from: copy.from.clone(),
        to: copy.to.clone(),
        dry_run: copy.dry_run,
        read: 0,
        written: 0,
        left: 0,
    };
    let mut pages = client.scan().table_name(&copy.from).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| Complaint::unusable(&copy.from, error))?;
        let items = page.items.unwrap_or_default();
        copied.read += items.len();
        let wanted = items.into_iter().filter(|item| is_wanted(copy, keys, item));
        let written = stream::iter(wanted).map(|item| write(client, copy, keys, item));
        let written: Vec<bool> = written.buffer_unordered(AT_ONCE).try_collect().await?;
        let number = written.iter().filter(|written| **written).count();
        copied.written += number;
        copied.left += written.len() - number;
    }
    Ok(copied)
}

fn is_wanted(copy: &Copy, keys: &[String], item: &Item) -> bool {
    let partition = keys.first().and_then(|key| item.get(key)?.as_s().ok());
    copy.key.is_empty() || partition.is_some_and(|partition| copy.key.contains(partition))
}

/// Whether the item was written, or would be. One that was written in the meantime by somebody else is left when `--missing` says so.
async fn write(client: &Client, copy: &Copy, keys: &[String], item: Item) -> Result<bool, Complaint> {
    let unusable = |error: &dyn Error| Complaint::Unusable {
        table: copy.to.clone(),
        cause: Causes(error).to_string(),
    };
    if copy.dry_run {
        if !copy.missing {
            return Ok(true);
        }
        let key: Item = item.into_iter().filter(|(name, _)| keys.contains(name)).collect();
        let request = client.get_item().table_name(&copy.to).set_key(Some(key));
        let there = request.consistent_read(true).send().await;
        return Ok(there.map_err(|error| unusable(&error))?.item.is_none());
    }
    let request = client.put_item().table_name(&copy.to).set_item(Some(item));
    let request = match keys.first().filter(|_| copy.missing) {
        Some(key) => request
            .condition_expression("attribute_not_exists(#key)")
            .expression_attribute_names("#key", key),
        None => request,
    };
    match request.send().await {
        Ok(_) => Ok(true),
        Err(error)
            if error
                .as_service_error()
                .is_some_and(PutItemError::is_conditional_check_failed_exception) =>
        {
            Ok(false)
        }
        Err(error) => Err(unusable(&error)),
    }
}

/// What was copied.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Copied {
    from: String,
    to: String,
    dry_run: bool,
    /// Items that the first table has.
    read: usize,
    written: usize,
    /// Items that the other table had already.
    left: usize,
}

impl Display for Copied {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            from,
            to,
            read,
            written,
            left,
            ..
        } = self;
        if self.dry_run {
            write!(
                formatter,
                "Nothing was written. Of {read} items in {from}, {written} would be written to {to}"
            )?;
        } else {
            write!(formatter, "Of {read} items in {from}, {written} were written to {to}")?;
        }
        match left {
            0 => formatter.write_str("."),
            left => write!(formatter, "; {left} were there already, and are as they were."),
        }
    }
}

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// It would do nothing.
    #[error("{0} is both tables.")]
    Same(String),
    /// Only tables that functions use are filled.
    #[error("{table} is no table of {stack}.\nNothing was written.")]
    OtherStack { table: String, stack: String },
    /// They hold different things.
    #[error("{from} and {to} have different keys.\nNothing was written.")]
    OtherKeys { from: String, to: String },
    /// What is there may be newer.
    #[error(
        "{0} is not empty. --missing copies what it has not, --key single items over those that are there.\nNothing was written."
    )]
    NotEmpty(String),
    /// A table did not do what was asked of it. What was written before that is right, and a copy can be repeated.
    #[error(
        "{table} cannot be used: {cause}\nRun the copy again when it can, with --missing: it finishes what was begun."
    )]
    Unusable { table: String, cause: String },
    /// It is not known who copies, or that cannot be noted.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl Complaint {
    fn unusable(table: &str, error: impl Error) -> Self {
        Self::Unusable {
            table: table.to_owned(),
            cause: Causes(&error).to_string(),
        }
    }
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::Same(_) => "same_table",
            Self::OtherStack { .. } => "other_stack",
            Self::OtherKeys { .. } => "other_keys",
            Self::NotEmpty(_) => "table_not_empty",
            Self::Unusable { .. } => "tables_unusable",
            Self::Stack(error) => error.code(),
        }
    }
}
