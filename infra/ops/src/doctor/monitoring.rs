//! Checks alarms and their recipients, logs, and the certificate.

use std::{
    borrow::Cow,
    time::{Duration, SystemTime},
};

use aws_sdk_cloudwatch::{
    Client,
    config::Region,
    primitives::DateTime,
    types::{Dimension, MetricAlarm, StateValue, Statistic},
};
use platform::clock;

use super::{CheckResult, Finding, Report, runbook, unavailable};
use crate::{
    deployment::{Deployment, Resource},
    stack::Stack,
};

const DAY: Duration = Duration::from_hours(24);

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    if stack.is_local() {
        report.skip(
            "alarms",
            "the local AWS does not support the SDK's protocol for CloudWatch (CBOR)",
        );
        report.skip("alarm recipients", "the local AWS does not send emails to subscribers");
    } else {
        report.add("alarms", alarms(&Client::new(&stack.aws), stack).await);
        report.add("alarm recipients", recipients(stack, deployment).await);
    }
    report.add("logs", logs(stack, deployment).await);
    match deployment.parameter("CertificateArn") {
        None => report.skip(
            "certificate",
            "the stack has none: AWS provides the one for the CloudFront domain name",
        ),
        Some(_) if stack.is_local() => report.skip("certificate", "the local AWS has no metric for its expiry"),
        Some(arn) => report.add("certificate", certificate(stack, arn).await),
    }
}

async fn alarms(client: &Client, stack: &Stack) -> CheckResult {
    let request = client.describe_alarms().alarm_name_prefix(format!("{}-", stack.name));
    let mut pages = request.into_paginator().send();
    let mut alarms = Vec::new();
    while let Some(page) = pages.next().await {
        alarms.extend(page.map_err(unavailable)?.metric_alarms.unwrap_or_default());
    }
    Ok(check_alarms(&alarms))
}

fn check_alarms(alarms: &[MetricAlarm]) -> Vec<Finding> {
    if alarms.is_empty() {
        let message = "The stack has no alarms.";
        let remedy = "Deploy with Monitoring=on and an AlarmEmail.";
        return vec![Finding::warning(runbook::ALARM_RECIPIENTS, message, remedy)];
    }
    let active = alarms
        .iter()
        .filter(|alarm| alarm.state_value == Some(StateValue::Alarm));
    let findings = active.map(|alarm| {
        // The descriptions of our alarms end with the name of a runbook entry.
        let description = alarm.alarm_description().unwrap_or_default();
        let (meaning, entry) = description.rsplit_once(" Runbook: ").unwrap_or((description, ""));
        let see = match entry.trim_end_matches('.') {
            "" => Cow::Borrowed(runbook::ALARM),
            entry => format!("docs/runbook.md#{}", entry.to_lowercase()).into(),
        };
        let message = format!(
            "The alarm {} is active. {meaning}",
            alarm.alarm_name().unwrap_or_default()
        );
        Finding::error(see, message, "Follow the runbook entry.")
    });
    findings.collect()
}

async fn recipients(stack: &Stack, deployment: &Deployment) -> CheckResult {
    let Some(topic) = deployment.physical_id("AWS::SNS::Topic", "Topic") else {
        return Ok(Vec::new());
    };
    let client = aws_sdk_sns::Client::new(&stack.aws);
    let subscriptions = client
        .list_subscriptions_by_topic()
        .topic_arn(topic)
        .into_paginator()
        .items()
        .send();
    let subscriptions: Vec<_> = subscriptions.collect::<Result<_, _>>().await.map_err(unavailable)?;
    let arns = subscriptions
        .iter()
        .filter_map(|subscription| subscription.subscription_arn());
    Ok(check_subscriptions(&arns.collect::<Vec<_>>()).into_iter().collect())
}

fn check_subscriptions(arns: &[&str]) -> Option<Finding> {
    // A subscription has this text as its ARN until it is confirmed.
    let is_pending = |arn: &&str| *arn == "PendingConfirmation";
    let (message, remedy) = match arns {
        [] => ("Alarms have no recipient.", "Deploy with an AlarmEmail."),
        arns if arns.iter().all(is_pending) => (
            "Alarms have no confirmed recipient: the subscription of AlarmEmail is not confirmed.",
            "Follow the link in the email from AWS Notifications. It expires after three days: then subscribe again.",
        ),
        arns if arns.iter().any(is_pending) => (
            "Alarms do not reach every recipient: a subscription is not confirmed.",
            "Follow the link in the email from AWS Notifications. It expires after three days: then subscribe again.",
        ),
        _ => return None,
    };
    Some(Finding::warning(runbook::ALARM_RECIPIENTS, message, remedy))
}

async fn logs(stack: &Stack, deployment: &Deployment) -> CheckResult {
    let client = aws_sdk_cloudwatchlogs::Client::new(&stack.aws);
    let mut findings = Vec::new();
    for Resource { physical_id: name, .. } in deployment.resources_of_type("AWS::Logs::LogGroup") {
        let request = client.describe_log_groups().log_group_name_prefix(name);
        let groups = request
            .send()
            .await
            .map_err(unavailable)?
            .log_groups
            .unwrap_or_default();
        let group = groups
            .iter()
            .find(|group| group.log_group_name() == Some(name.as_str()));
        if group.is_some_and(|group| group.retention_in_days.is_none()) {
            findings.push(Finding::warning(
                runbook::LOGS,
                format!("The log group {name} never deletes its events."),
                format!("scripts/aws logs put-retention-policy --log-group-name {name} --retention-in-days 30"),
            ));
        }
    }
    Ok(findings)
}

/// Reads the days to expiry from the region where `CloudFront` looks for certificates.
async fn certificate(stack: &Stack, arn: &str) -> CheckResult {
    let us_east_1 = aws_sdk_cloudwatch::config::Builder::from(&stack.aws).region(Region::from_static("us-east-1"));
    let now = SystemTime::from(clock::now());
    let request = Client::from_conf(us_east_1.build())
        .get_metric_statistics()
        .namespace("AWS/CertificateManager")
        .metric_name("DaysToExpiry")
        .dimensions(Dimension::builder().name("CertificateArn").value(arn).build())
        .start_time(DateTime::from(now - 3 * DAY))
        .end_time(DateTime::from(now))
        .period(24 * 60 * 60)
        .statistics(Statistic::Minimum);
    let points = request
        .send()
        .await
        .map_err(unavailable)?
        .datapoints
        .unwrap_or_default();
    let days = points.iter().filter_map(|point| point.minimum).reduce(f64::min);
    Ok(check_expiry(days).into_iter().collect())
}

fn check_expiry(days: Option<f64>) -> Option<Finding> {
    let message = match days {
        None => "ACM has no expiry metric for the site's certificate: it has expired or was deleted.".to_owned(),
        Some(days) if days <= 21.0 => format!("The site's certificate expires in {days:.0} days."),
        Some(_) => return None,
    };
    let remedy = "Find out why ACM did not renew it. Once it expires, browsers refuse the site.";
    Some(Finding::error(runbook::CERTIFICATE, message, remedy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_active_alarm_refers_to_its_runbook_entry() {
        let alarm = |name: &str, state| {
            let alarm = MetricAlarm::builder().alarm_name(name).state_value(state);
            alarm
                .alarm_description("SES did not take mails. Runbook: MailsFailed.")
                .build()
        };
        let findings = check_alarms(&[
            alarm("masar-MailsFailed", StateValue::Alarm),
            alarm("masar-Other", StateValue::Ok),
        ]);
        let reported: Vec<_> = findings
            .iter()
            .map(|finding| (finding.message.as_str(), finding.see.as_ref()))
            .collect();
        let message = "The alarm masar-MailsFailed is active. SES did not take mails.";
        assert_eq!(reported, [(message, "docs/runbook.md#mailsfailed")]);
        assert_eq!(check_alarms(&[]).len(), 1, "a stack without alarms is a finding");
    }

    #[test]
    fn reports_subscriptions_that_are_not_confirmed() {
        let confirmed = "arn:aws:sns:eu-west-3:000000000000:topic:0";
        assert!(check_subscriptions(&[confirmed]).is_none());
        for arns in [&[][..], &["PendingConfirmation"], &[confirmed, "PendingConfirmation"]] {
            assert!(check_subscriptions(arns).is_some(), "{arns:?}");
        }
    }

    #[test]
    fn reports_a_certificate_from_three_weeks_before_its_expiry() {
        assert!(check_expiry(Some(22.0)).is_none());
        for days in [Some(21.0), Some(0.0), None] {
            assert!(check_expiry(days).is_some(), "{days:?}");
        }
    }
}
