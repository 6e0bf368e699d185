//! Holds log lines against the specification of `CloudWatch`'s embedded metric format, since `CloudWatch` is silent on what it
//! cannot read.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

/// The metadata of a line, with the specification's bounds. Of units, those that are in use.
static SPECIFICATION: LazyLock<Validator> = LazyLock::new(|| {
    let name = json!({"type": "string", "minLength": 1, "maxLength": 1024});
    let metric = json!({
        "type": "object",
        "properties": {"Name": name, "Unit": {"enum": ["Count", "Milliseconds"]}},
        "required": ["Name", "Unit"],
        "additionalProperties": false,
    });
    let dimensions =
        json!({"type": "array", "maxItems": 30, "items": {"type": "string", "minLength": 1, "maxLength": 250}});
    let directive = json!({
        "type": "object",
        "properties": {
            "Namespace": name,
            "Dimensions": {"type": "array", "minItems": 1, "items": dimensions},
            "Metrics": {"type": "array", "minItems": 1, "maxItems": 100, "items": metric},
        },
        "required": ["Namespace", "Dimensions", "Metrics"],
        "additionalProperties": false,
    });
    let metadata = json!({
        "type": "object",
        "properties": {
            // In milliseconds: a time in seconds would be one of 1970, which CloudWatch drops.
            "Timestamp": {"type": "integer", "minimum": 1_700_000_000_000_u64},
            "CloudWatchMetrics": {"type": "array", "minItems": 1, "items": directive},
        },
        "required": ["Timestamp", "CloudWatchMetrics"],
        "additionalProperties": false,
    });
    jsonschema::validator_for(&metadata).expect("a valid schema")
});

/// Fails the test when a line has metrics that `CloudWatch` would not make: the metadata has to be as specified, and whatever it
/// names has to be a member of the line, numbers for metrics and text for dimensions.
pub(crate) fn check(line: &Value) {
    let faults: Vec<String> = SPECIFICATION
        .iter_errors(&line["_aws"])
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?} in {line}");

    for directive in line["_aws"]["CloudWatchMetrics"].as_array().into_iter().flatten() {
        for metric in directive["Metrics"].as_array().into_iter().flatten() {
            let name = metric["Name"].as_str().unwrap_or_default();
            assert!(line[name].is_number(), "{name} in {line}");
        }
        let sets = directive["Dimensions"].as_array().into_iter().flatten();
        for name in sets.filter_map(Value::as_array).flatten().filter_map(Value::as_str) {
            let value = line[name].as_str().unwrap_or_default();
            assert!((1..=1024).contains(&value.len()), "{name} in {line}");
        }
    }
}
