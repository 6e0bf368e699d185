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
use platform::causes::Causes;
use serde::Serialize;
use store::audit::Action;

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

/// Those of a stack.
const TABLES: [&str; 9] = [
    "attempts",
    "audit",
    "course-prices",
    "courses",
    "files",
    "password-resets",
    "payments",
    "uploads",
    "users",
];

/// How many items are written at once.
const AT_ONCE: usize = 32;

type Item = HashMap<String, AttributeValue>;

/// Runs a command, and returns what it has to say.
pub(crate) async fn run(command: Command) -> Result<Answer, Complaint> {
    let Command::Copy(copy) = command;
    if copy.from == copy.to {
        return Err(Complaint::Same(copy.to));
    }
    if !TABLES
        .iter()
        .any(|table| copy.to == format!("{}-{table}", copy.target.stack))
    {
        return Err(Complaint::OtherStack {
            table: copy.to,
            stack: copy.target.stack,
        });
    }
    let stack = Stack::of(copy.target.clone()).await?;
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
    if !copy.key.is_empty() {
        let items = with_keys(client, copy, keys).await?;
        copied.take(client, copy, keys, items).await?;
        return Ok(copied);
    }
    let mut pages = client.scan().table_name(&copy.from).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| Complaint::unusable(&copy.from, error))?;
        copied.take(client, copy, keys, page.items.unwrap_or_default()).await?;
    }
    Ok(copied)
}

/// The items of the keys that are named. There has to be one of each.
async fn with_keys(client: &Client, copy: &Copy, keys: &[String]) -> Result<Vec<Item>, Complaint> {
    let mut items = Vec::new();
    for key in &copy.key {
        let query = client
            .query()
            .table_name(&copy.from)
            .key_condition_expression("#key = :key")
            .expression_attribute_names("#key", keys.first().cloned().unwrap_or_default())
            .expression_attribute_values(":key", AttributeValue::S(key.clone()));
        let found = query
            .into_paginator()
            .items()
            .send()
            .collect::<Result<Vec<_>, _>>()
            .await;
        let found = found.map_err(|error| Complaint::unusable(&copy.from, error))?;
        if found.is_empty() {
            return Err(Complaint::NoItem {
                table: copy.from.clone(),
                key: key.clone(),
            });
        }
        items.extend(found);
    }
    Ok(items)
}

/// Whether the item was written, or would be. What is there is written over only where it was named: somebody may have written it
/// in the meantime.
async fn write(client: &Client, copy: &Copy, keys: &[String], item: Item) -> Result<bool, Complaint> {
    let unusable = |error: &dyn Error| Complaint::Unusable {
        table: copy.to.clone(),
        cause: Causes(error).to_string(),
    };
    if copy.dry_run {
        if !copy.key.is_empty() {
            return Ok(true);
        }
        let key: Item = item.into_iter().filter(|(name, _)| keys.contains(name)).collect();
        let request = client.get_item().table_name(&copy.to).set_key(Some(key));
        let there = request.consistent_read(true).send().await;
        return Ok(there.map_err(|error| unusable(&error))?.item.is_none());
    }
    let request = client.put_item().table_name(&copy.to).set_item(Some(item));
    let request = match keys.first().filter(|_| copy.key.is_empty()) {
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
    /// Items of the first table that were looked at.
    read: usize,
    written: usize,
    /// Items that the other table had already.
    left: usize,
}

impl Copied {
    /// Copies some items, and counts them.
    async fn take(&mut self, client: &Client, copy: &Copy, keys: &[String], items: Vec<Item>) -> Result<(), Complaint> {
        self.read += items.len();
        let written = stream::iter(items).map(|item| write(client, copy, keys, item));
        let written: Vec<bool> = written.buffer_unordered(AT_ONCE).try_collect().await?;
        let number = written.iter().filter(|written| **written).count();
        self.written += number;
        self.left += written.len() - number;
        Ok(())
    }
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
    /// A key is misspelt, or the moment is the wrong one.
    #[error("{table} has no item with the key {key}.\nNothing was written.")]
    NoItem { table: String, key: String },
    /// A table did not do what was asked of it. What was written before that is right, and a copy can be repeated.
    #[error(
        "{table} cannot be used: {cause}\nRun it again when it can, with --missing unless it names keys: it finishes what was begun."
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
            Self::NoItem { .. } => "item_not_found",
            Self::Unusable { .. } => "tables_unusable",
            Self::Stack(error) => error.code(),
        }
    }
}
