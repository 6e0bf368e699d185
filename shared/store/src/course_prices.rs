//! The course prices table: what each course costs, by price list.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `priceList` | S, partition | [`PriceList::key`]: ISO 3166-1 alpha-2, or `default` |
//! | `courseId` | S, sort | [`CourseId`] |
//!
//! Access patterns: all prices of a list (`Query`, behind a cache), all prices (`Scan`, by the operator's tool), put, delete.

use std::fmt;

use domain::{CourseId, CoursePrice, Money, PriceList};
use serde::{Deserialize, Serialize};
use serde_dynamo::from_item;

use crate::{
    StoreError,
    table::{Item, named_table, text},
};

named_table!(CoursePricesTable);

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CoursePriceKey {
    /// [`PriceList::key`]
    pub price_list: String,
    /// The course's id, or a malformed one.
    pub course_id: String,
}

/// A price as the table has it, well formed or not.
#[derive(Debug)]
pub struct StoredPrice {
    pub key: CoursePriceKey,
    /// The amount. None when the item is malformed.
    pub money: Option<Money>,
}

/// A price as an item. The amount is text, because a DynamoDB number loses trailing zeros.
#[derive(Debug, Serialize, Deserialize)]
struct CoursePriceItem {
    #[serde(flatten)]
    key: CoursePriceKey,
    amount: String,
    currency: String,
}

impl CoursePricesTable {
    /// The prices of one list, by course id. A list that does not exist is empty.
    pub async fn list(&self, list: PriceList) -> Result<Vec<CoursePrice>, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("priceList = :list")
            .expression_attribute_values(":list", text(list.key()));
        let items = self.table.query_all(query).await?;
        items.into_iter().map(|item| self.parse(list, item)).collect()
    }

    /// The prices of all lists, malformed ones included, so that an import can delete those.
    pub async fn stored(&self) -> Result<Vec<StoredPrice>, StoreError> {
        let items = self.table.scan_all(self.table.scan()).await?;
        let prices: Result<Vec<_>, StoreError> = items
            .into_iter()
            .map(|item| {
                let key = self.table.parse(item.clone(), &describe_key(&item))?;
                let price: Option<CoursePriceItem> = from_item(item).ok();
                let money = price.and_then(|price| Money::parse(&price.amount, &price.currency).ok());
                Ok(StoredPrice { key, money })
            })
            .collect();
        let mut prices = prices?;
        prices.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(prices)
    }

    /// Writes a price, over the one that is there.
    pub async fn put(&self, price: &CoursePrice) -> Result<(), StoreError> {
        let item = CoursePriceItem {
            key: CoursePriceKey::of(price),
            amount: price.money.amount(),
            currency: price.money.currency().to_owned(),
        };
        self.table.put(self.table.serialize(&item, &price.id())?).await
    }

    /// Deletes a price, if it is there.
    pub async fn delete(&self, key: &CoursePriceKey) -> Result<(), StoreError> {
        self.table.delete(self.table.serialize(key, &key.course_id)?).await
    }

    fn parse(&self, list: PriceList, item: Item) -> Result<CoursePrice, StoreError> {
        let key = describe_key(&item);
        let item: CoursePriceItem = self.table.parse(item, &key)?;
        let course =
            CourseId::try_from(item.key.course_id).map_err(|error| self.table.malformed(key.as_str(), error))?;
        let money =
            Money::parse(&item.amount, &item.currency).map_err(|error| self.table.malformed(key.as_str(), error))?;
        Ok(CoursePrice { list, course, money })
    }
}

impl CoursePriceKey {
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

/// The key as the item has it, well formed or not, for the log.
fn describe_key(item: &Item) -> String {
    format!("{:?} {:?}", item.get("priceList"), item.get("courseId"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_shown_by_its_list_and_its_course() {
        let key = CoursePriceKey {
            price_list: "DZ".to_owned(),
            course_id: "excel".to_owned(),
        };
        assert_eq!(key.to_string(), "DZ.excel");
    }
}
