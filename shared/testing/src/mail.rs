//! Mails, as the local mail service took them.

use std::collections::BTreeMap;

use domain::Language;
use mail::Operator;
use serde::Deserialize;

use crate::Stack;

/// A mail that was sent.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Mail {
    /// Who it seems to come from.
    pub source: String,
    /// Who gets it.
    pub to: Vec<String>,
    /// The subject.
    pub subject: String,
    /// What readers of plain text see.
    pub body_text: String,
    /// What others see.
    pub body_html: String,
}

/// All mails, by the account that sent them.
#[derive(Deserialize)]
struct AllMails {
    messages: BTreeMap<String, Vec<Mail>>,
}

impl Mail {
    /// The token of the link in the text.
    #[must_use]
    pub fn token(&self) -> String {
        let (_, rest) = self.body_text.split_once("?token=").expect("a link with a token");
        rest.split_whitespace().next().expect("a token").to_owned()
    }

    /// The code in the text.
    #[must_use]
    pub fn code(&self) -> String {
        self.find_code().expect("a code")
    }

    /// The code in the text, when there is one.
    #[must_use]
    pub fn find_code(&self) -> Option<String> {
        find_code(&self.body_text)
    }

    /// Everything that the person sees, for a snapshot. What `infra/operator.toml` says is each operator's own.
    #[must_use]
    pub fn seen(&self) -> String {
        let Self {
            source,
            subject,
            body_text,
            body_html,
            ..
        } = self;
        let mut seen = format!("From: {source}\nSubject: {subject}\n\n{body_text}\n{body_html}");
        for operator in Language::ALL.map(Operator::of) {
            for lines in [operator.in_text(), operator.in_html()] {
                seen = seen.replace(&lines, "[the operator]");
            }
        }
        seen
    }
}

/// The code in a text, when there is one.
pub(crate) fn find_code(text: &str) -> Option<String> {
    let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    text.lines().find(is_code).map(str::to_owned)
}

impl Stack {
    /// Puts an address on SES's suppression list, as SES does when a mail bounces (`BOUNCE`) or is marked as spam (`COMPLAINT`).
    pub async fn suppress(&self, address: &str, reason: &str) {
        let request = self.ses().put_suppressed_destination().email_address(address);
        let put = request.reason(reason.into()).send().await;
        put.expect("the address can be put on the list");
    }

    /// Whether an address is on SES's suppression list.
    pub async fn is_suppressed(&self, address: &str) -> bool {
        let request = self.ses().get_suppressed_destination().email_address(address);
        match request.send().await {
            Ok(_) => true,
            Err(error) => {
                assert!(error.into_service_error().is_not_found_exception(), "{address}");
                false
            }
        }
    }

    /// The mails to an address, oldest first.
    pub async fn mails_to(&self, address: &str) -> Vec<Mail> {
        // The local AWS of this repository answers with these alone; another one with all that anybody was ever sent.
        let request = reqwest::Client::new().get(&self.mail).query(&[("to", address)]);
        let response = request.send().await.expect("the mails can be read");
        let all: AllMails = response.json().await.expect("the mails are JSON");
        all.messages
            .into_values()
            .flatten()
            .filter(|mail| mail.to.iter().any(|to| to == address))
            .collect()
    }
}
