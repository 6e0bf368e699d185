//! Receipts: documents about payments and refunds, numbered without gaps in each year.

use std::{fmt, str::FromStr};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{CashTotal, CourseId, IncludedTax, Language, LedgerEntryKind, PaymentMethod, WayToPay};

/// The number of a receipt: `2027-000123`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ReceiptNumber {
    pub year: i16,
    /// From 1, in the order of issue.
    pub number: u32,
}

/// What a receipt says. It is frozen: later changes of names, courses and the operator do not change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub number: ReceiptNumber,
    /// Refunds and reversals are documents of the same series.
    pub kind: LedgerEntryKind,
    /// The day of issue, where the operator is.
    pub issued_on: Date,
    /// With its sign: negative in refunds and reversals.
    pub amount: String,
    /// ISO 4217.
    pub currency: String,
    /// The tax in the amount, where the operator states its rate. A counter-document has that of the payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<IncludedTax>,
    /// With the stamp duty, if cash has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cash: Option<CashTotal>,
    /// What it is about. None after the user was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<DocumentDetails>,
}

/// Who pays for a place, if that is not the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payer {
    /// A person or an organization.
    pub name: String,
    pub address: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_number: Option<String>,
}

/// What a place costs, for who pays. It has no number, is not stored, and is no receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proforma {
    /// The day where the operator is.
    pub issued_on: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay_by: Option<Date>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<WayToPay>,
    /// What is still to pay.
    pub amount: String,
    /// ISO 4217.
    pub currency: String,
    /// The tax in the amount, where the operator states its rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax: Option<IncludedTax>,
    /// Of a proforma for several places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<ProformaPlace>,
    pub details: DocumentDetails,
}

/// A place in a proforma for several ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProformaPlace {
    /// The name of the user.
    pub learner: String,
    /// What is still to pay.
    pub amount: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// Who issues a document, to whom, and about what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentDetails {
    pub language: Language,
    pub operator: ReceiptOperator,
    /// The name of the user.
    pub learner: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<Payer>,
    pub course_id: CourseId,
    pub course: String,
    pub run_start: Date,
    pub run_end: Date,
    /// Of a receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<PaymentMethod>,
    /// Of a receipt, the day on which the money changed hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received_on: Option<Date>,
    /// What the payment named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptOperator {
    /// The legal name.
    pub name: String,
    pub address: String,
    /// The register with the number in it, and the tax number.
    pub registration: String,
    pub tax: TaxStatement,
}

/// Whether amounts include tax, or nothing is said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaxStatement {
    Included,
    Excluded,
    None,
}

impl Payer {
    /// Whether two learners have named the same payer: by the tax number, or by name and address when neither has one. Spaces, points and
    /// letter case do not matter. A tax number without a digit is none.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let plain = |text: &str| -> String {
            let kept = text.chars().filter(|character| character.is_alphanumeric());
            kept.flat_map(char::to_lowercase).collect()
        };
        let [own, others] = [self, other].map(|payer| {
            let number = payer.tax_number.as_deref().map(plain);
            number.filter(|number| number.contains(|character: char| character.is_ascii_digit()))
        });
        let is_alike = || plain(&self.name) == plain(&other.name) && plain(&self.address) == plain(&other.address);
        own == others && (own.is_some() || is_alike())
    }
}

impl fmt::Display for ReceiptNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:06}", self.year, self.number)
    }
}

impl From<ReceiptNumber> for String {
    fn from(number: ReceiptNumber) -> Self {
        number.to_string()
    }
}

impl TryFrom<String> for ReceiptNumber {
    type Error = ReceiptNumberError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// A text that is no number of a receipt.
#[derive(Debug, thiserror::Error)]
#[error("a number of a receipt is like 2027-000123")]
pub struct ReceiptNumberError;

impl FromStr for ReceiptNumber {
    type Err = ReceiptNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (year, number) = text.split_once('-').ok_or(ReceiptNumberError)?;
        let parsed = Self {
            year: year.parse().map_err(|_| ReceiptNumberError)?,
            number: number.parse().map_err(|_| ReceiptNumberError)?,
        };
        // Each receipt has one number as text: it is a part of a key and of a URL.
        if parsed.to_string() == text {
            Ok(parsed)
        } else {
            Err(ReceiptNumberError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payers_are_the_same_by_tax_number_or_name() {
        let payer = |name: &str, address: &str, tax_number: Option<&str>| Payer {
            name: name.to_owned(),
            address: address.to_owned(),
            tax_number: tax_number.map(str::to_owned),
        };
        let numbered = payer("Sonatel SARL", "4 rue Larbi, Oran", Some("0991 6100"));
        let named = payer("Sonatel SARL", "4 rue Larbi, Oran", None);
        for (one, other, is_same) in [
            (&numbered, payer("Sonatel", "Alger", Some("09916100")), true),
            (
                &numbered,
                payer("Sonatel SARL", "4 rue Larbi, Oran", Some("0991 6101")),
                false,
            ),
            (&numbered, named.clone(), false),
            (&named, payer("SONATEL  S.A.R.L", "4, rue Larbi Oran", Some("-")), true),
            (&named, payer("Sonatel SARL", "Alger", None), false),
            (&named, payer("Sonatel", "4 rue Larbi, Oran", None), false),
        ] {
            assert_eq!(
                (one.is_same_as(&other), other.is_same_as(one)),
                (is_same, is_same),
                "{other:?}"
            );
        }
    }

    #[test]
    fn a_number_has_one_form() {
        for text in ["2027-000001", "2027-123456", "2027-1234567"] {
            let number: ReceiptNumber = text.parse().expect("a number");
            assert_eq!(number.to_string(), text);
        }
        for text in [
            "2027-1",
            "2027",
            "2027-",
            "-000001",
            "2027-+00001",
            "2027-0000001",
            "x-000001",
            "",
        ] {
            assert!(text.parse::<ReceiptNumber>().is_err(), "{text}");
        }
    }
}
