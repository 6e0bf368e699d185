//! Converts usage to the quantities that AWS bills.

use std::collections::BTreeMap;

use super::{
    billed_requests::{BilledRequests, billed_requests},
    custom_metrics::metric_months,
    data::{Call, Calls, Data, Files, Operation, Price},
};

/// The memory, in megabytes, at which a Lambda function has one full CPU.
const FULL_CPU_MEMORY: f64 = 1769.0;
/// `CloudWatch` adds these bytes to each log event.
const BYTES_PER_LOG_EVENT: f64 = 26.0;
/// DynamoDB adds these bytes to each stored item.
const BYTES_PER_STORED_ITEM: f64 = 100.0;
const KILO: f64 = 1024.0;
/// How often a function can refresh its copy of the signing key in a month: every five minutes.
const KEY_REFRESHES_PER_MONTH: f64 = 730.0 * 12.0;
/// `CloudFront` functions per request (`infra/hosting.yaml`). Assets have none.
const CDN_FUNCTIONS_PER_PAGE: f64 = 2.0;
const CDN_FUNCTIONS_PER_API_REQUEST: f64 = 1.0;

/// The monthly quantity of something with a price.
pub(super) struct Quantity {
    /// The key in `prices.toml`.
    pub(super) price: &'static str,
    pub(super) number: f64,
}

/// The quantities of a month with so many users.
pub(super) fn quantities(data: &Data, users: u32) -> Result<Vec<Quantity>, String> {
    let users = f64::from(users);
    let mut calls = Totals::default();
    for (name, per_user) in &data.usage.calls {
        let call = data.calls.named(name)?;
        calls.add(data, call, per_user * users)?;
    }
    // Scheduled functions need neither the CDN nor secrets.
    let of_users = calls.number;
    for (name, number) in &data.usage.scheduled {
        calls.add(data, data.calls.named(name)?, *number)?;
    }
    let (site, files, operation) = (&data.usage.site, &data.usage.files, &data.usage.operation);
    let pages = users * (site.first_visits * site.first_visit_pages + site.visits * site.visit_pages);
    let assets = users * (site.first_visits * site.first_visit_assets + site.visits * site.visit_assets);
    let requests = pages + assets + of_users;
    let kilobytes = users * (site.first_visits * site.first_visit_kilobytes + site.visits * site.visit_kilobytes)
        + of_users * site.response_kilobytes;
    let gigabytes = kilobytes / (KILO * KILO);
    let logs = log_gigabytes(data, calls.number);
    let tables = users * table_gigabytes(&data.calls, files)?;
    let views = [
        (files.photo_views, files.photo_megabytes),
        (files.cv_views, files.cv_megabytes),
        (files.video_views, files.video_megabytes),
    ];
    let file_views: f64 = views.iter().map(|(views, _)| views * users).sum();
    let transferred: f64 = views
        .iter()
        .map(|(views, megabytes)| views * megabytes * users / KILO)
        .sum();
    let stored = users * files.stored_users * megabytes_per_stored_user(files) / KILO;
    let count = |resource_type| f64::from(data.template.count(resource_type));

    Ok([
        ("api-requests", calls.gateway),
        ("lambda-requests", calls.number),
        ("lambda-compute", calls.gigabyte_seconds),
        ("dynamodb-reads", calls.billed.reads),
        ("dynamodb-writes", calls.billed.writes),
        ("dynamodb-storage", tables),
        ("dynamodb-recovery", tables),
        ("s3-storage", stored),
        ("s3-writes", calls.billed.s3_writes),
        // The CDN does not cache pages, so it reads each one from the bucket.
        ("s3-reads", calls.billed.s3_reads + file_views + pages),
        ("transfer-out", transferred),
        ("cdn-transfer-europe", gigabytes * site.europe),
        ("cdn-transfer-elsewhere", gigabytes * (1.0 - site.europe)),
        ("cdn-requests-europe", requests * site.europe),
        ("cdn-requests-elsewhere", requests * (1.0 - site.europe)),
        (
            "cdn-functions",
            pages * CDN_FUNCTIONS_PER_PAGE + of_users * CDN_FUNCTIONS_PER_API_REQUEST,
        ),
        ("mails", calls.billed.mails),
        ("log-ingestion", logs),
        ("log-storage", logs * operation.log_months),
        ("metrics", metric_months(data, users, calls.billed.mails)?),
        ("alarms", count("AWS::CloudWatch::Alarm")),
        ("dashboards", count("AWS::CloudWatch::Dashboard")),
        ("secrets", count("AWS::SecretsManager::Secret")),
        (
            "secret-reads",
            of_users * operation.cold_starts * operation.secret_reads + signing_key_reads(operation, of_users),
        ),
        ("firewalls", count("AWS::WAFv2::WebACL")),
    ]
    .map(|(price, number)| Quantity { price, number })
    .into())
}

/// The quantities of so many equal requests to a route, without their emails and the CDN.
pub(super) fn request_quantities(data: &Data, call: &Call, number: f64) -> Result<Vec<Quantity>, String> {
    let mut calls = Totals::default();
    calls.add(data, call, number)?;
    let logs = log_gigabytes(data, number);
    let operation = &data.usage.operation;
    Ok([
        ("api-requests", calls.gateway),
        ("lambda-requests", number),
        ("lambda-compute", calls.gigabyte_seconds),
        ("dynamodb-reads", calls.billed.reads),
        ("dynamodb-writes", calls.billed.writes),
        ("s3-writes", calls.billed.s3_writes),
        ("s3-reads", calls.billed.s3_reads),
        ("log-ingestion", logs),
        ("log-storage", logs * operation.log_months),
    ]
    .map(|(price, number)| Quantity { price, number })
    .into())
}

/// The gigabytes that requests write to logs.
fn log_gigabytes(data: &Data, requests: f64) -> f64 {
    let logged = data
        .usage
        .log_lines
        .values()
        .map(|bytes| f64::from(*bytes) + BYTES_PER_LOG_EVENT);
    requests * logged.sum::<f64>() / (KILO * KILO * KILO)
}

/// Secret reads to detect a rotation of the signing key. Each function that uses the key reads it when its copy is old, and only while it
/// gets requests.
fn signing_key_reads(operation: &Operation, calls: f64) -> f64 {
    let times = operation.key_functions * KEY_REFRESHES_PER_MONTH;
    times * (1.0 - (-calls / times).exp())
}

impl Quantity {
    /// The costs in US dollars. Uses up the free tier.
    pub(super) fn usd(&self, price: &Price, free: &mut FreeTier) -> f64 {
        (self.number - free.take(self.price, price, self.number)) / price.per * price.usd
    }
}

/// The monthly free tier of AWS.
pub(super) struct FreeTier {
    enabled: bool,
    /// The rest that is still free, by price.
    remaining: BTreeMap<String, f64>,
}

impl FreeTier {
    /// With `enabled` false, nothing is free.
    pub(super) const fn new(enabled: bool) -> Self {
        Self {
            enabled,
            remaining: BTreeMap::new(),
        }
    }

    /// Returns how many of `number` are free, and subtracts them from the rest.
    fn take(&mut self, name: &str, price: &Price, number: f64) -> f64 {
        if !self.enabled {
            return 0.0;
        }
        let shared = price.free_with.as_deref().unwrap_or(name);
        let remaining = self.remaining.entry(shared.to_owned()).or_insert(price.free);
        let taken = number.min(*remaining);
        *remaining -= taken;
        taken
    }
}

/// The sums over all API requests of a month.
#[derive(Default)]
struct Totals {
    number: f64,
    gateway: f64,
    gigabyte_seconds: f64,
    billed: BilledRequests,
}

impl Totals {
    fn add(&mut self, data: &Data, call: &Call, number: f64) -> Result<(), String> {
        let memory = f64::from(data.template.memory(&call.function)?);
        let billed_requests = billed_requests(&data.calls, call)?;
        let slower = (FULL_CPU_MEMORY / memory).max(1.0);
        let billed = |milliseconds: f64| milliseconds.max(1.0) * slower;
        let starts = data.usage.operation.cold_starts * billed(call.start);
        let milliseconds = call.waits + billed(call.milliseconds - call.waits) + starts;
        self.number += number;
        self.gateway += number * call.gateway_calls;
        self.gigabyte_seconds += number * milliseconds / 1000.0 * memory / KILO;
        self.billed.reads += number * billed_requests.reads;
        self.billed.writes += number * billed_requests.writes;
        self.billed.s3_reads += number * billed_requests.s3_reads;
        self.billed.s3_writes += number * billed_requests.s3_writes;
        self.billed.mails += number * billed_requests.mails;
        Ok(())
    }
}

/// Stored gigabytes per monthly user. Leaves out items that live for at most a day.
fn table_gigabytes(calls: &Calls, files: &Files) -> Result<f64, String> {
    let of_files = files.photos + files.teachers + files.videos;
    let mut bytes = 0.0;
    for (item, number) in [("user", 1.0), ("claim", 1.0), ("file", of_files)] {
        bytes += number * (f64::from(calls.bytes(item)?) + BYTES_PER_STORED_ITEM);
    }
    Ok(files.stored_users * bytes / (KILO * KILO * KILO))
}

fn megabytes_per_stored_user(files: &Files) -> f64 {
    files.photos * files.photo_megabytes + files.teachers * files.cv_megabytes + files.videos * files.video_megabytes
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_function_has_usage_and_every_quantity_has_a_price() {
        let data = Data::read().unwrap();
        let deployed: BTreeSet<_> = data.template.of_type("AWS::Serverless::Function").collect();
        let known: BTreeSet<_> = data.calls.all.iter().map(|call| call.function.as_str()).collect();
        assert_eq!(deployed, known);
        let usage = &data.usage;
        let made = usage.calls.keys().chain(usage.scheduled.keys());
        let made: BTreeSet<_> = made.map(String::as_str).collect();
        let calls: BTreeSet<_> = data.calls.all.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(made, calls);
        let priced: BTreeSet<_> = data.prices.of.keys().map(String::as_str).collect();
        let quantities = quantities(&data, 1).unwrap();
        let counted: BTreeSet<_> = quantities.iter().map(|quantity| quantity.price).collect();
        assert_eq!(priced, counted);
        assert!(
            data.prices
                .of
                .values()
                .all(|price| price.verified == price.note.is_none())
        );
    }

    /// These are the fixed costs: adding one of these resources changes them.
    #[test]
    fn counts_resources_with_a_monthly_price_in_nested_stacks_too() {
        let mut data = Data::read().unwrap();
        data.usage.scheduled.clear();
        let quantities = quantities(&data, 0).unwrap();
        let monthly: Vec<_> = quantities
            .iter()
            .filter(|quantity| quantity.number > 0.0)
            .map(|quantity| (quantity.price, quantity.number.to_string()))
            .collect();
        let counted = [("alarms", "21"), ("dashboards", "1"), ("secrets", "5")];
        assert_eq!(monthly, counted.map(|(price, number)| (price, number.to_owned())));
    }

    #[test]
    fn subtracts_the_free_tier_and_never_goes_below_zero() {
        let data = Data::read().unwrap();
        let price = data.prices.of.get("lambda-requests").unwrap();
        let usd = |number, free_tier| {
            let calls = Quantity {
                price: "lambda-requests",
                number,
            };
            calls.usd(price, &mut FreeTier::new(free_tier))
        };
        assert!((usd(3_000_000.0, false) - 0.60).abs() < 1e-9);
        assert!((usd(3_000_000.0, true) - 0.40).abs() < 1e-9);
        assert!(usd(1.0, true).abs() < 1e-9);
    }

    #[test]
    fn prices_that_share_a_free_tier_use_it_once() {
        let data = Data::read().unwrap();
        let mut free = FreeTier::new(true);
        let mut usd = |price: &'static str| {
            let requests = Quantity {
                price,
                number: 6_000_000.0,
            };
            requests.usd(data.prices.of.get(price).unwrap(), &mut free)
        };
        assert!(usd("cdn-requests-europe").abs() < 1e-9);
        assert!((usd("cdn-requests-elsewhere") - 2.40).abs() < 1e-9);
    }

    #[test]
    fn a_price_with_a_shared_free_tier_comes_after_the_other_price_and_has_none_of_its_own() {
        let data = Data::read().unwrap();
        let order: Vec<_> = quantities(&data, 1)
            .unwrap()
            .iter()
            .map(|quantity| quantity.price)
            .collect();
        let position = |name: &str| order.iter().position(|price| *price == name).unwrap();
        for (name, price) in &data.prices.of {
            if let Some(shared) = &price.free_with {
                assert!(
                    price.free.abs() < f64::EPSILON && position(shared) < position(name),
                    "{name}"
                );
            }
        }
    }
}
