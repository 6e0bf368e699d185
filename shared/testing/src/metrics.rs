//! Validates log lines against the specification of `CloudWatch`'s embedded metric format. `CloudWatch` drops invalid lines without
//! an error.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

/// The JSON schema of a line's metadata, with the limits of the specification and the units that this project uses.
static SPECIFICATION: LazyLock<Validator> = LazyLock::new(|| {
    let name = json!({"type": "string", "minLength": 1, "maxLength": 1024});
    let metric = json!({
        "type": "object",
        "properties": {"Name": name, "Unit": {"enum": ["Count", "Milliseconds", "Seconds"]}},
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
            // In milliseconds. CloudWatch would read a time in seconds as a date in 1970 and drop the line.
            "Timestamp": {"type": "integer", "minimum": 1_700_000_000_000_u64},
            "CloudWatchMetrics": {"type": "array", "minItems": 1, "items": directive},
        },
        "required": ["Timestamp", "CloudWatchMetrics"],
        "additionalProperties": false,
    });
    jsonschema::validator_for(&metadata).expect("a valid schema")
});

/// Fails the test when `CloudWatch` would not read the line's metrics. The metadata must match the schema, each metric that it names
/// must be a number in the line, and each dimension a text.
pub(crate) fn check(line: &Value) {
    let errors: Vec<String> = SPECIFICATION
        .iter_errors(&line["_aws"])
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?} in {line}");

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
