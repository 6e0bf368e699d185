//! E-mail addresses.

use std::{fmt, str::FromStr};

use email_address::{EmailAddress as Rfc5321Address, Options};
use serde::{Deserialize, Serialize};

use super::is_invisible;

/// The longest address that a mail server takes (RFC 5321).
const MAX_BYTES: usize = 254;

/// An address in its one form: trimmed, without the invisible characters that come along when it is copied from Arabic text, and
/// lower-cased (contract, "Accounts"), so that equal means the same account.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailAddress(String);

/// A text that is no e-mail address. It is not repeated, since it may still name somebody.
#[derive(Debug, thiserror::Error)]
#[error("not an e-mail address")]
pub struct EmailAddressError;

impl EmailAddress {
    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for EmailAddress {
    type Err = EmailAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.replace(is_invisible, "");
        let text = text.trim();
        if !can_get_mail(text) {
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

/// Whether the mail service could deliver there: letters are ASCII, nothing is quoted, and the domain is a name. A domain in
/// another script is written as `xn--…`.
fn can_get_mail(address: &str) -> bool {
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
    fn an_address_has_one_form() {
        let address = |text: &str| text.parse::<EmailAddress>().map(String::from).ok();
        assert_eq!(address(" Amina@Example.ORG\n").as_deref(), Some("amina@example.org"));
        assert_eq!(
            address("\u{202b}\u{200f}amina@\u{200b}example.org \u{200e}\u{202c}").as_deref(),
            Some("amina@example.org")
        );
        assert_eq!(address("a+b@sub.example.dz").as_deref(), Some("a+b@sub.example.dz"));
        assert_eq!(
            address("a@xn--mgbh0fb.xn--p1ai").as_deref(),
            Some("a@xn--mgbh0fb.xn--p1ai")
        );
    }

    #[test]
    fn what_a_mail_server_would_not_take_is_refused() {
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
