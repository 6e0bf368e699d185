//! The requests that all tables make, with their errors.

use std::{collections::HashMap, error::Error as StdError};

use aws_sdk_dynamodb::{
    Client,
    error::{BuildError, ProvideErrorMetadata, SdkError},
    operation::{
        delete_item::builders::DeleteItemFluentBuilder,
        query::builders::QueryFluentBuilder,
        scan::builders::ScanFluentBuilder,
        update_item::{UpdateItemOutput, builders::UpdateItemFluentBuilder},
    },
    types::{
        AttributeValue, KeysAndAttributes,
        builders::{ConditionCheckBuilder, DeleteBuilder, PutBuilder, UpdateBuilder},
    },
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    StoreError,
    transaction::{Transaction, TransactionItem, TransactionOutcome, retry_conflicts},
};

/// How many items DynamoDB reads at once.
const BATCH: usize = 100;

/// The attributes of an item, or of its key, by name.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// A key of one attribute.
pub(crate) fn key(name: &str, value: impl Into<String>) -> Item {
    HashMap::from([(name.to_owned(), text(value))])
}

/// An attribute of type S.
pub(crate) fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// An attribute of type N.
pub(crate) fn number(value: impl Into<i128>) -> AttributeValue {
    AttributeValue::N(value.into().to_string())
}

/// A type for a table, which is made of a client and the table's name.
macro_rules! named_table {
    ($name:ident) => {
        #[derive(Debug, Clone)]
        pub struct $name {
            table: $crate::table::Table,
        }

        impl $name {
            pub const fn new(client: aws_sdk_dynamodb::Client, name: String) -> Self {
                Self {
                    table: $crate::table::Table::new(client, name),
                }
            }
        }
    };
}
pub(crate) use named_table;

#[derive(Debug, Clone)]
pub(crate) struct Table {
    client: Client,
    name: String,
}

impl Table {
    pub(crate) const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// The item with that key. The read is consistent: an item is often read in the request after the one that wrote it.
    pub(crate) async fn get_item(&self, key: Item) -> Result<Option<Item>, StoreError> {
        let request = self.client.get_item().table_name(&self.name).set_key(Some(key));
        let output = request.consistent_read(true).send().await;
        Ok(output.map_err(|error| self.failed(&error))?.item)
    }

    /// As [`Self::get_item`], deserialized. `described` names the item in an error.
    pub(crate) async fn get<T: DeserializeOwned>(&self, key: Item, described: &str) -> Result<Option<T>, StoreError> {
        let item = self.get_item(key).await?;
        item.map(|item| self.parse(item, described)).transpose()
    }

    /// The items with these keys that exist, in any order. The keys are different ones.
    pub(crate) async fn get_all(&self, keys: Vec<Item>) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut wanted = keys;
        while !wanted.is_empty() {
            let later = wanted.split_off(wanted.len().min(BATCH));
            let keys = KeysAndAttributes::builder().set_keys(Some(wanted)).build();
            let keys = keys.map_err(|error| self.malformed("keys", error))?;
            let sent = self.client.batch_get_item().request_items(&self.name, keys).send();
            let output = sent.await.map_err(|error| self.failed(&error))?;
            items.extend(
                output
                    .responses
                    .unwrap_or_default()
                    .remove(&self.name)
                    .unwrap_or_default(),
            );
            let rest = output.unprocessed_keys.unwrap_or_default().remove(&self.name);
            wanted = rest.map(|rest| rest.keys).unwrap_or_default();
            wanted.extend(later);
        }
        Ok(items)
    }

    /// Writes an item, over the one that has its key.
    pub(crate) async fn put(&self, item: Item) -> Result<(), StoreError> {
        let request = self.client.put_item().table_name(&self.name).set_item(Some(item));
        request.send().await.map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// Deletes the item with that key, if there is one.
    pub(crate) async fn delete(&self, key: Item) -> Result<(), StoreError> {
        let request = self.deletion(key);
        let deleted = retry_conflicts(|| request.clone().send()).await;
        deleted.map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// A deletion of the item with that key, for [`Self::delete_if`].
    pub(crate) fn deletion(&self, key: Item) -> DeleteItemFluentBuilder {
        self.client.delete_item().table_name(&self.name).set_key(Some(key))
    }

    /// Makes a deletion that has a condition. False when the condition did not hold.
    pub(crate) async fn delete_if(&self, deletion: DeleteItemFluentBuilder) -> Result<bool, StoreError> {
        match retry_conflicts(|| deletion.clone().send()).await {
            Ok(_) => Ok(true),
            Err(SdkError::ServiceError(error)) if error.err().is_conditional_check_failed_exception() => Ok(false),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// An update of the item with that key, for [`Self::write`] or [`Self::write_if`].
    pub(crate) fn update(&self, key: Item) -> UpdateItemFluentBuilder {
        self.client.update_item().table_name(&self.name).set_key(Some(key))
    }

    pub(crate) async fn write(&self, update: UpdateItemFluentBuilder) -> Result<UpdateItemOutput, StoreError> {
        let written = retry_conflicts(|| update.clone().send()).await;
        written.map_err(|error| self.failed(&error))
    }

    /// Makes an update that has a condition. None when the condition did not hold.
    pub(crate) async fn write_if(
        &self,
        update: UpdateItemFluentBuilder,
    ) -> Result<Option<UpdateItemOutput>, StoreError> {
        match retry_conflicts(|| update.clone().send()).await {
            Ok(output) => Ok(Some(output)),
            Err(SdkError::ServiceError(error)) if error.err().is_conditional_check_failed_exception() => Ok(None),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Adds an entry to a map of an item. Only the first entry creates the map: `update` makes the update for that, or else the one for a
    /// map that exists. Another request may create or remove the map meanwhile, so both are tried. False when neither condition held.
    pub(crate) async fn add_to_map(
        &self,
        is_first: bool,
        update: impl Fn(bool) -> Result<UpdateItemFluentBuilder, StoreError>,
    ) -> Result<bool, StoreError> {
        Ok(self.write_if(update(is_first)?).await?.is_some() || self.write_if(update(!is_first)?).await?.is_some())
    }

    pub(crate) fn query(&self) -> QueryFluentBuilder {
        self.client.query().table_name(&self.name)
    }

    pub(crate) async fn query_page(&self, query: QueryFluentBuilder) -> Result<Vec<Item>, StoreError> {
        let page = query.send().await.map_err(|error| self.failed(&error))?;
        Ok(page.items.unwrap_or_default())
    }

    pub(crate) async fn query_all(&self, query: QueryFluentBuilder) -> Result<Vec<Item>, StoreError> {
        let items = query.into_paginator().items().send().collect::<Result<_, _>>().await;
        items.map_err(|error| self.failed(&error))
    }

    /// The first items, page by page: a filter can leave out any number.
    pub(crate) async fn query_some(&self, query: QueryFluentBuilder, count: i32) -> Result<Vec<Item>, StoreError> {
        let mut found = Vec::new();
        let mut items = query.into_paginator().items().send();
        while i32::try_from(found.len()).is_ok_and(|length| length < count)
            && let Some(item) = items.next().await
        {
            found.push(item.map_err(|error| self.failed(&error))?);
        }
        Ok(found)
    }

    pub(crate) fn scan(&self) -> ScanFluentBuilder {
        self.client.scan().table_name(&self.name)
    }

    pub(crate) async fn scan_all(&self, scan: ScanFluentBuilder) -> Result<Vec<Item>, StoreError> {
        let items = scan.into_paginator().items().send().collect::<Result<_, _>>().await;
        items.map_err(|error| self.failed(&error))
    }

    /// Passes each item to `visit`, page by page, so that not all are in memory at once.
    pub(crate) async fn scan_each(
        &self,
        scan: ScanFluentBuilder,
        mut visit: impl FnMut(Item) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut items = scan.into_paginator().items().send();
        while let Some(item) = items.next().await {
            visit(item.map_err(|error| self.failed(&error))?)?;
        }
        Ok(())
    }

    /// A put of an item, as part of a transaction.
    pub(crate) fn put_in_transaction(&self, item: Item) -> PutBuilder {
        aws_sdk_dynamodb::types::Put::builder()
            .table_name(&self.name)
            .set_item(Some(item))
    }

    pub(crate) fn update_in_transaction(&self, key: Item) -> UpdateBuilder {
        aws_sdk_dynamodb::types::Update::builder()
            .table_name(&self.name)
            .set_key(Some(key))
    }

    pub(crate) fn delete_in_transaction(&self, key: Item) -> DeleteBuilder {
        aws_sdk_dynamodb::types::Delete::builder()
            .table_name(&self.name)
            .set_key(Some(key))
    }

    /// A condition on an item that is not written, as part of a transaction.
    pub(crate) fn check_in_transaction(&self, key: Item) -> ConditionCheckBuilder {
        aws_sdk_dynamodb::types::ConditionCheck::builder()
            .table_name(&self.name)
            .set_key(Some(key))
    }

    /// What one of the builders above has built. `described` names the item in an error, which only an incomplete request has.
    pub(crate) fn transaction_item<T: Into<TransactionItem>>(
        &self,
        built: Result<T, BuildError>,
        described: &str,
    ) -> Result<TransactionItem, StoreError> {
        built.map(Into::into).map_err(|error| self.malformed(described, error))
    }

    /// Writes all items of a transaction or none.
    pub(crate) async fn transact<L: Copy + PartialEq>(
        &self,
        transaction: Transaction<L>,
    ) -> Result<TransactionOutcome<L>, StoreError> {
        transaction.write(&self.client, &self.name).await
    }

    /// A value as an item. `described` names it in an error.
    pub(crate) fn serialize(&self, value: &impl Serialize, described: &str) -> Result<Item, StoreError> {
        serde_dynamo::to_item(value).map_err(|error| self.malformed(described, error))
    }

    /// A value as an attribute. `described` names it in an error.
    pub(crate) fn attribute(&self, value: &impl Serialize, described: &str) -> Result<AttributeValue, StoreError> {
        serde_dynamo::to_attribute_value(value).map_err(|error| self.malformed(described, error))
    }

    /// An item as a value. `described` names it in an error.
    pub(crate) fn parse<T: DeserializeOwned>(&self, item: Item, described: &str) -> Result<T, StoreError> {
        serde_dynamo::from_item(item).map_err(|error| self.malformed(described, error))
    }

    /// Items as values. `described` names them in an error.
    pub(crate) fn parse_all<T: DeserializeOwned>(
        &self,
        items: Vec<Item>,
        described: &str,
    ) -> Result<Vec<T>, StoreError> {
        serde_dynamo::from_items(items).map_err(|error| self.malformed(described, error))
    }

    pub(crate) fn malformed(
        &self,
        described: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> StoreError {
        StoreError::MalformedItem {
            table: self.name.clone(),
            key: described.into(),
            source: source.into(),
        }
    }

    fn failed<E: ProvideErrorMetadata + StdError + 'static>(&self, error: &SdkError<E>) -> StoreError {
        StoreError::request(&self.name, error)
    }
}
