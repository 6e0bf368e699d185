//! What a recorded request reads of DynamoDB, as DynamoDB bills it. The local AWS states the same consumed capacity for every read, so the
//! items are read again, without the filter and the projection, which are applied after the read is billed.

use std::{collections::HashMap, ops::AddAssign};

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use serde_json::Value;
use testing::{Stack, faults::AwsRequest};

/// A read unit is for that many bytes.
const UNIT: usize = 4096;

#[derive(Default)]
pub(crate) struct Read {
    pub(crate) requests: usize,
    pub(crate) items: usize,
    pub(crate) bytes: usize,
    pub(crate) half_units: usize,
}

impl Read {
    fn of(sizes: &[usize], body: &Value) -> Self {
        let bytes = sizes.iter().sum::<usize>();
        let factor = if body["ConsistentRead"] == true { 2 } else { 1 };
        Self {
            requests: 1,
            items: sizes.len(),
            bytes,
            half_units: bytes.div_ceil(UNIT).max(1) * factor,
        }
    }
}

impl AddAssign for Read {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.items += other.items;
        self.bytes += other.bytes;
        self.half_units += other.half_units;
    }
}

/// None for a request that reads no table.
pub(crate) async fn read_of(stack: &Stack, request: &AwsRequest) -> Option<Read> {
    let (client, body) = (stack.dynamodb(), &request.body);
    match request.name.split(' ').nth(1)? {
        "GetItem" => Some(Read::of(
            &size_of_key(&client, &body["TableName"], &body["Key"]).await,
            body,
        )),
        "BatchGetItem" => {
            let mut all = Read::default();
            for (table, wanted) in body["RequestItems"].as_object()? {
                for key in wanted["Keys"].as_array()? {
                    all += Read::of(&size_of_key(&client, &table.as_str().into(), key).await, wanted);
                }
            }
            Some(Read { requests: 1, ..all })
        }
        "Query" => Some(Read::of(&sizes_of_query(&client, body).await, body)),
        "Scan" => Some(Read::of(&sizes_of_scan(&client, body).await, body)),
        _ => None,
    }
}

async fn size_of_key(client: &Client, table: &Value, key: &Value) -> Vec<usize> {
    let request = client.get_item().set_table_name(text(table)).set_key(attributes(key));
    let found = request.send().await.expect("the table can be read").item;
    found.iter().map(size_of).collect()
}

async fn sizes_of_query(client: &Client, body: &Value) -> Vec<usize> {
    let condition = text(&body["KeyConditionExpression"]).expect("the condition of a query");
    // DynamoDB refuses names and values that only the filter uses.
    let is_used = |name: &str| condition.split([' ', '(', ')', ',']).any(|word| word == name);
    let mut names: HashMap<String, String> =
        serde_json::from_value(body["ExpressionAttributeNames"].clone()).unwrap_or_default();
    names.retain(|name, _| is_used(name));
    let mut values = attributes(&body["ExpressionAttributeValues"]).unwrap_or_default();
    values.retain(|name, _| is_used(name));
    let request = client
        .query()
        .set_table_name(text(&body["TableName"]))
        .set_index_name(text(&body["IndexName"]))
        .set_expression_attribute_names((!names.is_empty()).then_some(names))
        .set_expression_attribute_values(Some(values))
        .key_condition_expression(condition)
        .set_scan_index_forward(body["ScanIndexForward"].as_bool())
        .set_exclusive_start_key(attributes(&body["ExclusiveStartKey"]))
        .set_limit(limit(body));
    let page = request.send().await.expect("the table can be read");
    page.items().iter().map(size_of).collect()
}

async fn sizes_of_scan(client: &Client, body: &Value) -> Vec<usize> {
    let request = client
        .scan()
        .set_table_name(text(&body["TableName"]))
        .set_exclusive_start_key(attributes(&body["ExclusiveStartKey"]))
        .set_limit(limit(body));
    let page = request.send().await.expect("the table can be read");
    page.items().iter().map(size_of).collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn limit(body: &Value) -> Option<i32> {
    body["Limit"].as_i64().and_then(|limit| i32::try_from(limit).ok())
}

fn attributes(value: &Value) -> Option<HashMap<String, AttributeValue>> {
    let item: serde_dynamo::Item = serde_json::from_value(value.clone()).ok()?;
    Some(item.into())
}

fn size_of(item: &HashMap<String, AttributeValue>) -> usize {
    item.iter().map(|(name, value)| name.len() + size_of_value(value)).sum()
}

/// As DynamoDB's developer guide describes it.
fn size_of_value(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(digits) => digits.len().div_ceil(2) + 1,
        AttributeValue::L(values) => 3 + values.iter().map(|value| 1 + size_of_value(value)).sum::<usize>(),
        AttributeValue::M(map) => 3 + map.len() + size_of(map),
        AttributeValue::Ss(texts) => texts.iter().map(String::len).sum(),
        AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
        other => panic!("no item has {other:?}"),
    }
}
