//! Values of DynamoDB's JSON.

use serde_json::Value;

pub(super) fn text(attribute: &Value) -> Option<&str> {
    attribute["S"].as_str()
}

pub(super) fn number(attribute: &Value) -> Option<u64> {
    attribute["N"].as_str()?.parse().ok()
}
