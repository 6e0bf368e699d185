//! What a month has really taken so far, as `CloudWatch` has counted it for a stack.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use aws_sdk_cloudwatch::{
    Client,
    config::Region,
    primitives::DateTime,
    types::{Dimension, Metric, MetricDataQuery, MetricDataResult, MetricStat},
};
use jiff::{Zoned, tz::TimeZone};
use platform::{causes::Causes, clock};
use serde::Serialize;

use super::{
    Complaint,
    data::{Data, Price},
    estimate::quantities,
};
use crate::{
    deployment::Deployment,
    stack::{Stack, StackError, Target},
};

const DAY: i32 = 24 * 60 * 60;
const KILO: f64 = 1024.0;
/// What `CloudWatch` does not count, and why nothing stands beside the estimate of it.
const NOT_COUNTED: [&str; 2] = [
    "S3's requests and bytes sent: CloudWatch counts them for a bucket only where that is paid for",
    "logs, metrics, secrets and alarms: the bill has them (Billing, Cost Explorer)",
];
/// The tables with an index, whose units are counted by themselves.
const INDEXES: [(&str, &str); 2] = [("files", "owner"), ("uploads", "owner")];
const TABLES: [&str; 9] = [
    "users",
    "payments",
    "audit",
    "courses",
    "course-prices",
    "attempts",
    "password-resets",
    "files",
    "uploads",
];

/// What is counted, and under which prices of the estimate it stands.
const ROWS: [(&str, &[&str]); 9] = [
    ("calls of the API", &["api-requests"]),
    ("calls of functions", &["lambda-requests"]),
    ("time of functions", &["lambda-compute"]),
    ("read units of tables", &["dynamodb-reads"]),
    ("write units of tables", &["dynamodb-writes"]),
    ("files", &["s3-storage"]),
    ("mails", &["mails"]),
    (
        "requests to the CDN",
        &["cdn-requests-europe", "cdn-requests-elsewhere"],
    ),
    ("sent by the CDN", &["cdn-transfer-europe", "cdn-transfer-elsewhere"]),
];

/// A number that is asked for: a sum over the month of one metric, times a factor.
struct Question {
    row: usize,
    namespace: String,
    metric: &'static str,
    dimensions: Vec<(&'static str, String)>,
    statistic: &'static str,
    factor: f64,
}

/// Counts what a stack has taken since the month began, and sets it beside a whole month of so many people.
pub(super) async fn counted(target: Target, data: &Data, people: u32) -> Result<Counted, Complaint> {
    let stack = Stack::of(target).await?;
    let deployment = Deployment::of(&stack).await?;
    let now = clock::now().to_zoned(TimeZone::UTC);
    let since = now
        .first_of_month()
        .and_then(|first| first.start_of_day())
        .unwrap_or_else(|_| now.clone());

    let is_local = stack.aws.endpoint_url().is_some();
    let routes = calls_by_route(data, people).map_err(Complaint::Data)?;
    let mut counts = vec![None; ROWS.len() + routes.len()];
    if !is_local {
        let (mut here, there) = (questions(&stack, &deployment, data), questions_of_cdn(&deployment));
        here.extend(questions_of_routes(&stack, routes.keys()));
        let everywhere = aws_sdk_cloudwatch::config::Builder::from(&stack.aws).region(Region::from_static("us-east-1"));
        ask(&Client::new(&stack.aws), &stack, &here, (&since, &now), &mut counts).await?;
        ask(
            &Client::from_conf(everywhere.build()),
            &stack,
            &there,
            (&since, &now),
            &mut counts,
        )
        .await?;
    }
    let estimated = quantities(data, people).map_err(Complaint::Data)?;
    let estimated: BTreeMap<_, _> = estimated
        .into_iter()
        .map(|quantity| (quantity.price, quantity.number))
        .collect();
    let rows = ROWS
        .into_iter()
        .zip(counts.iter().copied())
        .filter_map(|((what, prices), counted)| {
            let known: Vec<&Price> = prices.iter().filter_map(|price| data.prices.of.get(*price)).collect();
            let first = known.first()?;
            let numbers: Vec<f64> = prices
                .iter()
                .map(|price| estimated.get(price).copied().unwrap_or_default())
                .collect();
            let all: f64 = numbers.iter().sum();
            // Where several prices hold, in the shares of the estimate.
            let share = |number: &f64| {
                if all > 0.0 {
                    number / all
                } else {
                    1.0 / f64::from(u8::try_from(prices.len()).unwrap_or(1))
                }
            };
            let usd_of_one: f64 = known
                .iter()
                .zip(&numbers)
                .map(|(price, number)| share(number) * price.usd / price.per)
                .sum();
            Some(Row {
                what,
                unit: first.unit.clone(),
                counted: counted.map(|counted| counted / first.per),
                counted_usd: counted.map(|counted| counted * usd_of_one),
                estimated: all / first.per,
                estimated_usd: all * usd_of_one,
            })
        });
    Ok(Counted {
        stack: stack.name.clone(),
        since: since.date().to_string(),
        until: now.date().to_string(),
        people,
        rows: rows.collect(),
        routes: routes
            .into_iter()
            .zip(counts.iter().skip(ROWS.len()))
            .map(|((route, estimated), counted)| CallsOf {
                route,
                counted: *counted,
                estimated,
            })
            .collect(),
        left_out: if is_local {
            vec!["anything: the local AWS counts no calls, units, bytes or mails"]
        } else {
            NOT_COUNTED.to_vec()
        },
    })
}

fn questions(stack: &Stack, deployment: &Deployment, data: &Data) -> Vec<Question> {
    let sum = |row, namespace: &str, metric, dimensions| Question {
        row,
        namespace: namespace.to_owned(),
        metric,
        dimensions,
        statistic: "Sum",
        factor: 1.0,
    };
    let mut questions = Vec::new();
    if let Some(api) = deployment.id("AWS::ApiGatewayV2::Api", "Api") {
        questions.push(sum(0, "AWS/ApiGateway", "Count", vec![("ApiId", api.to_owned())]));
    }
    for function in deployment.all("AWS::Lambda::Function") {
        let named = || vec![("FunctionName", function.id.clone())];
        questions.push(sum(1, "AWS/Lambda", "Invocations", named()));
        if let Ok(memory) = data.template.memory(&function.name) {
            let factor = f64::from(memory) / KILO / 1000.0;
            questions.push(Question {
                factor,
                ..sum(2, "AWS/Lambda", "Duration", named())
            });
        }
    }
    for (row, metric) in [(3, "ConsumedReadCapacityUnits"), (4, "ConsumedWriteCapacityUnits")] {
        let table = |name: &str| ("TableName", format!("{}-{name}", stack.name));
        let tables = TABLES.iter().map(|name| vec![table(name)]);
        let indexes = INDEXES
            .iter()
            .map(|(name, index)| vec![table(name), ("GlobalSecondaryIndexName", (*index).to_owned())]);
        questions.extend(
            tables
                .chain(indexes)
                .map(|dimensions| sum(row, "AWS/DynamoDB", metric, dimensions)),
        );
    }
    if let Some(bucket) = deployment.id("AWS::S3::Bucket", "FilesBucket") {
        let dimensions = vec![
            ("BucketName", bucket.to_owned()),
            ("StorageType", "StandardStorage".to_owned()),
        ];
        // Of the last day that is counted.
        questions.push(Question {
            statistic: "Average",
            factor: 1.0 / (KILO * KILO * KILO),
            ..sum(5, "AWS/S3", "BucketSizeBytes", dimensions)
        });
    }
    // Of the whole account.
    questions.push(sum(6, "AWS/SES", "Send", Vec::new()));
    questions
}

/// How often each route is called in a month of so many people.
fn calls_by_route(data: &Data, people: u32) -> Result<BTreeMap<String, f64>, String> {
    let mut routes = BTreeMap::new();
    for (name, each) in &data.usage.calls {
        let route = data.template.route(&data.calls.named(name)?.function)?;
        *routes.entry(route.to_owned()).or_default() += each * f64::from(people);
    }
    Ok(routes)
}

/// What functions have answered, by the route, as they log it themselves.
fn questions_of_routes<'a>(stack: &Stack, routes: impl Iterator<Item = &'a String>) -> Vec<Question> {
    let questions = routes.enumerate().map(|(number, route)| Question {
        row: ROWS.len() + number,
        namespace: stack.name.clone(),
        metric: "Latency",
        dimensions: vec![("route", route.clone())],
        statistic: "SampleCount",
        factor: 1.0,
    });
    questions.collect()
}

fn questions_of_cdn(deployment: &Deployment) -> Vec<Question> {
    let distribution = deployment.all("AWS::CloudFront::Distribution").next();
    let of_distribution = |row, metric, factor| {
        Some(Question {
            row,
            namespace: "AWS/CloudFront".to_owned(),
            metric,
            dimensions: vec![
                ("DistributionId", distribution?.id.clone()),
                ("Region", "Global".to_owned()),
            ],
            statistic: "Sum",
            factor,
        })
    };
    let questions = [
        of_distribution(7, "Requests", 1.0),
        of_distribution(8, "BytesDownloaded", 1.0 / (KILO * KILO * KILO)),
    ];
    questions.into_iter().flatten().collect()
}

async fn ask(
    client: &Client,
    stack: &Stack,
    questions: &[Question],
    (since, until): (&Zoned, &Zoned),
    counts: &mut [Option<f64>],
) -> Result<(), StackError> {
    let queries = questions.iter().enumerate().map(|(number, question)| {
        let dimensions = question
            .dimensions
            .iter()
            .map(|(name, value)| Dimension::builder().name(*name).value(value).build());
        let metric = Metric::builder()
            .namespace(&question.namespace)
            .metric_name(question.metric);
        let metric = metric.set_dimensions(Some(dimensions.collect())).build();
        let statistic = MetricStat::builder()
            .metric(metric)
            .period(DAY)
            .stat(question.statistic)
            .build();
        MetricDataQuery::builder()
            .id(format!("q{number}"))
            .metric_stat(statistic)
            .build()
    });
    let queries: Vec<_> = queries.collect();
    if queries.is_empty() {
        return Ok(());
    }
    let mut pages = client
        .get_metric_data()
        .set_metric_data_queries(Some(queries))
        .start_time(DateTime::from_secs(since.timestamp().as_second()))
        .end_time(DateTime::from_secs(until.timestamp().as_second()))
        .into_paginator()
        .send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| StackError::NotCounted {
            stack: stack.name.clone(),
            cause: Causes(&error).to_string(),
        })?;
        add(questions, page.metric_data_results(), counts);
    }
    Ok(())
}

/// Adds answers to the rows of their questions.
fn add(questions: &[Question], answers: &[MetricDataResult], counts: &mut [Option<f64>]) {
    for answer in answers {
        let number = answer.id().and_then(|id| id.strip_prefix('q')?.parse::<usize>().ok());
        let Some(question) = number.and_then(|number| questions.get(number)) else {
            continue;
        };
        // The newest is first.
        let number: f64 = match question.statistic {
            "Average" => answer.values().first().copied().unwrap_or_default(),
            _ => answer.values().iter().sum(),
        };
        if let Some(count) = counts.get_mut(question.row) {
            *count = Some(count.unwrap_or_default() + number * question.factor);
        }
    }
}

/// What was counted, beside what was estimated.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Counted {
    stack: String,
    /// The first day that is counted, and today (UTC).
    since: String,
    until: String,
    /// How many people the estimate is for.
    people: u32,
    rows: Vec<Row>,
    routes: Vec<CallsOf>,
    /// What is in the estimate, or may be asked for, and is not counted.
    left_out: Vec<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    what: &'static str,
    unit: String,
    /// None where nothing is counted.
    counted: Option<f64>,
    counted_usd: Option<f64>,
    estimated: f64,
    estimated_usd: f64,
}

/// How often a route was called.
#[derive(Serialize)]
struct CallsOf {
    route: String,
    /// None where nothing is counted.
    counted: Option<f64>,
    estimated: f64,
}

impl Display for Counted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            stack,
            since,
            until,
            people,
            ..
        } = self;
        writeln!(
            formatter,
            "{stack}, counted from {since} to {until}, beside a whole month of {people} people, in US dollars:\n"
        )?;
        write!(
            formatter,
            "{:<24}{:<14}{:>12}{:>10}{:>12}{:>10}",
            "", "", "counted", "", "estimated", ""
        )?;
        for row in &self.rows {
            write!(formatter, "\n{:<24}{:<14}", row.what, row.unit)?;
            match (row.counted, row.counted_usd) {
                (Some(counted), Some(usd)) => write!(formatter, "{counted:>12.4}{usd:>10.2}")?,
                _ => write!(formatter, "{:>12}{:>10}", "-", "-")?,
            }
            write!(formatter, "{:>12.4}{:>10.2}", row.estimated, row.estimated_usd)?;
        }
        write!(
            formatter,
            "\n\n{:<38}{:>12}{:>22}",
            "calls by route", "counted", "estimated"
        )?;
        for CallsOf {
            route,
            counted,
            estimated,
        } in &self.routes
        {
            let counted = counted.map_or_else(|| "-".to_owned(), |counted| format!("{counted:.0}"));
            write!(formatter, "\n{route:<38}{counted:>12}{estimated:>22.0}")?;
        }
        formatter.write_str("\n\nNot counted:")?;
        for what in &self.left_out {
            write!(formatter, "\n  {what}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(row: usize, statistic: &'static str, factor: f64) -> Question {
        Question {
            row,
            namespace: "AWS/Lambda".to_owned(),
            metric: "any",
            dimensions: Vec::new(),
            statistic,
            factor,
        }
    }

    fn answer(id: &str, values: &[f64]) -> MetricDataResult {
        MetricDataResult::builder()
            .id(id)
            .set_values(Some(values.to_vec()))
            .build()
    }

    #[test]
    fn days_and_functions_are_added_up_and_of_a_size_the_newest_counts() {
        let questions = [
            question(0, "Sum", 1.0),
            question(0, "Sum", 2.0),
            question(2, "Average", 0.5),
        ];
        let mut counts = vec![None; 4];
        let answers = [
            answer("q0", &[1.0, 2.0]),
            answer("q1", &[10.0]),
            answer("q2", &[8.0, 4.0]),
            answer("x", &[99.0]),
        ];
        add(&questions, &answers, &mut counts);
        assert_eq!(counts, [Some(23.0), None, Some(4.0), None]);
    }

    #[test]
    fn every_route_has_its_calls() {
        let data = Data::read().expect("the data of the repository");
        let routes = calls_by_route(&data, 100).expect("every function says its route");
        assert_eq!(routes.len(), data.template.of_type("AWS::Serverless::Function").count());
        assert_eq!(routes.get("POST /users/login"), Some(&300.0));
    }
}
