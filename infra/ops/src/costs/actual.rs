//! Compares what a stack used this month with the estimate of a month.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use jiff::tz::TimeZone;
use platform::clock;
use serde::Serialize;

use super::{
    CostsError,
    cloudwatch::{self, ROWS, Row},
    data::{Data, Price},
    estimate::quantities,
};
use crate::{
    deployment::Deployment,
    stack::{Stack, Target},
};

/// What the comparison leaves out, and why.
const LEFT_OUT: [&str; 2] = [
    "S3 requests and bytes sent: CloudWatch has these metrics only for buckets with paid request metrics",
    "logs, metrics, secrets and alarms: see the bill (Billing, Cost Explorer)",
];

/// The label of each row, and the prices of the estimate that belong to it.
const LABELS: [(Row, &str, &[&str]); ROWS] = [
    (Row::ApiRequests, "API requests", &["api-requests"]),
    (Row::Invocations, "Lambda invocations", &["lambda-requests"]),
    (Row::ComputeTime, "Lambda compute time", &["lambda-compute"]),
    (Row::ReadUnits, "DynamoDB read units", &["dynamodb-reads"]),
    (Row::WriteUnits, "DynamoDB write units", &["dynamodb-writes"]),
    (Row::StoredBytes, "stored files", &["s3-storage"]),
    (Row::Emails, "emails", &["mails"]),
    (
        Row::CdnRequests,
        "CDN requests",
        &["cdn-requests-europe", "cdn-requests-elsewhere"],
    ),
    (
        Row::CdnTransfer,
        "CDN transfer",
        &["cdn-transfer-europe", "cdn-transfer-elsewhere"],
    ),
];

/// Reads the usage since the first of the month (UTC), and compares it with the estimate of a whole month for so many users.
pub(super) async fn compare(target: Target, data: &Data, users: u32) -> Result<Comparison, CostsError> {
    let stack = Stack::connect(target).await?;
    let deployment = Deployment::describe(&stack.aws, &stack.name).await?;
    let now = clock::now().to_zoned(TimeZone::UTC);
    let since = now
        .first_of_month()
        .and_then(|first| first.start_of_day())
        .unwrap_or_else(|_| now.clone());

    let routes = requests_by_route(data, users).map_err(CostsError::Data)?;
    let usage = if stack.is_local() {
        vec![None; ROWS + routes.len()]
    } else {
        cloudwatch::usage(&stack, &deployment, data, routes.keys(), (&since, &now)).await?
    };
    let quantities = quantities(data, users).map_err(CostsError::Data)?;
    let estimates: BTreeMap<_, _> = quantities
        .into_iter()
        .map(|quantity| (quantity.price, quantity.number))
        .collect();
    let rows = LABELS.into_iter().filter_map(|(row, what, prices)| {
        let actual = usage.get(row as usize).copied().flatten();
        ComparedRow::new(what, actual, prices, &estimates, data)
    });
    let of_routes = usage.iter().skip(ROWS);
    Ok(Comparison {
        stack: stack.name.clone(),
        since: since.date().to_string(),
        until: now.date().to_string(),
        users,
        rows: rows.collect(),
        routes: routes
            .into_iter()
            .zip(of_routes)
            .map(|((route, estimated), actual)| ComparedRoute {
                route,
                actual: *actual,
                estimated,
            })
            .collect(),
        left_out: if stack.is_local() {
            vec!["everything: the local AWS has no usage metrics"]
        } else {
            LEFT_OUT.to_vec()
        },
    })
}

/// The estimated number of requests to each route in a month.
fn requests_by_route(data: &Data, users: u32) -> Result<BTreeMap<String, f64>, String> {
    let mut routes = BTreeMap::new();
    for (name, per_user) in &data.usage.calls {
        let route = data.template.route(&data.calls.named(name)?.function)?;
        *routes.entry(route.to_owned()).or_default() += per_user * f64::from(users);
    }
    for (name, number) in &data.usage.scheduled {
        let route = data.template.route(&data.calls.named(name)?.function)?;
        routes.insert(route.to_owned(), *number);
    }
    Ok(routes)
}

/// The output of `costs --actual`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Comparison {
    stack: String,
    /// The first day of the usage, and today (UTC).
    since: String,
    until: String,
    /// The number of users of the estimate.
    #[serde(rename = "people")]
    users: u32,
    rows: Vec<ComparedRow>,
    routes: Vec<ComparedRoute>,
    left_out: Vec<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ComparedRow {
    what: &'static str,
    unit: String,
    /// `None` when there is no metric.
    #[serde(rename = "counted")]
    actual: Option<f64>,
    #[serde(rename = "countedUsd")]
    actual_usd: Option<f64>,
    estimated: f64,
    estimated_usd: f64,
}

/// The requests to a route.
#[derive(Serialize)]
struct ComparedRoute {
    route: String,
    /// `None` when there is no metric.
    #[serde(rename = "counted")]
    actual: Option<f64>,
    estimated: f64,
}

impl ComparedRow {
    fn new(
        what: &'static str,
        actual: Option<f64>,
        prices: &[&str],
        estimates: &BTreeMap<&str, f64>,
        data: &Data,
    ) -> Option<Self> {
        let known: Vec<&Price> = prices.iter().filter_map(|price| data.prices.of.get(*price)).collect();
        let first = known.first()?;
        let quantities: Vec<f64> = prices
            .iter()
            .map(|price| estimates.get(price).copied().unwrap_or_default())
            .collect();
        let total: f64 = quantities.iter().sum();
        // The actual usage is not split by price, so each price gets the share that it has in the estimate.
        let share = |quantity: &f64| {
            if total > 0.0 {
                quantity / total
            } else {
                1.0 / f64::from(u8::try_from(prices.len()).unwrap_or(1))
            }
        };
        let usd_per_unit: f64 = known
            .iter()
            .zip(&quantities)
            .map(|(price, quantity)| share(quantity) * price.usd / price.per)
            .sum();
        Some(Self {
            what,
            unit: first.unit.clone(),
            actual: actual.map(|actual| actual / first.per),
            actual_usd: actual.map(|actual| actual * usd_per_unit),
            estimated: total / first.per,
            estimated_usd: total * usd_per_unit,
        })
    }
}

impl Display for Comparison {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            stack,
            since,
            until,
            users,
            ..
        } = self;
        writeln!(
            formatter,
            "{stack}: usage from {since} to {until}, and the estimate of a whole month for {users} users, in US dollars:\n"
        )?;
        write!(
            formatter,
            "{:<24}{:<14}{:>12}{:>10}{:>12}{:>10}",
            "", "", "actual", "", "estimated", ""
        )?;
        for row in &self.rows {
            write!(formatter, "\n{:<24}{:<14}", row.what, row.unit)?;
            match (row.actual, row.actual_usd) {
                (Some(actual), Some(usd)) => write!(formatter, "{actual:>12.4}{usd:>10.2}")?,
                _ => write!(formatter, "{:>12}{:>10}", "-", "-")?,
            }
            write!(formatter, "{:>12.4}{:>10.2}", row.estimated, row.estimated_usd)?;
        }
        write!(
            formatter,
            "\n\n{:<38}{:>12}{:>22}",
            "requests by route", "actual", "estimated"
        )?;
        for ComparedRoute {
            route,
            actual,
            estimated,
        } in &self.routes
        {
            let actual = actual.map_or_else(|| "-".to_owned(), |actual| format!("{actual:.0}"));
            write!(formatter, "\n{route:<38}{actual:>12}{estimated:>22.0}")?;
        }
        formatter.write_str("\n\nLeft out:")?;
        for what in &self.left_out {
            write!(formatter, "\n  {what}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_has_an_estimate() {
        let data = Data::read().expect("the data of the repository");
        let routes = requests_by_route(&data, 100).expect("every function has a route");
        assert_eq!(routes.len(), data.template.of_type("AWS::Serverless::Function").count());
        assert_eq!(routes.get("POST /users/login"), Some(&300.0));
    }
}
