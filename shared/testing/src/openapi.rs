//! Holds answers against `infra/openapi.yaml`.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, LazyLock, Mutex},
};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::{Reply, stack::repository};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let path = repository().join(Path::new("infra/openapi.yaml"));
    let text = fs::read_to_string(&path).expect("infra/openapi.yaml can be read");
    yaml_serde::from_str(&text).expect("infra/openapi.yaml is YAML")
});

/// Validators by the schema that they are made of: to make one takes longer than most calls.
static VALIDATORS: Mutex<BTreeMap<String, Arc<Validator>>> = Mutex::new(BTreeMap::new());

/// The operation's path as the document has it (`/users/{id}`) for the path of a request, and the parameters in it.
pub(crate) fn route(path: &str) -> (String, BTreeMap<String, String>) {
    let paths = DOCUMENT["paths"].as_object().expect("infra/openapi.yaml has paths");
    if paths.contains_key(path) {
        return (path.to_owned(), BTreeMap::new());
    }
    let routes = paths
        .keys()
        .find_map(|route| Some((route.clone(), parameters(route, path)?)));
    routes.unwrap_or_else(|| panic!("infra/openapi.yaml has no {path}"))
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

/// Fails the test when the document does not have this answer: its status for the operation, its headers, and a body that
/// fits the schema.
pub(crate) fn check(method: &str, path: &str, reply: &Reply) {
    let (path, _) = &route(path);
    let operation = &DOCUMENT["paths"][path.as_str()][method.to_lowercase()];
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
    let faults: Vec<String> = validator(schema)
        .iter_errors(&reply.body)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(
        faults.is_empty(),
        "{method} {path} is not as infra/openapi.yaml says: {faults:#?}"
    );
}

fn validator(schema: &Value) -> Arc<Validator> {
    let mut validators = VALIDATORS.lock().expect("no test panicked while it made one");
    let make = || {
        // The schema is made the root of a copy of the document, so that its references are found.
        let root = json!({ "components": DOCUMENT["components"], "allOf": [schema] });
        Arc::new(jsonschema::validator_for(&root).expect("infra/openapi.yaml has valid schemas"))
    };
    Arc::clone(validators.entry(schema.to_string()).or_insert_with(make))
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
    fn a_path_is_that_of_an_operation() {
        assert_eq!(route("/users/me"), ("/users/me".to_owned(), BTreeMap::new()));
        let id = BTreeMap::from([("id".to_owned(), "a1".to_owned())]);
        assert_eq!(route("/users/a1"), ("/users/{id}".to_owned(), id));
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
