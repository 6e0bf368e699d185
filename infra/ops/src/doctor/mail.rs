//! Checks that SES sends the stack's emails.

use aws_sdk_sesv2::{
    Client,
    operation::{
        get_account::GetAccountOutput,
        get_email_identity::{GetEmailIdentityError, GetEmailIdentityOutput},
    },
    types::DkimStatus,
};

use super::{CheckResult, Finding, Report, runbook, unavailable};
use crate::{deployment::Deployment, stack::Stack};

pub(super) async fn examine(stack: &Stack, deployment: &Deployment, report: &mut Report) {
    let client = Client::new(&stack.aws);
    let Some(sender) = deployment.parameter("MailSender") else {
        report.skip("email", "the stack has no MailSender");
        return;
    };
    report.add("sender identity", identity(&client, sender, stack.is_local()).await);
    if stack.is_local() {
        let why = "the local AWS accepts every email and verifies no domain";
        report.skip("SES sandbox, review and DKIM", why);
    } else {
        let account = client.get_account().send().await.map_err(unavailable);
        report.add("SES account", account.map(|account| check_account(&account)));
    }
}

/// SES verifies either the sender's email address or its domain.
async fn identity(client: &Client, sender: &str, is_local: bool) -> CheckResult {
    let domain = sender.rsplit('@').next().unwrap_or(sender);
    let mut found = Vec::new();
    for identity in [sender, domain] {
        match client.get_email_identity().email_identity(identity).send().await {
            Ok(response) => found.push((identity, response)),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(GetEmailIdentityError::is_not_found_exception) => {}
            Err(error) => return Err(unavailable(error)),
        }
    }
    Ok(check_identities(sender, &found, is_local))
}

fn check_identities(sender: &str, found: &[(&str, GetEmailIdentityOutput)], is_local: bool) -> Vec<Finding> {
    let verified = found.iter().find(|(_, identity)| identity.verified_for_sending_status);
    let Some((name, identity)) = verified else {
        let message = match found {
            [] => format!("SES has no identity for {sender} or its domain: it rejects emails from this sender."),
            _ => format!("SES has not verified {sender}: it rejects emails from this sender."),
        };
        let remedy = "Add the DNS records from the stack's output DkimRecords to the domain's DNS zone.";
        return vec![Finding::error(runbook::MAIL_SENDER, message, remedy)];
    };
    let dkim = identity.dkim_attributes.as_ref().and_then(|dkim| dkim.status.as_ref());
    if is_local || dkim == Some(&DkimStatus::Success) {
        return Vec::new();
    }
    let status = dkim.map_or("unknown", DkimStatus::as_str);
    let message = format!("Emails from {name} are not signed (DKIM is {status}): some providers treat them as spam.");
    let remedy = "Add the DNS records from the stack's output DkimRecords to the domain's DNS zone.";
    vec![Finding::warning(runbook::MAIL_SENDER, message, remedy)]
}

fn check_account(account: &GetAccountOutput) -> Vec<Finding> {
    let mut findings = Vec::new();
    let enforcement = account.enforcement_status.as_deref().unwrap_or("HEALTHY");
    if !account.sending_enabled || enforcement == "SHUTDOWN" {
        let message = "SES has stopped sending for this account.";
        let remedy = "Read the message from AWS (SES, Account dashboard) and answer it.";
        findings.push(Finding::error(runbook::SES_REVIEW, message, remedy));
    } else if enforcement != "HEALTHY" {
        let message = format!("SES has this account under review ({enforcement}) and may stop sending.");
        let remedy = "Read the message from AWS (SES, Account dashboard) and answer it.";
        findings.push(Finding::warning(runbook::SES_REVIEW, message, remedy));
    }
    if !account.production_access_enabled {
        let message = "SES is in the sandbox: it sends only to verified email addresses, at most 200 emails a day.";
        let remedy = "Request production access (SES, Account dashboard); AWS takes about a day.";
        findings.push(Finding::error(runbook::MAIL_SENDER, message, remedy));
    }
    if let Some(quota) = &account.send_quota
        && quota.max24_hour_send > 0.0
        && quota.sent_last24_hours > 0.8 * quota.max24_hour_send
    {
        let (sent, most) = (quota.sent_last24_hours, quota.max24_hour_send);
        let message =
            format!("SES sent {sent:.0} of the {most:.0} emails that its daily quota allows, in the last 24 hours.");
        let remedy = "Request a higher quota in Service Quotas (SES, Sending quota).";
        findings.push(Finding::warning(runbook::MAIL_SENDER, message, remedy));
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

    fn messages(findings: &[Finding]) -> String {
        findings
            .iter()
            .map(|finding| finding.message.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn accepts_an_account_that_sends() {
        let quota = SendQuota::builder()
            .max24_hour_send(50_000.0)
            .sent_last24_hours(10.0)
            .build();
        let account = GetAccountOutput::builder()
            .sending_enabled(true)
            .production_access_enabled(true);
        let account = account.enforcement_status("HEALTHY").send_quota(quota).build();
        assert!(check_account(&account).is_empty());
    }

    #[test]
    fn reports_sandbox_review_stop_and_a_nearly_exhausted_quota() {
        let quota = SendQuota::builder()
            .max24_hour_send(200.0)
            .sent_last24_hours(190.0)
            .build();
        let account = || GetAccountOutput::builder().send_quota(quota.clone());
        let stopped = check_account(&account().enforcement_status("SHUTDOWN").build());
        assert!(messages(&stopped).contains("stopped sending"), "{stopped:?}");
        let reviewed = account().sending_enabled(true).enforcement_status("PROBATION").build();
        let reviewed = messages(&check_account(&reviewed));
        for part in ["under review (PROBATION)", "sandbox", "190 of the 200"] {
            assert!(reviewed.contains(part), "{reviewed}");
        }
    }

    #[test]
    fn accepts_a_sender_verified_by_email_address_or_by_domain() {
        let domain = ("example.org", identity(true, DkimStatus::Success));
        assert!(check_identities("noreply@example.org", &[domain], false).is_empty());
        let address = ("noreply@example.org", identity(true, DkimStatus::NotStarted));
        let unsigned = check_identities("noreply@example.org", &[address], false);
        assert!(
            messages(&unsigned).contains("not signed (DKIM is NOT_STARTED)"),
            "{unsigned:?}"
        );
        let waiting = ("example.org", identity(false, DkimStatus::Pending));
        let waiting = check_identities("noreply@example.org", &[waiting], false);
        assert!(messages(&waiting).contains("has not verified"), "{waiting:?}");
    }
}
