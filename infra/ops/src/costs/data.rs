//! The input of an estimate: prices, endpoints and usage from `infra/costs`, and resources from the templates.

use std::{collections::BTreeMap, iter};

use serde::Deserialize;
use yaml_serde::Value;

use crate::template;

pub(super) struct Data {
    pub(super) prices: Prices,
    pub(super) calls: Calls,
    pub(super) usage: Usage,
    pub(super) template: Template,
}

#[derive(Deserialize)]
pub(super) struct Prices {
    pub(super) region: String,
    pub(super) date: String,
    #[serde(flatten)]
    pub(super) of: BTreeMap<String, Price>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Price {
    pub(super) service: String,
    pub(super) what: String,
    pub(super) unit: String,
    /// The quantity that the price is for.
    pub(super) per: f64,
    pub(super) usd: f64,
    /// The monthly free tier.
    pub(super) free: f64,
    /// Another price that has the same free tier.
    pub(super) free_with: Option<String>,
    pub(super) verified: bool,
    /// The source of a price that is not verified.
    pub(super) note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Calls {
    /// Bytes of each kind of item.
    pub(super) items: BTreeMap<String, u32>,
    #[serde(rename = "call")]
    pub(super) all: Vec<Call>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) function: String,
    /// The front-door test that asserts `asks`.
    #[serde(rename = "held_by")]
    _held_by: Option<String>,
    pub(super) milliseconds: f64,
    /// The part of `milliseconds` that the function waits, which does not depend on its CPU.
    #[serde(default)]
    pub(super) waits: f64,
    pub(super) start: f64,
    pub(super) asks: Vec<String>,
    /// The items that its transactions write.
    #[serde(default)]
    pub(super) transaction: Vec<String>,
    /// How many items each of its scans reads.
    #[serde(default = "one")]
    pub(super) scanned: f64,
    #[serde(default)]
    pub(super) index_writes: f64,
    #[serde(default)]
    pub(super) s3_writes: f64,
    #[serde(default = "one")]
    pub(super) gateway_calls: f64,
}

const fn one() -> f64 {
    1.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Usage {
    /// Requests per user and month, by call.
    pub(super) calls: BTreeMap<String, f64>,
    /// Requests per month, whatever the number of users, by call.
    pub(super) scheduled: BTreeMap<String, f64>,
    pub(super) site: Site,
    pub(super) files: Files,
    pub(super) operation: Operation,
    /// Bytes of each log line that a request writes.
    pub(super) log_lines: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Site {
    pub(super) first_visits: f64,
    pub(super) visits: f64,
    pub(super) first_visit_pages: f64,
    pub(super) first_visit_assets: f64,
    pub(super) first_visit_kilobytes: f64,
    pub(super) visit_pages: f64,
    pub(super) visit_assets: f64,
    pub(super) visit_kilobytes: f64,
    pub(super) response_kilobytes: f64,
    pub(super) europe: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Files {
    pub(super) stored_users: f64,
    pub(super) photos: f64,
    pub(super) photo_megabytes: f64,
    pub(super) teachers: f64,
    pub(super) cv_megabytes: f64,
    pub(super) videos: f64,
    pub(super) video_megabytes: f64,
    pub(super) photo_views: f64,
    pub(super) cv_views: f64,
    pub(super) video_views: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Operation {
    pub(super) log_months: f64,
    pub(super) cold_starts: f64,
    pub(super) secret_reads: f64,
    pub(super) key_functions: f64,
    pub(super) errors: f64,
    pub(super) codes_of_a_route: f64,
    pub(super) codes: f64,
    pub(super) mails_failed: f64,
}

/// The template with its nested templates, with default parameters.
pub(super) struct Template {
    own: Value,
    nested: Vec<Value>,
}

/// The nested templates, by their `TemplateURL` in `template.yaml`.
const NESTED: [(&str, &str); 4] = [
    ("infra/budget.yaml", include_str!("../../../../infra/budget.yaml")),
    ("infra/hosting.yaml", include_str!("../../../../infra/hosting.yaml")),
    ("infra/mail.yaml", include_str!("../../../../infra/mail.yaml")),
    (
        "infra/monitoring.yaml",
        include_str!("../../../../infra/monitoring.yaml"),
    ),
];

/// The nested templates with copies of the tables and with scans of files. With the default parameters they are not created, so their alarms
/// cost nothing.
const WITHOUT_DEFAULT: [&str; 2] = ["infra/backups.yaml", "infra/scanning.yaml"];

impl Data {
    /// Reads the data of this repository, which is compiled into the tool.
    pub(super) fn read() -> Result<Self, String> {
        Ok(Self {
            prices: toml("prices", include_str!("../../../../infra/costs/prices.toml"))?,
            calls: toml("calls", include_str!("../../../../infra/costs/calls.toml"))?,
            usage: toml("usage", include_str!("../../../../infra/costs/usage.toml"))?,
            template: Template::read()?,
        })
    }
}

fn toml<T: for<'a> Deserialize<'a>>(name: &str, text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error| format!("infra/costs/{name}.toml: {error}"))
}

fn yaml(name: &str, text: &str) -> Result<Value, String> {
    yaml_serde::from_str(text).map_err(|error| format!("{name}: {error}"))
}

impl Template {
    /// Reads the templates of this repository. An unknown nested template is an error, so that its costs are not missed.
    fn read() -> Result<Self, String> {
        let own = yaml("template.yaml", template::TEXT)?;
        let mut nested = Vec::new();
        for (name, resource) in resources_of(&own).filter(|(_, resource)| is_of_type(resource, NESTED_STACK)) {
            let properties = resource.get("Properties");
            let url = properties.and_then(|properties| properties.get("TemplateURL")?.as_str());
            if url.is_some_and(|url| WITHOUT_DEFAULT.contains(&url)) {
                continue;
            }
            let known = NESTED.iter().find(|(known, _)| Some(*known) == url);
            let (known, text) =
                known.ok_or_else(|| format!("{name} in template.yaml nests an unknown template: {url:?}"))?;
            nested.push(yaml(known, text)?);
        }
        Ok(Self { own, nested })
    }

    /// The memory of a function, in megabytes.
    pub(super) fn memory(&self, function: &str) -> Result<u32, String> {
        let found = self.resources().find(|(name, _)| *name == function);
        let (_, resource) = found.ok_or_else(|| format!("template.yaml has no {function}"))?;
        let own = resource
            .get("Properties")
            .and_then(|properties| properties.get("MemorySize"));
        let shared = || self.own.get("Globals")?.get("Function")?.get("MemorySize");
        let memory = own.or_else(shared).and_then(Value::as_u64);
        memory
            .and_then(|memory| u32::try_from(memory).ok())
            .ok_or_else(|| format!("{function} in template.yaml has no MemorySize"))
    }

    /// The route of a function, such as `GET /courses`.
    pub(super) fn route(&self, function: &str) -> Result<&str, String> {
        let found = self.resources().find(|(name, _)| *name == function);
        let description = found.and_then(|(_, resource)| resource.get("Properties")?.get("Description")?.as_str());
        description.ok_or_else(|| format!("{function} in template.yaml has no route in its Description"))
    }

    /// The functions of the API, each with its route, such as `GET /courses`.
    pub(super) fn routes(&self) -> Result<Vec<(&str, String)>, String> {
        let mut routes = Vec::new();
        for (name, resource) in resources_of(&self.own) {
            let events = resource
                .get("Properties")
                .and_then(|properties| properties.get("Events")?.as_mapping());
            for event in events.into_iter().flat_map(|events| events.values()) {
                if event.get("Type").and_then(Value::as_str) != Some("HttpApi") {
                    continue;
                }
                let property = |key: &str| event.get("Properties")?.get(key)?.as_str();
                let (method, path) = property("Method")
                    .zip(property("Path"))
                    .ok_or_else(|| format!("an event of {name} in template.yaml has no method or path"))?;
                routes.push((name, format!("{method} {path}")));
            }
        }
        Ok(routes)
    }

    /// How many requests to a route the gateway accepts in a second.
    pub(super) fn requests_per_second(&self, route: &str) -> Result<u32, String> {
        let (_, api) = resources_of(&self.own)
            .find(|(_, resource)| is_of_type(resource, "AWS::Serverless::HttpApi"))
            .ok_or("template.yaml has no API")?;
        let properties = api.get("Properties");
        let own = || properties?.get("RouteSettings")?.get(route);
        let settings = own().or_else(|| properties?.get("DefaultRouteSettings"));
        // The limit is a reference to a parameter.
        let parameter = settings.and_then(|settings| settings.get("ThrottlingRateLimit")?.as_str());
        template::default_number(parameter.ok_or_else(|| format!("{route} in template.yaml has no limit"))?)
    }

    /// The number of resources of a type.
    pub(super) fn count(&self, resource_type: &str) -> u32 {
        u32::try_from(self.of_type(resource_type).count()).unwrap_or(u32::MAX)
    }

    /// The logical ids of the resources of a type.
    pub(super) fn of_type(&self, resource_type: &str) -> impl Iterator<Item = &str> {
        let of_type = self
            .resources()
            .filter(move |(_, resource)| is_of_type(resource, resource_type));
        of_type.map(|(name, _)| name)
    }

    fn resources(&self) -> impl Iterator<Item = (&str, &Value)> {
        iter::once(&self.own).chain(&self.nested).flat_map(resources_of)
    }
}

const NESTED_STACK: &str = "AWS::CloudFormation::Stack";

fn resources_of(template: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let resources = template.get("Resources").and_then(Value::as_mapping);
    let named = resources.into_iter().flatten();
    named.filter_map(|(name, resource)| Some((name.as_str()?, resource)))
}

fn is_of_type(resource: &Value, resource_type: &str) -> bool {
    resource.get("Type").and_then(Value::as_str) == Some(resource_type)
}
