//! Payment instructions: how users pay, in each currency. Staff change them; each version stays, and an offer keeps its own.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Language, Localized, Money, PaymentMethod, is_invisible, reason};

const MAX_WAYS: usize = 20;
/// The length of an account, in characters.
const MAX_ACCOUNT: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentInstructions {
    /// From 1. None are set in version 0.
    pub version: u32,
    pub ways: Vec<PaymentWay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
}

/// A way to pay amounts in a currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentWay {
    /// ISO 4217.
    pub currency: String,
    pub method: PaymentMethod,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// What to do, such as address and hours of the office for cash.
    pub text: Localized,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WayToPay {
    pub method: PaymentMethod,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    pub text: String,
}

#[derive(Debug, thiserror::Error)]
#[error(
    "there are at most {MAX_WAYS} ways to pay. Each has a known currency, a text in each language, and an account of at most {MAX_ACCOUNT} characters on one line, or none"
)]
pub struct PaymentInstructionsError;

impl PaymentInstructions {
    /// Those of a site where nobody has set any.
    pub const NONE: Self = Self {
        version: 0,
        ways: Vec::new(),
        changed_at: None,
    };

    /// The version after that one, as somebody entered it.
    pub fn next(before: u32, ways: Vec<PaymentWay>, now: Timestamp) -> Result<Self, PaymentInstructionsError> {
        if ways.len() > MAX_WAYS {
            return Err(PaymentInstructionsError);
        }
        Ok(Self {
            version: before.checked_add(1).ok_or(PaymentInstructionsError)?,
            ways: ways.into_iter().map(PaymentWay::checked).collect::<Result<_, _>>()?,
            changed_at: Some(now),
        })
    }

    /// How an amount in that currency is paid.
    pub fn ways_in(&self, currency: &str, language: Language) -> Vec<WayToPay> {
        let ways = self.ways.iter().filter(|way| way.currency == currency);
        ways.map(|way| WayToPay {
            method: way.method,
            account: way.account.clone(),
            text: way.text.get(language).to_owned(),
        })
        .collect()
    }
}

impl PaymentWay {
    fn checked(self) -> Result<Self, PaymentInstructionsError> {
        let currency = self.currency.trim().to_uppercase();
        let money = Money::parse_typed("1", &currency).map_err(|_| PaymentInstructionsError)?;
        // Who pastes an account number may paste direction marks, which hide the order of its digits.
        let visible = |account: String| account.chars().filter(|each| !is_invisible(*each)).collect::<String>();
        let account = self.account.map(|account| visible(account).trim().to_owned());
        let account = account.filter(|account| !account.is_empty());
        let is_account = |text: &String| text.chars().count() <= MAX_ACCOUNT && !text.contains(char::is_control);
        if !account.as_ref().is_none_or(is_account) {
            return Err(PaymentInstructionsError);
        }
        let text = |text: String| reason(&text).map_err(|_| PaymentInstructionsError);
        Ok(Self {
            currency: money.currency().to_owned(),
            method: self.method,
            account,
            text: Localized {
                en: text(self.text.en)?,
                fr: text(self.text.fr)?,
                ar: text(self.text.ar)?,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(currency: &str, account: Option<&str>, text: &str) -> PaymentWay {
        PaymentWay {
            currency: currency.to_owned(),
            method: PaymentMethod::Ccp,
            account: account.map(str::to_owned),
            text: Localized {
                en: text.to_owned(),
                fr: "Au guichet".to_owned(),
                ar: "في مكتب البريد".to_owned(),
            },
        }
    }

    fn next(ways: Vec<PaymentWay>) -> Result<PaymentInstructions, PaymentInstructionsError> {
        PaymentInstructions::next(6, ways, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn a_version_follows_the_one_that_was_read() {
        let entered = vec![
            way(
                " dzd ",
                Some(" \u{202d}0012 clé 3 "),
                " At the post office\nwith your name ",
            ),
            way("EUR", Some(" "), "At a bank"),
        ];
        let instructions = next(entered).expect("valid");
        assert_eq!(
            (instructions.version, instructions.changed_at),
            (7, Some(Timestamp::UNIX_EPOCH))
        );
        let to_pay = |account: Option<&str>, text: &str| WayToPay {
            method: PaymentMethod::Ccp,
            account: account.map(str::to_owned),
            text: text.to_owned(),
        };
        for (currency, language, expected) in [
            (
                "DZD",
                Language::English,
                vec![to_pay(Some("0012 clé 3"), "At the post office\nwith your name")],
            ),
            ("EUR", Language::Arabic, vec![to_pay(None, "في مكتب البريد")]),
            ("USD", Language::French, vec![]),
        ] {
            assert_eq!(instructions.ways_in(currency, language), expected, "{currency}");
        }
        assert_eq!(next(Vec::new()).expect("none").ways, []);
        assert!(PaymentInstructions::next(u32::MAX, Vec::new(), Timestamp::UNIX_EPOCH).is_err());
    }

    #[test]
    fn a_way_has_a_known_currency_an_account_on_one_line_and_three_texts() {
        let longest = "1".repeat(MAX_ACCOUNT);
        assert!(next(vec![way("DZD", Some(&longest), "text"); MAX_WAYS]).is_ok());
        for refused in [
            vec![way("XXZ", None, "text")],
            vec![way("", None, "text")],
            vec![way("DZD", Some("1\n2"), "text")],
            vec![way("DZD", Some(&format!("{longest}1")), "text")],
            vec![way("DZD", None, " ")],
            vec![way("DZD", None, "text"); MAX_WAYS + 1],
        ] {
            assert!(next(refused.clone()).is_err(), "{refused:?}");
        }
        for language in ["fr", "ar"] {
            let mut entered = way("DZD", None, "text");
            match language {
                "fr" => entered.text.fr.clear(),
                _ => entered.text.ar.clear(),
            }
            assert!(next(vec![entered]).is_err(), "{language}");
        }
    }
}
