//! Checks responses against `infra/openapi.yaml`.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, LazyLock, Mutex},
};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::{TestResponse, repository};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let path = repository().join(Path::new("infra/openapi.yaml"));
    let text = fs::read_to_string(&path).expect("infra/openapi.yaml can be read");
    yaml_serde::from_str(&text).expect("infra/openapi.yaml is YAML")
});

/// Validators by their schema. Compiling a schema takes longer than most requests.
static VALIDATORS: Mutex<BTreeMap<String, Arc<Validator>>> = Mutex::new(BTreeMap::new());

/// The operations of the document: the method in lower case, the path, and what the document says of it.
pub fn operations() -> impl Iterator<Item = (String, String, Value)> {
    let paths = DOCUMENT["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, operations)| {
        let operations = operations.as_object().into_iter().flatten();
        operations.map(|(method, operation)| (method.clone(), path.clone(), operation.clone()))
    })
}

/// The operation's path in the document (`/users/{id}`) that matches the path of a request, and the values of its parameters.
pub(crate) fn route(path: &str) -> (String, BTreeMap<String, String>) {
    let paths = DOCUMENT["paths"].as_object().expect("infra/openapi.yaml has paths");
    if paths.contains_key(path) {
        return (path.to_owned(), BTreeMap::new());
    }
    let found = paths
        .keys()
        .find_map(|route| Some((route.clone(), parameters(route, path)?)));
    found.unwrap_or_else(|| panic!("infra/openapi.yaml has no {path}"))
}

fn parameters(route: &str, path: &str) -> Option<BTreeMap<String, String>> {
    let (names, values): (Vec<_>, Vec<_>) = (route.split('/').collect(), path.split('/').collect());
    let mut parameters = BTreeMap::new();
    for (name, value) in names.iter().zip(&values) {
        match name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => drop(parameters.insert(name.to_owned(), (*value).to_owned())),
            None if name != value => return None,
            None => {}
        }
    }
    (names.len() == values.len()).then_some(parameters)
}

/// Fails the test when the document does not allow the response: its status for this operation, its headers, and a body that matches
/// the schema.
pub(crate) fn check(method: &str, path: &str, response: &TestResponse) {
    let (path, _) = &route(path);
    let operation = &DOCUMENT["paths"][path.as_str()][method.to_lowercase()];
    assert!(operation.is_object(), "infra/openapi.yaml has no {method} {path}");

    let expected = resolve(&operation["responses"][response.status.to_string()]);
    assert!(
        expected.is_object(),
        "infra/openapi.yaml has no {} for {method} {path}: {response:?}",
        response.status
    );

    for name in expected["headers"]
        .as_object()
        .into_iter()
        .flat_map(|headers| headers.keys())
    {
        assert!(
            response.headers.contains_key(&name.to_lowercase()),
            "{method} {path} has no header {name}: {response:?}"
        );
    }

    let media_type = response
        .headers
        .get("content-type")
        .map_or("application/json", String::as_str);
    let media_type = media_type.split(';').next().unwrap_or_default();
    let schema = &expected["content"][media_type]["schema"];
    if schema.is_null() {
        assert!(
            response.body.is_null(),
            "{method} {path} should have no body: {response:?}"
        );
        return;
    }
    let errors: Vec<String> = validator(schema)
        .iter_errors(&response.body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(
        errors.is_empty(),
        "{method} {path} is not as infra/openapi.yaml says: {errors:#?}"
    );
}

fn validator(schema: &Value) -> Arc<Validator> {
    let mut validators = VALIDATORS.lock().expect("no test panicked while it compiled a schema");
    let compile = || {
        // The schema becomes the root of a copy of the document, so that its references resolve.
        let root = json!({ "components": DOCUMENT["components"], "allOf": [schema] });
        Arc::new(jsonschema::validator_for(&root).expect("infra/openapi.yaml has valid schemas"))
    };
    Arc::clone(validators.entry(schema.to_string()).or_insert_with(compile))
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

    fn response(status: u16, body: &Value) -> TestResponse {
        let headers = [("cache-control", "any"), ("etag", "any"), ("content-language", "en")];
        TestResponse::new(status, headers.into_iter(), &body.to_string())
    }

    #[test]
    fn a_path_matches_its_operation() {
        assert_eq!(route("/users/me"), ("/users/me".to_owned(), BTreeMap::new()));
        let id = BTreeMap::from([("id".to_owned(), "a1".to_owned())]);
        assert_eq!(route("/users/a1"), ("/users/{id}".to_owned(), id));
    }

    #[test]
    fn a_documented_response_passes() {
        check("GET", "/courses", &response(200, &json!({"success": true, "data": []})));
    }

    #[test]
    #[should_panic(expected = "is not as infra/openapi.yaml says")]
    fn a_body_that_does_not_match_the_schema_fails() {
        check(
            "GET",
            "/courses",
            &response(200, &json!({"success": true, "data": [{"_id": 1}]})),
        );
    }

    #[test]
    #[should_panic(expected = "has no 404")]
    fn an_undocumented_status_fails() {
        check("GET", "/courses", &response(404, &json!({})));
    }

    #[test]
    #[should_panic(expected = "has no header")]
    fn a_missing_header_fails() {
        let without_headers = TestResponse::new(200, std::iter::empty(), r#"{"success": true, "data": []}"#);
        check("GET", "/courses", &without_headers);
    }
}
