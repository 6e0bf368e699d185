//! Reads what a stack used this month from `CloudWatch`.

use aws_sdk_cloudwatch::{
    Client,
    config::Region,
    primitives::DateTime,
    types::{Dimension, Metric, MetricDataQuery, MetricDataResult, MetricStat},
};
use jiff::Zoned;
use platform::causes::Causes;

use super::data::Data;
use crate::{
    deployment::Deployment,
    stack::{Stack, StackError, TABLES},
};

const DAY_SECONDS: i32 = 24 * 60 * 60;
const KILO: f64 = 1024.0;
const GIGABYTE: f64 = KILO * KILO * KILO;

/// One metric, whose values are added to a row of the comparison.
struct MetricQuery {
    row: usize,
    namespace: String,
    metric: &'static str,
    dimensions: Vec<(&'static str, String)>,
    statistic: &'static str,
    /// Converts a value of the metric to the unit of the row.
    factor: f64,
}

/// The rows of the comparison, by their index. `routes` follow them.
#[derive(Clone, Copy)]
pub(super) enum Row {
    ApiRequests,
    Invocations,
    ComputeTime,
    ReadUnits,
    WriteUnits,
    StoredBytes,
    Emails,
    CdnRequests,
    CdnTransfer,
}

/// The number of rows before those of the routes.
pub(super) const ROWS: usize = 9;

impl MetricQuery {
    fn sum(row: Row, namespace: &str, metric: &'static str, dimensions: Vec<(&'static str, String)>) -> Self {
        Self {
            row: row as usize,
            namespace: namespace.to_owned(),
            metric,
            dimensions,
            statistic: "Sum",
            factor: 1.0,
        }
    }
}

/// Returns the usage of each row and then of each route, between two times. `None` means that there is no metric.
pub(super) async fn usage<'a>(
    stack: &Stack,
    deployment: &Deployment,
    data: &Data,
    routes: impl Iterator<Item = &'a String>,
    period: (&Zoned, &Zoned),
) -> Result<Vec<Option<f64>>, StackError> {
    let mut queries = queries_of_stack(stack, deployment, data);
    let route_queries: Vec<_> = queries_of_routes(stack, routes).collect();
    let mut usage = vec![None; ROWS + route_queries.len()];
    queries.extend(route_queries);
    run_queries(&Client::new(&stack.aws), stack, &queries, period, &mut usage).await?;

    // CloudFront has its metrics in this region alone.
    let us_east_1 = aws_sdk_cloudwatch::config::Builder::from(&stack.aws).region(Region::from_static("us-east-1"));
    let client = Client::from_conf(us_east_1.build());
    run_queries(&client, stack, &queries_of_cdn(deployment), period, &mut usage).await?;
    Ok(usage)
}

fn queries_of_stack(stack: &Stack, deployment: &Deployment, data: &Data) -> Vec<MetricQuery> {
    let mut queries = Vec::new();
    if let Some(api) = deployment.physical_id("AWS::ApiGatewayV2::Api", "Api") {
        let dimensions = vec![("ApiId", api.to_owned())];
        queries.push(MetricQuery::sum(
            Row::ApiRequests,
            "AWS/ApiGateway",
            "Count",
            dimensions,
        ));
    }
    for function in deployment.resources_of_type("AWS::Lambda::Function") {
        let dimensions = || vec![("FunctionName", function.physical_id.clone())];
        queries.push(MetricQuery::sum(
            Row::Invocations,
            "AWS/Lambda",
            "Invocations",
            dimensions(),
        ));
        if let Ok(memory) = data.template.memory(&function.logical_id) {
            // Milliseconds of a function with so many megabytes, as gigabyte-seconds.
            queries.push(MetricQuery {
                factor: f64::from(memory) / KILO / 1000.0,
                ..MetricQuery::sum(Row::ComputeTime, "AWS/Lambda", "Duration", dimensions())
            });
        }
    }
    for (row, metric) in [
        (Row::ReadUnits, "ConsumedReadCapacityUnits"),
        (Row::WriteUnits, "ConsumedWriteCapacityUnits"),
    ] {
        let table = |name: &str| ("TableName", stack.table_name(name));
        let tables = TABLES.iter().map(|definition| vec![table(definition.name)]);
        let indexes = TABLES.iter().flat_map(|definition| {
            let names = definition.indexes.iter();
            names.map(|index| {
                vec![
                    table(definition.name),
                    ("GlobalSecondaryIndexName", (*index).to_owned()),
                ]
            })
        });
        queries.extend(
            tables
                .chain(indexes)
                .map(|dimensions| MetricQuery::sum(row, "AWS/DynamoDB", metric, dimensions)),
        );
    }
    if let Some(bucket) = deployment.physical_id("AWS::S3::Bucket", "FilesBucket") {
        let dimensions = vec![
            ("BucketName", bucket.to_owned()),
            ("StorageType", "StandardStorage".to_owned()),
        ];
        queries.push(MetricQuery {
            statistic: "Average",
            factor: 1.0 / GIGABYTE,
            ..MetricQuery::sum(Row::StoredBytes, "AWS/S3", "BucketSizeBytes", dimensions)
        });
    }
    // SES counts the emails of the whole AWS account.
    queries.push(MetricQuery::sum(Row::Emails, "AWS/SES", "Send", Vec::new()));
    queries
}

/// Queries for the metric that functions log for each response (docs/logging.md).
fn queries_of_routes<'a>(stack: &Stack, routes: impl Iterator<Item = &'a String>) -> impl Iterator<Item = MetricQuery> {
    routes.enumerate().map(|(number, route)| MetricQuery {
        row: ROWS + number,
        namespace: stack.name.clone(),
        metric: "Latency",
        dimensions: vec![("route", route.clone())],
        statistic: "SampleCount",
        factor: 1.0,
    })
}

fn queries_of_cdn(deployment: &Deployment) -> Vec<MetricQuery> {
    let Some(distribution) = deployment.resources_of_type("AWS::CloudFront::Distribution").next() else {
        return Vec::new();
    };
    let query = |row, metric, factor| {
        let dimensions = vec![
            ("DistributionId", distribution.physical_id.clone()),
            ("Region", "Global".to_owned()),
        ];
        MetricQuery {
            factor,
            ..MetricQuery::sum(row, "AWS/CloudFront", metric, dimensions)
        }
    };
    vec![
        query(Row::CdnRequests, "Requests", 1.0),
        query(Row::CdnTransfer, "BytesDownloaded", 1.0 / GIGABYTE),
    ]
}

async fn run_queries(
    client: &Client,
    stack: &Stack,
    queries: &[MetricQuery],
    (since, until): (&Zoned, &Zoned),
    usage: &mut [Option<f64>],
) -> Result<(), StackError> {
    if queries.is_empty() {
        return Ok(());
    }
    let data_queries = queries.iter().enumerate().map(|(number, query)| {
        let dimensions = query
            .dimensions
            .iter()
            .map(|(name, value)| Dimension::builder().name(*name).value(value).build());
        let metric = Metric::builder().namespace(&query.namespace).metric_name(query.metric);
        let metric = metric.set_dimensions(Some(dimensions.collect())).build();
        let statistic = MetricStat::builder()
            .metric(metric)
            .period(DAY_SECONDS)
            .stat(query.statistic)
            .build();
        MetricDataQuery::builder()
            .id(format!("q{number}"))
            .metric_stat(statistic)
            .build()
    });
    let mut pages = client
        .get_metric_data()
        .set_metric_data_queries(Some(data_queries.collect()))
        .start_time(DateTime::from_secs(since.timestamp().as_second()))
        .end_time(DateTime::from_secs(until.timestamp().as_second()))
        .into_paginator()
        .send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| StackError::MetricsUnavailable {
            stack: stack.name.clone(),
            cause: Causes(&error).to_string(),
        })?;
        add_results(queries, page.metric_data_results(), usage);
    }
    Ok(())
}

/// Adds each result to the row of its query.
fn add_results(queries: &[MetricQuery], results: &[MetricDataResult], usage: &mut [Option<f64>]) {
    for result in results {
        let number = result.id().and_then(|id| id.strip_prefix('q')?.parse::<usize>().ok());
        let Some(query) = number.and_then(|number| queries.get(number)) else {
            continue;
        };
        let value: f64 = match query.statistic {
            // A size. The newest value comes first.
            "Average" => result.values().first().copied().unwrap_or_default(),
            _ => result.values().iter().sum(),
        };
        if let Some(total) = usage.get_mut(query.row) {
            *total = Some(total.unwrap_or_default() + value * query.factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(row: usize, statistic: &'static str, factor: f64) -> MetricQuery {
        MetricQuery {
            row,
            namespace: "AWS/Lambda".to_owned(),
            metric: "any",
            dimensions: Vec::new(),
            statistic,
            factor,
        }
    }

    fn result(id: &str, values: &[f64]) -> MetricDataResult {
        MetricDataResult::builder()
            .id(id)
            .set_values(Some(values.to_vec()))
            .build()
    }

    #[test]
    fn adds_up_days_and_functions_and_takes_the_newest_size() {
        let queries = [query(0, "Sum", 1.0), query(0, "Sum", 2.0), query(2, "Average", 0.5)];
        let mut usage = vec![None; 4];
        let results = [
            result("q0", &[1.0, 2.0]),
            result("q1", &[10.0]),
            result("q2", &[8.0, 4.0]),
            result("x", &[99.0]),
        ];
        add_results(&queries, &results, &mut usage);
        assert_eq!(usage, [Some(23.0), None, Some(4.0), None]);
    }
}
