//! Checks alarms and their recipients, here and of the CDN in us-east-1, logs, and the certificate.

use std::{
    borrow::Cow,
    time::{Duration, SystemTime},
};

use aws_config::SdkConfig;
use aws_sdk_cloudwatch::{
    Client,
    primitives::DateTime,
    types::{Dimension, MetricAlarm, StateValue, Statistic},
};
use platform::clock;

use super::{CheckResult, Finding, Report, runbook, stack::check_status, unavailable};
use crate::{
    deployment::{Deployment, Resource},
    stack::Stack,
};

const DAY: Duration = Duration::from_hours(24);
const EDGE_REGION: &str = "us-east-1";
/// How many alarms `CloudWatch` describes in one request.
const MAX_NAMES: usize = 100;

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    if stack.is_local() {
        report.skip(
            "alarms",
            "the local AWS does not support the SDK's protocol for CloudWatch (CBOR)",
        );
        report.skip("alarm recipients", "the local AWS does not send emails to subscribers");
    } else {
        report.add("alarms", alarms(&stack.aws, deployment).await);
        report.add("alarm recipients", recipients(&stack.aws, deployment, "Alarms").await);
        examine_cdn(stack, deployment, report).await;
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

/// Checks the companion stack with the alarms of the CDN (docs/operations/monitoring.md).
async fn examine_cdn(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    if topic(deployment).is_none() {
        report.skip("alarms of the CDN", "the stack has no alarms");
        return;
    }
    let (aws, name) = (stack.aws_in(EDGE_REGION), format!("{}-edge", stack.name));
    match Deployment::find(&aws, &name).await {
        Ok(None) => report.add("stack of the CDN's alarms", Ok(vec![no_stack_of_alarms(&name)])),
        Err(error) => report.add("stack of the CDN's alarms", Err(unavailable(error))),
        Ok(Some(edge)) => {
            let status = check_status(&name, &edge.status);
            report.add("stack of the CDN's alarms", Ok(status.into_iter().collect()));
            report.add("alarms of the CDN", alarms(&aws, &edge).await);
            report.add(
                "recipients of the CDN's alarms",
                recipients(&aws, &edge, "Alarms of the CDN").await,
            );
        }
    }
}

fn no_stack_of_alarms(name: &str) -> Finding {
    Finding::warning(
        runbook::ALARM_RECIPIENTS,
        format!("The CDN has no alarms: there is no stack {name} in {EDGE_REGION}."),
        "Run scripts/deploy, which creates it after the stack.",
    )
}

async fn alarms(aws: &SdkConfig, deployment: &Deployment) -> CheckResult {
    let client = Client::new(aws);
    let names = deployment.resources_of_type("AWS::CloudWatch::Alarm");
    let names: Vec<_> = names.map(|alarm| alarm.physical_id.clone()).collect();
    let mut alarms = Vec::new();
    for names in names.chunks(MAX_NAMES) {
        let request = client.describe_alarms().set_alarm_names(Some(names.to_vec()));
        let request = request.max_records(MAX_NAMES.try_into().unwrap_or(i32::MAX));
        let response = request.send().await.map_err(unavailable)?;
        alarms.extend(response.metric_alarms.unwrap_or_default());
    }
    Ok(check_alarms(&alarms))
}

fn check_alarms(alarms: &[MetricAlarm]) -> Vec<Finding> {
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

/// The topic that the alarms of a stack notify.
fn topic(deployment: &Deployment) -> Option<&str> {
    deployment.physical_id("AWS::SNS::Topic", "Topic")
}

async fn recipients(aws: &SdkConfig, deployment: &Deployment, alarms: &str) -> CheckResult {
    let Some(topic) = topic(deployment) else {
        let message = "The stack has no alarms.";
        let remedy = "Deploy with Monitoring=on and an AlarmEmail.";
        return Ok(vec![Finding::warning(runbook::ALARM_RECIPIENTS, message, remedy)]);
    };
    let client = aws_sdk_sns::Client::new(aws);
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
    Ok(check_subscriptions(alarms, &arns.collect::<Vec<_>>())
        .into_iter()
        .collect())
}

/// `alarms` is the subject of the message.
fn check_subscriptions(alarms: &str, arns: &[&str]) -> Option<Finding> {
    // A subscription has this text as its ARN until it is confirmed.
    let is_pending = |arn: &&str| *arn == "PendingConfirmation";
    let (what, remedy) = match arns {
        [] => ("have no recipient.", "Deploy with an AlarmEmail."),
        arns if arns.iter().all(is_pending) => (
            "have no confirmed recipient: the subscription of AlarmEmail is not confirmed.",
            "Follow the link in the email from AWS Notifications. It expires after three days: then subscribe again.",
        ),
        arns if arns.iter().any(is_pending) => (
            "do not reach every recipient: a subscription is not confirmed.",
            "Follow the link in the email from AWS Notifications. It expires after three days: then subscribe again.",
        ),
        _ => return None,
    };
    let message = format!("{alarms} {what}");
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
    let now = SystemTime::from(clock::now());
    let request = Client::new(&stack.aws_in(EDGE_REGION))
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
    use super::{super::report::Severity, *};

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
    }

    #[test]
    fn reports_subscriptions_that_are_not_confirmed() {
        let confirmed = "arn:aws:sns:eu-west-3:000000000000:topic:0";
        assert!(check_subscriptions("Alarms", &[confirmed]).is_none());
        for (arns, message) in [
            (&[][..], "Alarms of the CDN have no recipient."),
            (
                &["PendingConfirmation"],
                "Alarms of the CDN have no confirmed recipient: the subscription of AlarmEmail is not confirmed.",
            ),
            (
                &[confirmed, "PendingConfirmation"],
                "Alarms of the CDN do not reach every recipient: a subscription is not confirmed.",
            ),
        ] {
            let finding = check_subscriptions("Alarms of the CDN", arns).expect(message);
            assert_eq!(finding.message, message);
        }
    }

    #[test]
    fn a_missing_stack_of_the_alarms_of_the_cdn_is_a_warning() {
        let finding = no_stack_of_alarms("masar-production-edge");
        assert!(
            finding.message.contains("masar-production-edge in us-east-1"),
            "{finding:?}"
        );
        assert_eq!(finding.severity, Severity::Warning);
    }

    #[test]
    fn reports_a_certificate_from_three_weeks_before_its_expiry() {
        assert!(check_expiry(Some(22.0)).is_none());
        for days in [Some(21.0), Some(0.0), None] {
            assert!(check_expiry(days).is_some(), "{days:?}");
        }
    }
}
