//! Values of DynamoDB's JSON.

use serde_json::Value;

pub(super) fn text(attribute: &Value) -> Option<&str> {
    attribute["S"].as_str()
}

pub(super) fn number(attribute: &Value) -> Option<u64> {
    attribute["N"].as_str()?.parse().ok()
}

/// Every text or attribute of type S with that name, at any depth.
pub(super) fn all_named<'a>(value: &'a Value, name: &str) -> Vec<&'a str> {
    match value {
        Value::Object(fields) => {
            let own = fields
                .get(name)
                .and_then(|field| field.as_str().or_else(|| text(field)));
            let nested = fields.values().flat_map(|field| all_named(field, name));
            own.into_iter().chain(nested).collect()
        }
        Value::Array(values) => values.iter().flat_map(|value| all_named(value, name)).collect(),
        _ => Vec::new(),
    }
}
