//! Emails that the local mail service accepted, and its suppression list.

use std::collections::BTreeMap;

use base64::{Engine, prelude::BASE64_STANDARD};
use domain::Language;
use mail::Operator;
use serde::Deserialize;

use crate::Stack;

const OPERATOR: &str = "[the operator]";
const STYLES: &str = "[the style sheet]";

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SentEmail {
    pub source: String,
    /// Where replies go, if not to the source.
    #[serde(default)]
    pub reply_to: Vec<String>,
    pub to: Vec<String>,
    pub subject: String,
    pub body_text: String,
    pub body_html: String,
    #[serde(default)]
    pub attachments: Vec<SentAttachment>,
    #[serde(default)]
    headers: Vec<SentHeader>,
}

/// A header that SES does not write itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct SentHeader {
    name: String,
    value: String,
}

/// A file that an email contains.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SentAttachment {
    pub file_name: String,
    pub content_type: String,
    /// In base64.
    raw_content: String,
}

impl SentAttachment {
    #[must_use]
    pub fn text(&self) -> String {
        let bytes = BASE64_STANDARD.decode(&self.raw_content).expect("base64");
        String::from_utf8(bytes).expect("UTF-8")
    }
}

/// The mail service's list of emails, by the AWS account that sent them.
#[derive(Deserialize)]
struct EmailList {
    messages: BTreeMap<String, Vec<SentEmail>>,
}

impl SentEmail {
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|header| header.name == name);
        header.map(|header| header.value.as_str())
    }

    /// The token of the verification link. Fails the test when there is none.
    #[must_use]
    pub fn verification_token(&self) -> String {
        let (_, rest) = self.body_text.split_once("&token=").expect("a link with a token");
        rest.split_whitespace().next().expect("a token").to_owned()
    }

    /// The password reset code. Fails the test when there is none.
    #[must_use]
    pub fn reset_code(&self) -> String {
        self.find_reset_code().expect("a code")
    }

    #[must_use]
    pub fn find_reset_code(&self) -> Option<String> {
        find_reset_code(&self.body_text)
    }

    /// Everything that the reader sees, for a snapshot. A placeholder replaces the operator's details, which differ from one
    /// deployment to another (`infra/operator.toml`), and another one the style sheet, which all emails share.
    #[must_use]
    pub fn snapshot_text(&self) -> String {
        let Self {
            source,
            subject,
            body_text,
            body_html,
            ..
        } = self;
        let operators = Language::ALL.map(|language| Operator::of(language).lines().join("\n"));
        let operator = operators.iter().find(|lines| body_text.contains(*lines));
        let body_text = body_text.replace(operator.expect("the operator's details"), OPERATOR);
        let (head, rest) = body_html.split_once("<style>\n").expect("a style sheet");
        let (_, body) = rest.split_once("</style>").expect("the end of the style sheet");
        let body_html = format!("{head}<style>{STYLES}</style>{body}");
        let (before, rest) = body_html.split_once("<br>\n<bdi>").expect("the operator's details");
        let (_, after) = rest.split_once("</small>").expect("the end of the footer");
        format!("From: {source}\nSubject: {subject}\n\n{body_text}\n{before}<br>\n{OPERATOR}</small>{after}")
    }
}

/// The password reset code in the text of an email: a line of six digits.
pub(crate) fn find_reset_code(text: &str) -> Option<String> {
    let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    text.lines().find(is_code).map(str::to_owned)
}

impl Stack {
    /// Puts an email address on SES's suppression list, as SES does when an email bounces (`BOUNCE`) or is marked as spam
    /// (`COMPLAINT`).
    pub async fn suppress_email(&self, email: &str, reason: &str) {
        let request = self.ses().put_suppressed_destination().email_address(email);
        let put = request.reason(reason.into()).send().await;
        put.expect("the email address can be put on the list");
    }

    /// Whether an email address is on SES's suppression list.
    pub async fn is_email_suppressed(&self, email: &str) -> bool {
        let request = self.ses().get_suppressed_destination().email_address(email);
        match request.send().await {
            Ok(_) => true,
            Err(error) => {
                assert!(error.into_service_error().is_not_found_exception(), "{email}");
                false
            }
        }
    }

    /// The emails to an email address, oldest first.
    pub async fn emails_to(&self, email: &str) -> Vec<SentEmail> {
        // The local AWS of this repository filters by `to`. Another one ignores it and returns every email.
        let request = reqwest::Client::new().get(&self.mail).query(&[("to", email)]);
        let response = request.send().await.expect("the emails can be read");
        let all: EmailList = response.json().await.expect("the emails are JSON");
        all.messages
            .into_values()
            .flatten()
            .filter(|sent| sent.to.iter().any(|to| to == email))
            .collect()
    }
}
