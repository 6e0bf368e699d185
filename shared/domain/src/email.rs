//! Email addresses.

use std::{fmt, str::FromStr};

use email_address::{EmailAddress as Rfc5321Address, Options};
use serde::{Deserialize, Serialize};

use crate::is_invisible;

/// The maximum length of an email address (RFC 5321).
const MAX_BYTES: usize = 254;

/// An email address in normal form: trimmed, in lower case, and without the invisible characters that are copied along from Arabic
/// text (contract, "Accounts"). Equal email addresses belong to one user.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailAddress(String);

/// The text is not an email address. The error does not contain the text, because it may still be personal.
#[derive(Debug, thiserror::Error)]
#[error("not an email address")]
pub struct EmailAddressError;

impl EmailAddress {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for EmailAddress {
    type Err = EmailAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.replace(is_invisible, "");
        let text = text.trim();
        if !is_deliverable(text) {
            return Err(EmailAddressError);
        }
        let address = text.to_ascii_lowercase();
        let options = Options::default()
            .with_required_tld()
            .without_display_text()
            .without_domain_literal();
        match Rfc5321Address::parse_with_options(&address, options) {
            Ok(_) if address.len() <= MAX_BYTES => Ok(Self(address)),
            _ => Err(EmailAddressError),
        }
    }
}

/// Whether SES can deliver to it: it is ASCII, has no quotes, and its domain is a name. A domain in another script is written as
/// `xn--…`.
fn is_deliverable(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let is_name = |label: &str| label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let top = domain.rsplit('.').next().unwrap_or_default();
    address.is_ascii()
        && !local.contains('"')
        && domain.split('.').all(is_name)
        && top.starts_with(|first: char| first.is_ascii_alphabetic())
}

impl TryFrom<String> for EmailAddress {
    type Error = EmailAddressError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<EmailAddress> for String {
    fn from(address: EmailAddress) -> Self {
        address.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_address_is_normalized() {
        let address = |text: &str| text.parse::<EmailAddress>().map(String::from).ok();
        assert_eq!(address(" Amina@Example.ORG\n").as_deref(), Some("amina@example.org"));
        assert_eq!(
            address("\u{202b}\u{200f}amina@\u{200b}example.org \u{200e}\u{202c}").as_deref(),
            Some("amina@example.org")
        );
        assert_eq!(address("a+b@sub.example.dz").as_deref(), Some("a+b@sub.example.dz"));
        let shown = "Amina@example.org"
            .parse::<EmailAddress>()
            .map(|address| address.to_string());
        assert_eq!(shown.ok().as_deref(), Some("amina@example.org"));
        assert_eq!(
            address("a@xn--mgbh0fb.xn--p1ai").as_deref(),
            Some("a@xn--mgbh0fb.xn--p1ai")
        );
    }

    #[test]
    fn an_email_address_has_at_most_254_bytes() {
        // The longest local part and labels that are allowed by themselves.
        let (local, label) = ("a".repeat(64), "b".repeat(63));
        let accepted = |last: usize| {
            let address = format!("{local}@{label}.{label}.{}.org", "c".repeat(last));
            (address.len(), address.parse::<EmailAddress>().is_ok())
        };
        assert_eq!([accepted(57), accepted(58)], [(254, true), (255, false)]);
    }

    #[test]
    fn an_undeliverable_email_address_is_refused() {
        let too_long = format!("{}@example.org", "a".repeat(250));
        for text in [
            "",
            "amina",
            "@example.org",
            "amina@",
            "amina@example",
            "a b@example.org",
            "a@b@example.org",
            "Amina <amina@example.org>",
            "amina@[127.0.0.1]",
            "a\r\nBcc: b@example.org",
            "\"a b\"@example.org",
            "\"x,y@evil.org\"@example.org",
            "é@example.org",
            "\u{212a}@example.org",
            "amina@exämple.org",
            "amina@مثال.شبكة",
            "amina@a/b.org",
            "amina@a_b.org",
            "amina@1.2.3.4",
            &too_long,
        ] {
            assert!(text.parse::<EmailAddress>().is_err(), "{text:?}");
        }
    }
}
