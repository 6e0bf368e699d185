//! Metrics of our own: how many there are, each as much as it is paid for (docs/logging.md).

use std::collections::BTreeMap;

use super::data::Data;

const HOURS_OF_A_MONTH: f64 = 730.0;
/// How many kinds of mails functions send, by which those are told apart that were not sent.
const KINDS_OF_MAILS: f64 = 4.0;

/// The metrics of a month. One is paid for by the hours in which it gets a value: where nobody is, none.
pub(super) fn metrics(data: &Data, people: f64, mails: f64) -> Result<f64, String> {
    let operation = &data.usage.operation;
    let mut routes: BTreeMap<&str, f64> = BTreeMap::new();
    for (name, each) in &data.usage.calls {
        *routes.entry(&data.calls.named(name)?.function).or_default() += each * people;
    }
    let calls: f64 = routes.values().sum();
    let made = |name| data.usage.calls.get(name).map_or(0.0, |each| each * people);
    let finished = made("finalize-upload");
    let without_dimensions = [
        calls,
        calls * operation.cold_starts,
        made("start-upload"),
        finished,
        finished * operation.errors,
    ];
    let latencies = routes.values().map(|calls| paid(*calls));
    let (of_each, of_all) = (operation.codes_of_a_route, operation.codes);
    let errors_of_routes = routes
        .values()
        .map(|calls| of_each * paid(calls * operation.errors / of_each));
    let failed = mails * operation.mails_failed;

    Ok(without_dimensions.map(paid).iter().sum::<f64>()
        + latencies.sum::<f64>()
        + errors_of_routes.sum::<f64>()
        + of_all * paid(calls * operation.errors / of_all)
        + paid(failed)
        + KINDS_OF_MAILS * paid(failed / KINDS_OF_MAILS))
}

/// Which share of its month's price a metric with so many values costs. They are taken to come by chance, at any hour: those that
/// come together are in fewer hours, and cost less.
fn paid(values: f64) -> f64 {
    1.0 - (-values / HOURS_OF_A_MONTH).exp()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first thing that is wrong")]

    use super::*;

    #[test]
    fn nobody_makes_no_metric_and_a_crowd_makes_all() {
        let data = Data::read().unwrap();
        assert!(metrics(&data, 0.0, 0.0).unwrap().abs() < f64::EPSILON);
        let crowd = 1e12;
        let operation = &data.usage.operation;
        let routes = f64::from(data.template.count("AWS::Serverless::Function"));
        let errors = routes * operation.codes_of_a_route + operation.codes;
        // Without dimensions, and of mails that were not sent.
        let all = 5.0 + routes + (1.0 + KINDS_OF_MAILS) + errors;
        assert!((metrics(&data, crowd, crowd).unwrap() - all).abs() < 1e-6);
    }

    #[test]
    fn a_value_is_paid_for_by_its_hour() {
        assert!((paid(1.0) * HOURS_OF_A_MONTH - 1.0).abs() < 0.001);
    }
}
