//! What a request got back.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// The headers that are part of the contract. The others are the gateway's business, and some change from run to run.
const CONTRACT_HEADERS: [&str; 6] = [
    "cache-control",
    "content-language",
    "content-type",
    "etag",
    "set-cookie",
    "vary",
];

/// Status, headers that matter and body: what a snapshot holds.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The headers of the contract, by lower-case name.
    pub headers: BTreeMap<String, String>,
    /// The body, read as JSON; null when there is none.
    pub body: Value,
}

impl Reply {
    pub(crate) fn new<'a>(status: u16, headers: impl Iterator<Item = (&'a str, &'a str)>, body: &str) -> Self {
        let headers = headers
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .filter(|(name, _)| CONTRACT_HEADERS.contains(&name.as_str()))
            .collect();
        let body = if body.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(body).unwrap_or_else(|error| panic!("the body is not JSON ({error}): {body}"))
        };
        Self { status, headers, body }
    }

    /// The status and the error's code, which is empty for a success.
    #[must_use]
    pub fn outcome(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }

    /// `data` of the body.
    #[must_use]
    pub fn data(&self) -> &Value {
        &self.body["data"]
    }

    /// A header of the contract.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .unwrap_or_else(|| panic!("there is no {name} in {self:?}"))
    }
}
