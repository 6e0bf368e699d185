//! The course prices table: what each course costs, by price list.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `priceList` | S, partition | [`PriceList::key`]: ISO 3166-1 alpha-2, or `default` |
//! | `courseId` | S, sort | [`CourseId`] |
//!
//! Access patterns: all prices of a list (`Query`, behind a cache), everything (`Scan`, by the operator's tool), put and delete one.

use std::{collections::HashMap, fmt};

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use domain::{CourseId, CoursePrice, Money, PriceList};
use serde::{Deserialize, Serialize};
use serde_dynamo::{from_item, to_item};

use super::StoreError;

/// The table.
#[derive(Debug, Clone)]
pub struct CoursePricesTable {
    client: Client,
    name: String,
}

/// Where a price stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CoursePriceKey {
    /// [`PriceList::key`]
    pub price_list: String,
    /// The course's id, or what stands in its place.
    pub course_id: String,
}

/// What the table has of a price.
#[derive(Debug)]
pub struct StoredPrice {
    /// Where it stands.
    pub key: CoursePriceKey,
    /// What the course costs; none when the item is malformed.
    pub money: Option<Money>,
}

/// A price as the table holds it. The amount is text, since a DynamoDB number forgets trailing zeros.
#[derive(Debug, Serialize, Deserialize)]
struct CoursePriceItem {
    #[serde(flatten)]
    key: CoursePriceKey,
    amount: String,
    currency: String,
}

impl CoursePricesTable {
    /// The table of that name.
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self { client, name }
    }

    /// The prices of one list, by course id. A list that nobody made is empty.
    ///
    /// # Errors
    /// When the table cannot be read, and when an item is malformed.
    pub async fn list(&self, list: PriceList) -> Result<Vec<CoursePrice>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.name)
            .key_condition_expression("priceList = :list")
            .expression_attribute_values(":list", AttributeValue::S(list.key().to_owned()))
            .into_paginator()
            .items()
            .send();
        let mut prices = Vec::new();
        while let Some(item) = pages.next().await {
            let item = item.map_err(|error| StoreError::unavailable(&self.name, &error))?;
            prices.push(self.parse(list, item)?);
        }
        Ok(prices)
    }

    /// The prices of all lists: malformed ones too, so that an import can take them away.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn stored(&self) -> Result<Vec<StoredPrice>, StoreError> {
        let mut pages = self
            .client
            .scan()
            .table_name(&self.name)
            .into_paginator()
            .items()
            .send();
        let mut prices = Vec::new();
        while let Some(item) = pages.next().await {
            let item = item.map_err(|error| StoreError::unavailable(&self.name, &error))?;
            let described = describe_key(&item);
            let malformed = |error| StoreError::malformed(&self.name, described, error);
            let key = from_item(item.clone()).map_err(malformed)?;
            let price: Option<CoursePriceItem> = from_item(item).ok();
            let money = price.and_then(|price| Money::parse(&price.amount, &price.currency).ok());
            prices.push(StoredPrice { key, money });
        }
        prices.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(prices)
    }

    /// Writes a price, over the one that is there.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn put(&self, price: &CoursePrice) -> Result<(), StoreError> {
        let item = CoursePriceItem {
            key: CoursePriceKey::of(price),
            amount: price.money.amount(),
            currency: price.money.currency().to_owned(),
        };
        let item = to_item(item).map_err(|error| StoreError::malformed(&self.name, price.id(), error))?;
        self.client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(item))
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    /// Deletes a price, if it is there.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn delete(&self, key: &CoursePriceKey) -> Result<(), StoreError> {
        let key = to_item(key).map_err(|error| StoreError::malformed(&self.name, key.course_id.clone(), error))?;
        self.client
            .delete_item()
            .table_name(&self.name)
            .set_key(Some(key))
            .send()
            .await
            .map_err(|error| StoreError::unavailable(&self.name, &error))?;
        Ok(())
    }

    fn parse(&self, list: PriceList, item: HashMap<String, AttributeValue>) -> Result<CoursePrice, StoreError> {
        let key = describe_key(&item);
        let item: CoursePriceItem =
            from_item(item).map_err(|error| StoreError::malformed(&self.name, key.as_str(), error))?;
        let course = CourseId::try_from(item.key.course_id)
            .map_err(|error| StoreError::malformed(&self.name, key.as_str(), error))?;
        let money = Money::parse(&item.amount, &item.currency)
            .map_err(|error| StoreError::malformed(&self.name, key, error))?;
        Ok(CoursePrice { list, course, money })
    }
}

impl CoursePriceKey {
    /// The key of a price.
    #[must_use]
    pub fn of(price: &CoursePrice) -> Self {
        Self {
            price_list: price.list.key().to_owned(),
            course_id: price.course.to_string(),
        }
    }
}

impl fmt::Display for CoursePriceKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.price_list, self.course_id)
    }
}

/// The key as the item has it, right or wrong, for the log.
fn describe_key(item: &HashMap<String, AttributeValue>) -> String {
    format!("{:?} {:?}", item.get("priceList"), item.get("courseId"))
}
