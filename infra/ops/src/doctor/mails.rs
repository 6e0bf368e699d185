//! Whether SES sends what the stack gives it.

use aws_sdk_sesv2::{
    Client,
    operation::{
        get_account::GetAccountOutput,
        get_email_identity::{GetEmailIdentityError, GetEmailIdentityOutput},
    },
    types::DkimStatus,
};

use super::{Finding, Looked, Report, Severity, see, unanswered};
use crate::{deployment::Deployment, stack::Stack};

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    let client = Client::new(&stack.aws);
    let Some(sender) = deployment.parameter("MailSender") else {
        report.leave_out("mails", "the stack has no MailSender");
        return;
    };
    report.take(
        "identity of the sender",
        identity(&client, sender, report.is_local).await,
    );
    if report.is_local {
        let why = "the local AWS takes every mail, and proves no domain";
        report.leave_out("SES's sandbox, review and DKIM", why);
    } else {
        let account = client.get_account().send().await.map_err(unanswered);
        report.take("SES's account", account.map(|account| judge_account(&account)));
    }
}

/// The sender's address may be an identity of its own, or belong to that of its domain.
async fn identity(client: &Client, sender: &str, is_local: bool) -> Looked {
    let domain = sender.rsplit('@').next().unwrap_or(sender);
    let mut found = Vec::new();
    for identity in [sender, domain] {
        match client.get_email_identity().email_identity(identity).send().await {
            Ok(described) => found.push((identity, described)),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(GetEmailIdentityError::is_not_found_exception) => {}
            Err(error) => return Err(unanswered(error)),
        }
    }
    Ok(judge_identities(sender, &found, is_local))
}

fn judge_identities(sender: &str, found: &[(&str, GetEmailIdentityOutput)], is_local: bool) -> Vec<Finding> {
    let verified = found.iter().find(|(_, identity)| identity.verified_for_sending_status);
    let Some((name, identity)) = verified else {
        let says = match found {
            [] => format!("SES knows neither {sender} nor its domain: it takes no mail from there."),
            _ => format!("SES has not verified that {sender} is ours: it takes no mail from there."),
        };
        let todo = "Enter the DNS records of the stack's output DkimRecords where the domain is kept.";
        return vec![Finding::new(Severity::Error, see::SENDER, says, todo)];
    };
    let dkim = identity.dkim_attributes.as_ref().and_then(|dkim| dkim.status.as_ref());
    if is_local || dkim == Some(&DkimStatus::Success) {
        return Vec::new();
    }
    let status = dkim.map_or("unknown", DkimStatus::as_str);
    let says = format!("Mails from {name} are not signed (DKIM is {status}): some mailboxes take them for spam.");
    let todo = "Enter the DNS records of the stack's output DkimRecords where the domain is kept.";
    vec![Finding::new(Severity::Warning, see::SENDER, says, todo)]
}

fn judge_account(account: &GetAccountOutput) -> Vec<Finding> {
    let mut findings = Vec::new();
    let enforcement = account.enforcement_status.as_deref().unwrap_or("HEALTHY");
    if !account.sending_enabled || enforcement == "SHUTDOWN" {
        let says = "SES sends nothing for this account.";
        let todo = "Read what AWS has written (SES, Account dashboard) and answer it.";
        findings.push(Finding::new(Severity::Error, see::REVIEW, says, todo));
    } else if enforcement != "HEALTHY" {
        let says = format!("SES has this account under review ({enforcement}), and may stop sending.");
        let todo = "Read what AWS has written (SES, Account dashboard) and answer it.";
        findings.push(Finding::new(Severity::Warning, see::REVIEW, says, todo));
    }
    if !account.production_access_enabled {
        let says = "SES is in its sandbox: it sends to verified addresses only, 200 mails a day.";
        let todo = "Ask for production access (SES, Account dashboard); it takes AWS about a day.";
        findings.push(Finding::new(Severity::Error, see::SENDER, says, todo));
    }
    if let Some(quota) = &account.send_quota
        && quota.max24_hour_send > 0.0
        && quota.sent_last24_hours > 0.8 * quota.max24_hour_send
    {
        let (sent, most) = (quota.sent_last24_hours, quota.max24_hour_send);
        let says = format!("{sent:.0} of the {most:.0} mails that SES sends in a day were sent in the last 24 hours.");
        let todo = "Ask for a higher quota in Service Quotas (SES, Sending quota).";
        findings.push(Finding::new(Severity::Warning, see::SENDER, says, todo));
    }
    findings
}

#[cfg(test)]
mod tests {
    use aws_sdk_sesv2::types::{DkimAttributes, SendQuota};

    use super::*;

    fn identity(verified: bool, dkim: DkimStatus) -> GetEmailIdentityOutput {
        let dkim = DkimAttributes::builder().status(dkim).build();
        let identity = GetEmailIdentityOutput::builder().dkim_attributes(dkim);
        identity.verified_for_sending_status(verified).build()
    }

    fn says(findings: &[Finding]) -> String {
        findings
            .iter()
            .map(|finding| finding.says.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn an_account_that_sends_is_well() {
        let quota = SendQuota::builder()
            .max24_hour_send(50_000.0)
            .sent_last24_hours(10.0)
            .build();
        let account = GetAccountOutput::builder()
            .sending_enabled(true)
            .production_access_enabled(true);
        let account = account.enforcement_status("HEALTHY").send_quota(quota).build();
        assert!(judge_account(&account).is_empty());
    }

    #[test]
    fn sandbox_review_stop_and_a_quota_that_is_nearly_used_up_are_told() {
        let quota = SendQuota::builder()
            .max24_hour_send(200.0)
            .sent_last24_hours(190.0)
            .build();
        let account = || GetAccountOutput::builder().send_quota(quota.clone());
        let stopped = judge_account(&account().enforcement_status("SHUTDOWN").build());
        assert!(says(&stopped).contains("sends nothing"), "{stopped:?}");
        let reviewed = account().sending_enabled(true).enforcement_status("PROBATION").build();
        let reviewed = says(&judge_account(&reviewed));
        for part in ["under review (PROBATION)", "sandbox", "190 of the 200"] {
            assert!(reviewed.contains(part), "{reviewed}");
        }
    }

    #[test]
    fn a_sender_is_verified_by_its_address_or_by_its_domain() {
        let domain = ("example.org", identity(true, DkimStatus::Success));
        assert!(judge_identities("noreply@example.org", &[domain], false).is_empty());
        let address = ("noreply@example.org", identity(true, DkimStatus::NotStarted));
        let unsigned = judge_identities("noreply@example.org", &[address], false);
        assert!(
            says(&unsigned).contains("not signed (DKIM is NOT_STARTED)"),
            "{unsigned:?}"
        );
        let waiting = ("example.org", identity(false, DkimStatus::Pending));
        let waiting = judge_identities("noreply@example.org", &[waiting], false);
        assert!(says(&waiting).contains("has not verified"), "{waiting:?}");
    }
}
