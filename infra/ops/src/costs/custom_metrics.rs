//! Custom metrics of `CloudWatch`, which AWS bills by the hour (docs/logging.md).

use std::collections::BTreeMap;

use mail::MailTemplate;
use strum::EnumCount;

use super::data::Data;

const HOURS_PER_MONTH: f64 = 730.0;
/// The emails are a dimension of the metric of failed emails.
#[expect(clippy::cast_precision_loss, reason = "a small number")]
const MAIL_TEMPLATES: f64 = MailTemplate::COUNT as f64;

/// The billed metrics, each as the share of the month's hours in which it has a value.
pub(super) fn metric_months(data: &Data, users: f64, mails: f64) -> Result<f64, String> {
    let operation = &data.usage.operation;
    let mut routes: BTreeMap<&str, f64> = BTreeMap::new();
    for (name, per_user) in &data.usage.calls {
        *routes.entry(&data.calls.named(name)?.function).or_default() += per_user * users;
    }
    let calls: f64 = routes.values().sum();
    let requests = |name| data.usage.calls.get(name).map_or(0.0, |per_user| per_user * users);
    let finalized = requests("finalize-upload");
    let without_dimensions = [
        calls,
        calls * operation.cold_starts,
        requests("start-upload"),
        finalized,
        finalized * operation.errors,
    ];
    let latencies = routes.values().map(|calls| billed_share(*calls));
    let (codes_per_route, codes) = (operation.codes_of_a_route, operation.codes);
    let errors_of_routes = routes
        .values()
        .map(|calls| codes_per_route * billed_share(calls * operation.errors / codes_per_route));
    let failed = mails * operation.mails_failed;

    Ok(without_dimensions.map(billed_share).iter().sum::<f64>()
        + latencies.sum::<f64>()
        + errors_of_routes.sum::<f64>()
        + codes * billed_share(calls * operation.errors / codes)
        + billed_share(failed)
        + MAIL_TEMPLATES * billed_share(failed / MAIL_TEMPLATES))
}

/// The share of the month's hours in which a metric has a value, when so many values come at random times.
fn billed_share(values: f64) -> f64 {
    1.0 - (-values / HOURS_PER_MONTH).exp()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use super::*;

    #[test]
    fn no_users_need_no_metric_and_many_users_need_all() {
        let data = Data::read().unwrap();
        assert!(metric_months(&data, 0.0, 0.0).unwrap().abs() < f64::EPSILON);
        let many = 1e12;
        let operation = &data.usage.operation;
        // All but the function that records scans, because by default files are not scanned, and the scheduled ones, which log none.
        let unused = 1 + u32::try_from(data.usage.scheduled.len()).unwrap();
        let routes = f64::from(data.template.count("AWS::Serverless::Function") - unused);
        let errors = routes * operation.codes_of_a_route + operation.codes;
        // Five metrics without dimensions, and those of failed emails.
        let all = 5.0 + routes + (1.0 + MAIL_TEMPLATES) + errors;
        assert!((metric_months(&data, many, many).unwrap() - all).abs() < 1e-6);
    }

    #[test]
    fn one_value_is_billed_for_one_hour() {
        assert!((billed_share(1.0) * HOURS_PER_MONTH - 1.0).abs() < 0.001);
    }
}
