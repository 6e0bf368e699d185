//! The parser of requests to AWS: service, operation, and the tables or secrets that they name.

use std::collections::BTreeMap;

use hyper::{
    header::AUTHORIZATION,
    http::{HeaderMap, request::Parts},
};
use serde_json::Value;

use super::fault::Fault;
use crate::{Stack, email::find_reset_code};

/// A request to AWS, as the function sent it.
#[derive(Debug, Clone)]
pub struct AwsRequest {
    /// Service, operation and resources: `dynamodb GetItem users`, with the stack's keys of tables and secrets, or `s3 PutObject`.
    pub name: String,
    /// The path. In requests to S3 it contains the bucket's name and the object's key.
    pub path: String,
    /// The body; null when it is not JSON.
    pub body: Value,
    /// Whether the SDK sends it again: how often it does depends on how busy the machine is.
    pub is_retry: bool,
    /// Whether AWS has responded and the function has received the response.
    pub is_answered: bool,
    /// The fault that the proxy injected.
    pub fault: Option<Fault>,
}

/// The stack's keys of its tables and secrets (`users`, `signingKey`), by their names in AWS.
#[derive(Debug)]
pub(super) struct ResourceNames {
    tables: BTreeMap<String, String>,
    secrets: BTreeMap<String, String>,
}

impl AwsRequest {
    pub(super) fn parse(head: &Parts, body: &[u8], names: &ResourceNames) -> Self {
        let body = serde_json::from_slice(body).unwrap_or_default();
        let words = [
            Some(service(&head.headers)),
            Some(operation(head)),
            names.resources_in(&body),
        ];
        Self {
            name: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
            path: head.uri.path().to_owned(),
            body,
            is_retry: is_retry(&head.headers),
            is_answered: false,
            fault: None,
        }
    }

    /// The password reset code in the email that the request sends.
    #[must_use]
    pub fn emailed_reset_code(&self) -> Option<String> {
        find_reset_code(self.body["Content"]["Simple"]["Body"]["Text"]["Data"].as_str()?)
    }
}

/// The SDK numbers the attempts of a request: `ttl=20261129T110903Z; attempt=2; max=3`.
fn is_retry(headers: &HeaderMap) -> bool {
    let info = headers.get("amz-sdk-request").and_then(|value| value.to_str().ok());
    let attempt = info.and_then(|info| info.split("; ").find_map(|part| part.strip_prefix("attempt=")));
    attempt.is_some_and(|attempt| attempt != "1")
}

/// The service that the request's signature names.
fn service(headers: &HeaderMap) -> String {
    let signed = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let scope = signed.and_then(|value| value.split_once("Credential=")?.1.split(',').next());
    let service = scope.and_then(|scope| scope.split('/').nth(3));
    service.unwrap_or("unsigned").to_owned()
}

/// The operation's name. Depending on the service's protocol, it is in a header, the query or the path.
fn operation(head: &Parts) -> String {
    let target = head.headers.get("x-amz-target").and_then(|value| value.to_str().ok());
    let query = head.uri.query().unwrap_or_default();
    let has = |name: &str| query.split(['&', '=']).any(|part| part == name);
    // S3's client sends the name of most operations in the query.
    let named = query.split('&').find_map(|parameter| parameter.strip_prefix("x-id="));
    match (target, named, head.method.as_str(), head.uri.path()) {
        (Some(target), _, _, _) => target.rsplit('.').next().unwrap_or(target).to_owned(),
        (None, Some(named), _, _) => named.to_owned(),
        (None, None, "POST", _) if has("uploads") => "CreateMultipartUpload".to_owned(),
        (None, None, "POST", _) if has("uploadId") => "CompleteMultipartUpload".to_owned(),
        (None, None, "GET", _) if has("uploads") => "ListMultipartUploads".to_owned(),
        (None, None, "GET", _) if has("list-type") => "ListObjectsV2".to_owned(),
        // The path contains the name of the function.
        (None, None, "POST", path) if path.ends_with("/invocations") => "Invoke".to_owned(),
        (None, None, "POST", "/v2/email/outbound-emails") => "SendEmail".to_owned(),
        (None, None, method, path) if path.starts_with("/v2/email/suppression/addresses/") => {
            // The path contains the email address.
            format!("{}{}SuppressedDestination", &method[..1], method[1..].to_lowercase())
        }
        (None, None, method, path) => format!("{method} {path}"),
    }
}

impl ResourceNames {
    pub(super) fn of(stack: &Stack) -> Self {
        let by_id = |names: &BTreeMap<String, String>| {
            let pairs = names.iter().map(|(name, id)| (id.clone(), name.clone()));
            pairs.collect()
        };
        Self {
            tables: by_id(&stack.tables),
            secrets: by_id(&stack.secrets),
        }
    }

    /// The tables that a request names, or the secrets and the stage of their version.
    fn resources_in(&self, body: &Value) -> Option<String> {
        let mut found = Vec::new();
        self.find_tables(body, &mut found);
        if let Some(id) = body["SecretId"].as_str() {
            found.extend(self.secret(id));
            found.extend(body["VersionStage"].as_str().map(str::to_owned));
        }
        if let Some(ids) = body["SecretIdList"].as_array() {
            let mut secrets: Vec<_> = ids.iter().filter_map(|id| self.secret(id.as_str()?)).collect();
            secrets.sort();
            found.extend(secrets);
        }
        (!found.is_empty()).then(|| found.join(" "))
    }

    fn secret(&self, id: &str) -> Option<String> {
        let secret = self.secrets.iter().find(|(name, _)| id.contains(name.as_str()));
        secret.map(|(_, name)| name.clone())
    }

    /// The key of a table of the stack, or of one that a test has made apart.
    fn table(&self, name: &str) -> Option<String> {
        let apart = name.rsplit_once('.').map(|(_, key)| key.to_owned());
        self.tables.get(name).cloned().or(apart)
    }

    fn find_tables(&self, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                let table = fields.get("TableName").and_then(|name| self.table(name.as_str()?));
                found.extend(table.filter(|table| !found.contains(table)));
                // A batch names its tables as keys.
                let batch = fields.get("RequestItems").and_then(Value::as_object);
                found.extend(
                    batch
                        .into_iter()
                        .flat_map(|batch| batch.keys())
                        .filter_map(|name| self.table(name)),
                );
                for field in fields.values() {
                    self.find_tables(field, found);
                }
            }
            Value::Array(values) => {
                for value in values {
                    self.find_tables(value, found);
                }
            }
            _ => {}
        }
    }
}
