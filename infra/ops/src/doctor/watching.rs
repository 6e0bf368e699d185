//! Alarms and who is told of them, logs, and the certificate.

use platform::clock;
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

use super::{Finding, Looked, Report, Severity, see, unanswered};
use crate::{
    deployment::{Deployment, Resource},
    stack::Stack,
};

const DAY: Duration = Duration::from_hours(24);

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    if report.is_local {
        report.leave_out(
            "alarms",
            "the local AWS does not speak the SDK's form of the question (CBOR)",
        );
        report.leave_out("who is told of alarms", "the local AWS mails nobody");
    } else {
        report.take("alarms", alarms(&Client::new(&stack.aws), stack).await);
        report.take("who is told of alarms", told(stack, deployment).await);
    }
    report.take("logs", logs(stack, deployment).await);
    match deployment.parameter("CertificateArn") {
        None => report.leave_out(
            "certificate",
            "the stack was given none: the CDN's own name has one of AWS's",
        ),
        Some(_) if report.is_local => report.leave_out("certificate", "the local AWS counts no days to its end"),
        Some(arn) => report.take("certificate", certificate(stack, arn).await),
    }
}

async fn alarms(client: &Client, stack: &Stack) -> Looked {
    let request = client.describe_alarms().alarm_name_prefix(format!("{}-", stack.name));
    let mut pages = request.into_paginator().send();
    let mut alarms = Vec::new();
    while let Some(page) = pages.next().await {
        alarms.extend(page.map_err(unanswered)?.metric_alarms.unwrap_or_default());
    }
    Ok(judge_alarms(&alarms))
}

fn judge_alarms(alarms: &[MetricAlarm]) -> Vec<Finding> {
    if alarms.is_empty() {
        let says = "No alarm watches the stack.";
        let todo = "Deploy it with Monitoring=on and an AlarmEmail.";
        return vec![Finding::new(Severity::Warning, see::NOBODY_TOLD, says, todo)];
    }
    let on = alarms
        .iter()
        .filter(|alarm| alarm.state_value == Some(StateValue::Alarm));
    let told = on.map(|alarm| {
        // Ours say which entry of the runbook they belong to.
        let description = alarm.alarm_description().unwrap_or_default();
        let (means, entry) = description.rsplit_once(" Runbook: ").unwrap_or((description, ""));
        let see = match entry.trim_end_matches('.') {
            "" => Cow::Borrowed(see::ALARM),
            entry => format!("docs/runbook.md#{}", entry.to_lowercase()).into(),
        };
        let says = format!("The alarm {} is on. {means}", alarm.alarm_name().unwrap_or_default());
        Finding::new(Severity::Error, see, says, "Do as the runbook says.")
    });
    told.collect()
}

async fn told(stack: &Stack, deployment: &Deployment) -> Looked {
    let Some(topic) = deployment.id("AWS::SNS::Topic", "Topic") else {
        return Ok(Vec::new());
    };
    let client = aws_sdk_sns::Client::new(&stack.aws);
    let subscriptions = client
        .list_subscriptions_by_topic()
        .topic_arn(topic)
        .into_paginator()
        .items()
        .send();
    let subscriptions: Vec<_> = subscriptions.collect::<Result<_, _>>().await.map_err(unanswered)?;
    let arns = subscriptions
        .iter()
        .filter_map(|subscription| subscription.subscription_arn());
    Ok(judge_subscriptions(&arns.collect::<Vec<_>>()).into_iter().collect())
}

fn judge_subscriptions(arns: &[&str]) -> Option<Finding> {
    // Until it is confirmed, a subscription has this for an ARN.
    let waits = |arn: &&str| *arn == "PendingConfirmation";
    let (says, todo) = match arns {
        [] => ("Nobody is told of alarms.", "Deploy with an AlarmEmail."),
        arns if arns.iter().all(waits) => (
            "Nobody is told of alarms: whoever AlarmEmail names has not confirmed it.",
            "Press the link in the mail from AWS Notifications; after three days, subscribe again.",
        ),
        arns if arns.iter().any(waits) => (
            "Somebody is not told of alarms: they have not confirmed it.",
            "Press the link in the mail from AWS Notifications; after three days, subscribe again.",
        ),
        _ => return None,
    };
    Some(Finding::new(Severity::Warning, see::NOBODY_TOLD, says, todo))
}

async fn logs(stack: &Stack, deployment: &Deployment) -> Looked {
    let client = aws_sdk_cloudwatchlogs::Client::new(&stack.aws);
    let mut findings = Vec::new();
    for Resource { id: name, .. } in deployment.all("AWS::Logs::LogGroup") {
        let request = client.describe_log_groups().log_group_name_prefix(name);
        let groups = request.send().await.map_err(unanswered)?.log_groups.unwrap_or_default();
        let group = groups
            .iter()
            .find(|group| group.log_group_name() == Some(name.as_str()));
        if group.is_some_and(|group| group.retention_in_days.is_none()) {
            findings.push(Finding::new(
                Severity::Warning,
                see::LOGS,
                format!("The log group {name} keeps its lines for ever."),
                format!("aws logs put-retention-policy --log-group-name {name} --retention-in-days 30"),
            ));
        }
    }
    Ok(findings)
}

/// How many days it has left, as ACM counts them where `CloudFront` takes its certificates from.
async fn certificate(stack: &Stack, arn: &str) -> Looked {
    let there = aws_sdk_cloudwatch::config::Builder::from(&stack.aws).region(Region::from_static("us-east-1"));
    let now = SystemTime::from(clock::now());
    let asked = Client::from_conf(there.build())
        .get_metric_statistics()
        .namespace("AWS/CertificateManager")
        .metric_name("DaysToExpiry")
        .dimensions(Dimension::builder().name("CertificateArn").value(arn).build())
        .start_time(DateTime::from(now - 3 * DAY))
        .end_time(DateTime::from(now))
        .period(24 * 60 * 60)
        .statistics(Statistic::Minimum);
    let points = asked.send().await.map_err(unanswered)?.datapoints.unwrap_or_default();
    let days = points.iter().filter_map(|point| point.minimum).reduce(f64::min);
    Ok(judge_days(days).into_iter().collect())
}

fn judge_days(days: Option<f64>) -> Option<Finding> {
    let says = match days {
        None => "ACM counts no days for the site's certificate: it has ended, or is gone.".to_owned(),
        Some(days) if days <= 21.0 => format!("The site's certificate ends in {days:.0} days."),
        Some(_) => return None,
    };
    let todo = "See why ACM has not renewed it; once it has ended, no request arrives.";
    Some(Finding::new(Severity::Error, see::CERTIFICATE, says, todo))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_that_is_on_leads_to_its_entry_of_the_runbook() {
        let alarm = |name: &str, state| {
            let alarm = MetricAlarm::builder().alarm_name(name).state_value(state);
            alarm
                .alarm_description("SES did not take mails. Runbook: MailsFailed.")
                .build()
        };
        let findings = judge_alarms(&[
            alarm("masar-MailsFailed", StateValue::Alarm),
            alarm("masar-Other", StateValue::Ok),
        ]);
        let told: Vec<_> = findings
            .iter()
            .map(|finding| (finding.says.as_str(), finding.see.as_ref()))
            .collect();
        let says = "The alarm masar-MailsFailed is on. SES did not take mails.";
        assert_eq!(told, [(says, "docs/runbook.md#mailsfailed")]);
        assert_eq!(judge_alarms(&[]).len(), 1, "a stack without alarms is not watched");
    }

    #[test]
    fn a_subscription_that_is_not_confirmed_tells_nobody() {
        let confirmed = "arn:aws:sns:eu-west-3:000000000000:topic:0";
        assert!(judge_subscriptions(&[confirmed]).is_none());
        for arns in [&[][..], &["PendingConfirmation"], &[confirmed, "PendingConfirmation"]] {
            assert!(judge_subscriptions(arns).is_some(), "{arns:?}");
        }
    }

    #[test]
    fn a_certificate_is_told_of_three_weeks_before_its_end() {
        assert!(judge_days(Some(22.0)).is_none());
        for days in [Some(21.0), Some(0.0), None] {
            assert!(judge_days(days).is_some(), "{days:?}");
        }
    }
}
