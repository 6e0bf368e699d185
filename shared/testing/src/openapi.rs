//! Holds answers against `infra/openapi.yaml`.

use std::{fs, path::Path, sync::LazyLock};

use serde_json::{Value, json};

use crate::{Reply, stack::repository};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let path = repository().join(Path::new("infra/openapi.yaml"));
    let text = fs::read_to_string(&path).expect("infra/openapi.yaml can be read");
    yaml_serde::from_str(&text).expect("infra/openapi.yaml is YAML")
});

/// Fails the test when the document does not have this answer: its status for the operation, its headers, and a body that
/// fits the schema.
pub(crate) fn check(method: &str, path: &str, reply: &Reply) {
    let operation = &DOCUMENT["paths"][path][method.to_lowercase()];
    assert!(operation.is_object(), "infra/openapi.yaml has no {method} {path}");

    let response = resolve(&operation["responses"][reply.status.to_string()]);
    assert!(
        response.is_object(),
        "infra/openapi.yaml has no {} for {method} {path}",
        reply.status
    );

    for name in response["headers"]
        .as_object()
        .into_iter()
        .flat_map(|headers| headers.keys())
    {
        assert!(
            reply.headers.contains_key(&name.to_lowercase()),
            "{method} {path} has no header {name}: {reply:?}"
        );
    }

    let schema = &response["content"]["application/json"]["schema"];
    if schema.is_null() {
        assert!(reply.body.is_null(), "{method} {path} should have no body: {reply:?}");
        return;
    }
    // The schema is made the root of a copy of the document, so that its references are found.
    let root = json!({ "components": DOCUMENT["components"], "allOf": [schema] });
    let validator = jsonschema::validator_for(&root).expect("infra/openapi.yaml has valid schemas");
    let faults: Vec<String> = validator
        .iter_errors(&reply.body)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(
        faults.is_empty(),
        "{method} {path} is not as infra/openapi.yaml says: {faults:#?}"
    );
}

fn resolve(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => DOCUMENT
            .pointer(reference.trim_start_matches('#'))
            .unwrap_or_else(|| panic!("infra/openapi.yaml has no {reference}")),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, body: &Value) -> Reply {
        let headers = [("cache-control", "any"), ("etag", "any"), ("content-language", "en")];
        Reply::new(status, headers.into_iter(), &body.to_string())
    }

    #[test]
    fn an_answer_as_the_document_has_it_passes() {
        check("GET", "/courses", &reply(200, &json!({"success": true, "data": []})));
    }

    #[test]
    #[should_panic(expected = "is not as infra/openapi.yaml says")]
    fn a_body_that_does_not_fit_fails() {
        check(
            "GET",
            "/courses",
            &reply(200, &json!({"success": true, "data": [{"_id": 1}]})),
        );
    }

    #[test]
    #[should_panic(expected = "has no 404")]
    fn a_status_that_is_not_listed_fails() {
        check("GET", "/courses", &reply(404, &json!({})));
    }

    #[test]
    #[should_panic(expected = "has no header")]
    fn a_missing_header_fails() {
        let bare = Reply::new(200, std::iter::empty(), r#"{"success": true, "data": []}"#);
        check("GET", "/courses", &bare);
    }
}
