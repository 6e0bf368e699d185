//! From what people do to what is paid for.

use std::collections::BTreeMap;

use super::{
    data::{Call, Calls, Data, Files, Operation, Price},
    metrics::metrics,
};

/// The memory that comes with one whole CPU.
const MEMORY_OF_A_CPU: f64 = 1769.0;
const BYTES_PER_WRITE_UNIT: u32 = 1024;
const BYTES_PER_READ_UNIT: u32 = 4096;
/// What `CloudWatch` adds to each line that it is given.
const BYTES_PER_LOGGED_LINE: f64 = 26.0;
/// What DynamoDB adds to each item that it stores.
const BYTES_PER_STORED_ITEM: f64 = 100.0;
const KILO: f64 = 1024.0;
/// How often five minutes go into a month, which is how long a function takes its copy of the signing key for the latest.
const LOOKS_IN_A_MONTH: f64 = 730.0 * 12.0;
/// The one in use, and the one before it.
const VERSIONS_OF_A_KEY: f64 = 2.0;
/// How many functions the CDN runs, before and after a request (`infra/hosting.yaml`). For an asset there is none.
const RUNS_OF_A_PAGE: f64 = 2.0;
const RUNS_OF_A_CALL: f64 = 1.0;

/// What one call asks of AWS.
#[derive(Debug, Default, PartialEq)]
struct Asked {
    reads: f64,
    writes: f64,
    s3_reads: f64,
    s3_writes: f64,
    mails: f64,
}

/// How much of something a month takes.
pub(super) struct Quantity {
    /// Which price it is paid by.
    pub(super) price: &'static str,
    pub(super) number: f64,
}

/// What so many people take in a month.
pub(super) fn quantities(data: &Data, people: u32) -> Result<Vec<Quantity>, String> {
    let people = f64::from(people);
    let mut calls = Totals::default();
    for (name, each) in &data.usage.calls {
        let call = data.calls.named(name)?;
        calls.add(data, call, each * people)?;
    }
    let (site, files, operation) = (&data.usage.site, &data.usage.files, &data.usage.operation);
    let pages = people * (site.first_visits * site.first_visit_pages + site.visits * site.visit_pages);
    let assets = people * (site.first_visits * site.first_visit_assets + site.visits * site.visit_assets);
    let requests = pages + assets + calls.number;
    let kilobytes = people * (site.first_visits * site.first_visit_kilobytes + site.visits * site.visit_kilobytes)
        + calls.number * site.answer_kilobytes;
    let gigabytes = kilobytes / (KILO * KILO);
    let logged = data
        .usage
        .log_lines
        .values()
        .map(|bytes| f64::from(*bytes) + BYTES_PER_LOGGED_LINE);
    let logs = calls.number * logged.sum::<f64>() / (KILO * KILO * KILO);
    let tables = people * table_gigabytes(&data.calls, files)?;
    let views = [
        (files.photo_views, files.photo_megabytes),
        (files.cv_views, files.cv_megabytes),
        (files.video_views, files.video_megabytes),
    ];
    let viewed: f64 = views.iter().map(|(views, _)| views * people).sum();
    let sent: f64 = views
        .iter()
        .map(|(views, megabytes)| views * megabytes * people / KILO)
        .sum();
    let kept = people * files.accounts * megabytes_of_an_account(files) / KILO;
    let count = |resource_type| f64::from(data.template.count(resource_type));

    Ok([
        ("api-requests", calls.gateway),
        ("lambda-requests", calls.number),
        ("lambda-compute", calls.gigabyte_seconds),
        ("dynamodb-reads", calls.asked.reads),
        ("dynamodb-writes", calls.asked.writes),
        ("dynamodb-storage", tables),
        ("dynamodb-recovery", tables),
        ("s3-storage", kept),
        ("s3-writes", calls.asked.s3_writes),
        // The CDN asks the site's bucket for each page, of which it keeps none.
        ("s3-reads", calls.asked.s3_reads + viewed + pages),
        ("transfer-out", sent),
        ("cdn-transfer-europe", gigabytes * site.europe),
        ("cdn-transfer-elsewhere", gigabytes * (1.0 - site.europe)),
        ("cdn-requests-europe", requests * site.europe),
        ("cdn-requests-elsewhere", requests * (1.0 - site.europe)),
        ("cdn-functions", pages * RUNS_OF_A_PAGE + calls.number * RUNS_OF_A_CALL),
        ("mails", calls.asked.mails),
        ("log-ingestion", logs),
        ("log-storage", logs * operation.log_months),
        ("metrics", metrics(data, people, calls.asked.mails)?),
        ("alarms", count("AWS::CloudWatch::Alarm")),
        ("dashboards", count("AWS::CloudWatch::Dashboard")),
        ("secrets", count("AWS::SecretsManager::Secret")),
        (
            "secret-reads",
            calls.number * operation.cold_starts * operation.secret_reads + looks_at_the_key(operation, calls.number),
        ),
        ("firewalls", count("AWS::WAFv2::WebACL")),
    ]
    .map(|(price, number)| Quantity { price, number })
    .into())
}

/// How many reads it takes to see whether the signing key was rotated: each function that has it reads two versions, at most as
/// often as a copy gets old, and only when somebody calls.
fn looks_at_the_key(operation: &Operation, calls: f64) -> f64 {
    let times = operation.key_functions * LOOKS_IN_A_MONTH;
    times * (1.0 - (-calls / times).exp()) * VERSIONS_OF_A_KEY
}

impl Quantity {
    /// What it costs.
    pub(super) fn usd(&self, price: &Price, free: &mut Free) -> f64 {
        (self.number - free.take(self.price, price, self.number)) / price.per * price.usd
    }
}

/// What AWS gives away in a month.
pub(super) struct Free {
    is_taken: bool,
    /// What is left of it, by its price.
    left: BTreeMap<String, f64>,
}

impl Free {
    /// All of it, or nothing when it is not to be taken.
    pub(super) const fn new(is_taken: bool) -> Self {
        Self {
            is_taken,
            left: BTreeMap::new(),
        }
    }

    /// Takes as much as there is, up to a number.
    fn take(&mut self, name: &str, price: &Price, number: f64) -> f64 {
        if !self.is_taken {
            return 0.0;
        }
        let shared = price.free_with.as_deref().unwrap_or(name);
        let left = self.left.entry(shared.to_owned()).or_insert(price.free);
        let taken = number.min(*left);
        *left -= taken;
        taken
    }
}

/// What all calls of a month ask for.
#[derive(Default)]
struct Totals {
    number: f64,
    gateway: f64,
    gigabyte_seconds: f64,
    asked: Asked,
}

impl Totals {
    fn add(&mut self, data: &Data, call: &Call, number: f64) -> Result<(), String> {
        let memory = f64::from(data.template.memory(&call.function)?);
        let asked = asked(&data.calls, call)?;
        let slower = (MEMORY_OF_A_CPU / memory).max(1.0);
        let billed = |milliseconds: f64| milliseconds.max(1.0) * slower;
        let starts = data.usage.operation.cold_starts * billed(call.start);
        let milliseconds = call.waits + billed(call.milliseconds - call.waits) + starts;
        self.number += number;
        self.gateway += number * call.gateway_calls;
        self.gigabyte_seconds += number * milliseconds / 1000.0 * memory / KILO;
        self.asked.reads += number * asked.reads;
        self.asked.writes += number * asked.writes;
        self.asked.s3_reads += number * asked.s3_reads;
        self.asked.s3_writes += number * asked.s3_writes;
        self.asked.mails += number * asked.mails;
        Ok(())
    }
}

/// What a call asks for, in what is billed. What nobody knows is an error, so that it is not left out.
fn asked(calls: &Calls, call: &Call) -> Result<Asked, String> {
    let mut asked = Asked {
        writes: call.index_writes,
        s3_writes: call.s3_writes,
        ..Asked::default()
    };
    for request in &call.asks {
        let mut words = request.split(' ');
        match (words.next(), words.next()) {
            (Some("dynamodb"), Some("GetItem" | "Query")) => {
                asked.reads += calls.units(item_of(words.next())?, BYTES_PER_READ_UNIT)?;
            }
            (Some("dynamodb"), Some("UpdateItem" | "PutItem" | "DeleteItem")) => {
                asked.writes += calls.units(item_of(words.next())?, BYTES_PER_WRITE_UNIT)?;
            }
            // Its items are told apart below.
            (Some("dynamodb"), Some("TransactWriteItems")) if !call.transaction.is_empty() => {}
            (Some("s3"), Some("GetObject")) => asked.s3_reads += 1.0,
            // Deleting is free, and of SES mails alone are paid for.
            (Some("s3"), Some("DeleteObject" | "DeleteObjectTagging" | "AbortMultipartUpload"))
            | (Some("ses"), Some("GetSuppressedDestination")) => {}
            (Some("s3"), Some(_)) => asked.s3_writes += 1.0,
            (Some("ses"), Some("SendEmail")) => asked.mails += 1.0,
            _ => return Err(format!("{}: nobody knows what {request:?} costs", call.name)),
        }
    }
    for item in &call.transaction {
        asked.writes += 2.0 * calls.units(item, BYTES_PER_WRITE_UNIT)?;
    }
    Ok(asked)
}

/// The largest item of a table.
fn item_of(table: Option<&str>) -> Result<&'static str, String> {
    match table {
        Some("users") => Ok("account"),
        Some("attempts") => Ok("attempt"),
        Some("passwordResets") => Ok("reset"),
        Some("files") => Ok("file"),
        Some("uploads") => Ok("upload"),
        Some("payments") => Ok("payment"),
        other => Err(format!("nobody knows the items of {other:?}")),
    }
}

impl Calls {
    pub(super) fn named(&self, name: &str) -> Result<&Call, String> {
        let call = self.all.iter().find(|call| call.name == name);
        call.ok_or_else(|| format!("infra/costs/calls.toml has no call {name:?}"))
    }

    fn bytes(&self, item: &str) -> Result<u32, String> {
        let bytes = self.items.get(item).copied();
        bytes.ok_or_else(|| format!("infra/costs/calls.toml has no item {item:?}"))
    }

    fn units(&self, item: &str, bytes_per_unit: u32) -> Result<f64, String> {
        Ok(f64::from(self.bytes(item)?.div_ceil(bytes_per_unit)))
    }
}

/// What each person who comes in a month has in the tables. What lives for a day or less is left out.
fn table_gigabytes(calls: &Calls, files: &Files) -> Result<f64, String> {
    let of_files = files.photos + files.teachers + files.videos;
    let mut bytes = 0.0;
    for (item, number) in [("account", 1.0), ("claim", 1.0), ("file", of_files)] {
        bytes += number * (f64::from(calls.bytes(item)?) + BYTES_PER_STORED_ITEM);
    }
    Ok(files.accounts * bytes / (KILO * KILO * KILO))
}

fn megabytes_of_an_account(files: &Files) -> f64 {
    files.photos * files.photo_megabytes + files.teachers * files.cv_megabytes + files.videos * files.video_megabytes
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first thing that is wrong")]

    use std::collections::BTreeSet;

    use super::*;

    fn asked_by(name: &str) -> Asked {
        let data = Data::read().unwrap();
        asked(&data.calls, data.calls.named(name).unwrap()).unwrap()
    }

    #[test]
    fn a_write_in_a_transaction_is_billed_twice() {
        let registration = Asked {
            writes: 1.0 + 2.0 * 2.0,
            mails: 1.0,
            ..Asked::default()
        };
        assert_eq!(asked_by("register"), registration);
    }

    #[test]
    fn reads_are_consistent_and_attempts_are_written() {
        let login = Asked {
            reads: 2.0,
            writes: 4.0,
            ..Asked::default()
        };
        assert_eq!(asked_by("login"), login);
    }

    #[test]
    fn every_function_is_a_call_that_people_make_and_every_quantity_has_a_price() {
        let data = Data::read().unwrap();
        let deployed: BTreeSet<_> = data.template.of_type("AWS::Serverless::Function").collect();
        let known: BTreeSet<_> = data.calls.all.iter().map(|call| call.function.as_str()).collect();
        assert_eq!(deployed, known);
        let made: BTreeSet<_> = data.usage.calls.keys().map(String::as_str).collect();
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

    /// Whoever adds one changes what idleness costs.
    #[test]
    fn what_is_paid_by_the_month_is_counted_in_nested_stacks_too() {
        let data = Data::read().unwrap();
        let quantities = quantities(&data, 0).unwrap();
        let by_the_month: Vec<_> = quantities
            .iter()
            .filter(|quantity| quantity.number > 0.0)
            .map(|quantity| (quantity.price, quantity.number.to_string()))
            .collect();
        let counted = [("alarms", "20"), ("dashboards", "1"), ("secrets", "3")];
        assert_eq!(by_the_month, counted.map(|(price, number)| (price, number.to_owned())));
    }

    #[test]
    fn what_is_free_is_taken_off_and_never_paid_out() {
        let data = Data::read().unwrap();
        let price = data.prices.of.get("lambda-requests").unwrap();
        let usd = |number, free_tier| {
            let calls = Quantity {
                price: "lambda-requests",
                number,
            };
            calls.usd(price, &mut Free::new(free_tier))
        };
        assert!((usd(3_000_000.0, false) - 0.60).abs() < 1e-9);
        assert!((usd(3_000_000.0, true) - 0.40).abs() < 1e-9);
        assert!(usd(1.0, true).abs() < 1e-9);
    }

    #[test]
    fn what_is_free_all_over_the_world_is_free_once() {
        let data = Data::read().unwrap();
        let mut free = Free::new(true);
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
    fn whoever_shares_what_is_free_has_nothing_of_its_own_and_comes_after() {
        let data = Data::read().unwrap();
        let order: Vec<_> = quantities(&data, 1)
            .unwrap()
            .iter()
            .map(|quantity| quantity.price)
            .collect();
        let place = |name: &str| order.iter().position(|price| *price == name).unwrap();
        for (name, price) in &data.prices.of {
            if let Some(shared) = &price.free_with {
                assert!(price.free.abs() < f64::EPSILON && place(shared) < place(name), "{name}");
            }
        }
    }
}
