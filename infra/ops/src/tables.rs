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
    output::{Failure, Output},
    stack::{Stack, TABLES, Target},
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

pub(crate) async fn run(command: Command) -> Result<Output, Failure> {
    let Command::Copy(copy) = command;
    if copy.from == copy.to {
        let message = format!("--from and --to are the same table, {}.", copy.to);
        return Err(Failure::new("same_table", message));
    }
    if !TABLES
        .iter()
        .any(|table| copy.to == table.full_name(&copy.target.stack))
    {
        let message = format!("{} is not a table of {}.", copy.to, copy.target.stack);
        return Err(refused("other_stack", &message));
    }
    let stack = Stack::connect(copy.target.clone()).await?;
    let client = Client::new(&stack.aws);
    let keys = key_names(&client, &copy.to).await?;
    if keys != key_names(&client, &copy.from).await? {
        let message = format!("{} and {} have different keys.", copy.from, copy.to);
        return Err(refused("other_keys", &message));
    }
    if copy.key.is_empty() && !copy.missing && !is_empty(&client, &copy.to).await? {
        // Its items may be newer.
        let message = format!(
            "{} is not empty. Use --missing to copy only missing items, or --key to overwrite single items.",
            copy.to
        );
        return Err(refused("table_not_empty", &message));
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
async fn key_names(client: &Client, table: &str) -> Result<Vec<String>, Failure> {
    let response = client.describe_table().table_name(table).send().await;
    let response = response.map_err(|error| unusable(table, &error))?;
    let schema = response.table.and_then(|table| table.key_schema).unwrap_or_default();
    let (mut partition, sort): (Vec<_>, Vec<_>) = schema.into_iter().partition(|key| key.key_type == KeyType::Hash);
    partition.extend(sort);
    Ok(partition.into_iter().map(|key| key.attribute_name).collect())
}

async fn is_empty(client: &Client, table: &str) -> Result<bool, Failure> {
    let response = client
        .scan()
        .table_name(table)
        .limit(1)
        .consistent_read(true)
        .send()
        .await;
    let response = response.map_err(|error| unusable(table, &error))?;
    Ok(response.items().is_empty())
}

async fn copy_items(client: &Client, copy: &Copy, keys: &[String]) -> Result<Copied, Failure> {
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
        let page = page.map_err(|error| unusable(&copy.from, &error))?;
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
async fn items_with_keys(client: &Client, copy: &Copy, keys: &[String]) -> Result<Vec<Item>, Failure> {
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
        let found = found.map_err(|error| unusable(&copy.from, &error))?;
        if found.is_empty() {
            let message = format!("{} has no item with the key {key}.", copy.from);
            return Err(refused("item_not_found", &message));
        }
        items.extend(found);
    }
    Ok(items)
}

/// Writes an item, and returns whether it was written (in a dry run: whether it would be). Existing items are overwritten only when
/// their key was given, since they may be newer.
async fn write(client: &Client, copy: &Copy, keys: &[String], item: Item) -> Result<bool, Failure> {
    if copy.dry_run {
        if !copy.key.is_empty() {
            return Ok(true);
        }
        let key: Item = item.into_iter().filter(|(name, _)| keys.contains(name)).collect();
        let request = client.get_item().table_name(&copy.to).set_key(Some(key));
        let response = request.consistent_read(true).send().await;
        return Ok(response.map_err(|error| unusable(&copy.to, &error))?.item.is_none());
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
        Err(error) => Err(unusable(&copy.to, &error)),
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
    ) -> Result<(), Failure> {
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

/// Items that were written before the error are correct.
fn unusable(table: &str, error: &dyn Error) -> Failure {
    let cause = Causes(error);
    let message = format!(
        "{table} cannot be used: {cause}\nRun the command again, with --missing if you did not use --key. It continues where it stopped."
    );
    Failure::new("tables_unusable", message)
}

fn refused(code: &str, message: &str) -> Failure {
    Failure::new(code, format!("{message}\nNothing was written."))
}
