//! `ops tables`: copies items from a restored table into the table in use.

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
    output::{CommandError, Output},
    stack::{Stack, StackError, TABLES, Target},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Copies items from a restored table into the table in use, without changing them
    ///
    /// AWS restores a table under another name. This command copies all items if the table in use is empty. If not, choose the items
    /// with --missing or --key. It deletes nothing, and can be repeated.
    #[command(after_help = EXAMPLES)]
    Copy(Copy),
}

#[derive(Debug, Args)]
pub(crate) struct Copy {
    #[command(flatten)]
    target: Target,
    /// The restored table
    #[arg(long, value_name = "TABLE")]
    from: String,
    /// The table in use. It belongs to the stack
    #[arg(long, value_name = "TABLE")]
    to: String,
    /// Copies only items with this partition key, and overwrites existing ones. Can be given more than once
    #[arg(long, value_name = "KEY", conflicts_with = "missing")]
    key: Vec<String>,
    /// Copies only items that the table in use does not have
    #[arg(long)]
    missing: bool,
    /// Shows what would be written, without writing it
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  export STACK=masar-production
  scripts/ops tables copy --from masar-production-users-restored --to masar-production-users --missing --dry-run
  scripts/ops tables copy --from masar-production-users-restored --to masar-production-users --missing
  scripts/ops tables copy --from masar-production-users-restored --to masar-production-users --key 'user#0123…' --key 'email#amina@example.org'";

const CONCURRENT_WRITES: usize = 32;

type Item = HashMap<String, AttributeValue>;

pub(crate) async fn run(command: Command) -> Result<Output, TablesError> {
    let Command::Copy(copy) = command;
    if copy.from == copy.to {
        return Err(TablesError::SameTable(copy.to));
    }
    if !TABLES
        .iter()
        .any(|table| copy.to == table.full_name(&copy.target.stack))
    {
        return Err(TablesError::NotOfStack {
            table: copy.to,
            stack: copy.target.stack,
        });
    }
    let stack = Stack::connect(copy.target.clone()).await?;
    let client = Client::new(&stack.aws);
    let keys = key_names(&client, &copy.to).await?;
    if keys != key_names(&client, &copy.from).await? {
        return Err(TablesError::DifferentKeys {
            from: copy.from,
            to: copy.to,
        });
    }
    if copy.key.is_empty() && !copy.missing && !is_empty(&client, &copy.to).await? {
        return Err(TablesError::NotEmpty(copy.to));
    }
    if !copy.dry_run {
        stack.write_audit_record(None, copy.action()).await?;
    }
    Ok(Box::new(copy_items(&client, &copy, &keys).await?))
}

impl Copy {
    /// The action for the audit record. Keys may contain email addresses, so the record has only their number.
    fn action(&self) -> Action {
        Action::TablesCopy {
            from: self.from.clone(),
            to: self.to.clone(),
            keys: self.key.len(),
        }
    }
}

/// The names of a table's key attributes, the partition key first.
async fn key_names(client: &Client, table: &str) -> Result<Vec<String>, TablesError> {
    let response = client.describe_table().table_name(table).send().await;
    let response = response.map_err(|error| TablesError::unusable(table, error))?;
    let schema = response.table.and_then(|table| table.key_schema).unwrap_or_default();
    let (mut partition, sort): (Vec<_>, Vec<_>) = schema.into_iter().partition(|key| key.key_type == KeyType::Hash);
    partition.extend(sort);
    Ok(partition.into_iter().map(|key| key.attribute_name).collect())
}

async fn is_empty(client: &Client, table: &str) -> Result<bool, TablesError> {
    let response = client
        .scan()
        .table_name(table)
        .limit(1)
        .consistent_read(true)
        .send()
        .await;
    let response = response.map_err(|error| TablesError::unusable(table, error))?;
    Ok(response.items().is_empty())
}

async fn copy_items(client: &Client, copy: &Copy, keys: &[String]) -> Result<Copied, TablesError> {
    let mut copied = Copied {
        from: copy.from.clone(),
        to: copy.to.clone(),
        dry_run: copy.dry_run,
        read: 0,
        written: 0,
        skipped: 0,
    };
    if !copy.key.is_empty() {
        let items = items_with_keys(client, copy, keys).await?;
        copied.write_all(client, copy, keys, items).await?;
        return Ok(copied);
    }
    let mut pages = client.scan().table_name(&copy.from).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| TablesError::unusable(&copy.from, error))?;
        copied
            .write_all(client, copy, keys, page.items.unwrap_or_default())
            .await?;
    }
    Ok(copied)
}

/// Reads the items with the given keys.
///
/// # Errors
/// When a key has no item: it may be misspelt, or the restored table is of the wrong time.
async fn items_with_keys(client: &Client, copy: &Copy, keys: &[String]) -> Result<Vec<Item>, TablesError> {
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
        let found = found.map_err(|error| TablesError::unusable(&copy.from, error))?;
        if found.is_empty() {
            return Err(TablesError::ItemNotFound {
                table: copy.from.clone(),
                key: key.clone(),
            });
        }
        items.extend(found);
    }
    Ok(items)
}

/// Writes an item, and returns whether it was written (in a dry run: whether it would be). Existing items are overwritten only when
/// their key was given, since they may be newer.
async fn write(client: &Client, copy: &Copy, keys: &[String], item: Item) -> Result<bool, TablesError> {
    let unusable = |error: &dyn Error| TablesError::Unusable {
        table: copy.to.clone(),
        cause: Causes(error).to_string(),
    };
    if copy.dry_run {
        if !copy.key.is_empty() {
            return Ok(true);
        }
        let key: Item = item.into_iter().filter(|(name, _)| keys.contains(name)).collect();
        let request = client.get_item().table_name(&copy.to).set_key(Some(key));
        let response = request.consistent_read(true).send().await;
        return Ok(response.map_err(|error| unusable(&error))?.item.is_none());
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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Copied {
    from: String,
    to: String,
    dry_run: bool,
    read: usize,
    written: usize,
    /// Items that the target table already had.
    #[serde(rename = "left")]
    skipped: usize,
}

impl Copied {
    /// Writes items, and counts them.
    async fn write_all(
        &mut self,
        client: &Client,
        copy: &Copy,
        keys: &[String],
        items: Vec<Item>,
    ) -> Result<(), TablesError> {
        self.read += items.len();
        let written = stream::iter(items).map(|item| write(client, copy, keys, item));
        let written: Vec<bool> = written.buffer_unordered(CONCURRENT_WRITES).try_collect().await?;
        let number = written.iter().filter(|written| **written).count();
        self.written += number;
        self.skipped += written.len() - number;
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
            skipped,
            ..
        } = self;
        if self.dry_run {
            write!(
                formatter,
                "Dry run: of {read} items in {from}, {written} would be written to {to}"
            )?;
        } else {
            write!(formatter, "Of {read} items in {from}, {written} were written to {to}")?;
        }
        match skipped {
            0 => formatter.write_str("."),
            skipped => write!(formatter, "; {skipped} existed already and were not changed."),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum TablesError {
    #[error("--from and --to are the same table, {0}.")]
    SameTable(String),
    #[error("{table} is not a table of {stack}.\nNothing was written.")]
    NotOfStack { table: String, stack: String },
    #[error("{from} and {to} have different keys.\nNothing was written.")]
    DifferentKeys { from: String, to: String },
    /// Its items may be newer.
    #[error(
        "{0} is not empty. Use --missing to copy only missing items, or --key to overwrite single items.\nNothing was written."
    )]
    NotEmpty(String),
    #[error("{table} has no item with the key {key}.\nNothing was written.")]
    ItemNotFound { table: String, key: String },
    /// Items that were written before the error are correct.
    #[error(
        "{table} cannot be used: {cause}\nRun the command again, with --missing if you did not use --key. It continues where it stopped."
    )]
    Unusable { table: String, cause: String },
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl TablesError {
    fn unusable(table: &str, error: impl Error) -> Self {
        Self::Unusable {
            table: table.to_owned(),
            cause: Causes(&error).to_string(),
        }
    }
}

impl CommandError for TablesError {
    fn code(&self) -> &'static str {
        match self {
            Self::SameTable(_) => "same_table",
            Self::NotOfStack { .. } => "other_stack",
            Self::DifferentKeys { .. } => "other_keys",
            Self::NotEmpty(_) => "table_not_empty",
            Self::ItemNotFound { .. } => "item_not_found",
            Self::Unusable { .. } => "tables_unusable",
            Self::Stack(error) => error.code(),
        }
    }
}
