//! `ops receipts export`: the receipts of a year as a table for an accountant.

use std::fmt::{self, Display};

use domain::{DocumentDetails, LedgerEntryKind, PaymentMethod, Receipt};
use serde::Serialize;

use super::OfYear;
use crate::{
    output::{Failure, Output},
    stack::Stack,
};

const COLUMNS: [&str; 16] = [
    "number",
    "issued on",
    "kind",
    "amount",
    "currency",
    "tax included",
    "stamp duty",
    "method",
    "received on",
    "reference",
    "learner",
    "payer",
    "payer tax number",
    "course",
    "run start",
    "run end",
];
/// Excel reads a file with it as UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The receipts of a year. As text, they are CSV with semicolons, as spreadsheets in French expect it.
#[derive(Serialize)]
#[serde(transparent)]
struct Receipts(Vec<Receipt>);

pub(super) async fn run(OfYear { target, year }: OfYear) -> Result<Output, Failure> {
    let stack = Stack::connect(target).await?;
    let receipts = stack.payments().receipts(year).await?;
    Ok(Box::new(Receipts(receipts)))
}

impl Display for Receipts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{BYTE_ORDER_MARK}{}", COLUMNS.join(";"))?;
        for receipt in &self.0 {
            write!(formatter, "\r\n{}", row(receipt))?;
        }
        Ok(())
    }
}

fn row(receipt: &Receipt) -> String {
    let kind: &str = <&LedgerEntryKind as Into<&str>>::into(&receipt.kind);
    let details = receipt.details.as_ref();
    // After the deletion of the account, only amount, currency and date remain.
    let text = |value: Option<String>| cell(&value.unwrap_or_else(|| "account deleted".to_owned()));
    let method = |method: PaymentMethod| <&str>::from(method).to_owned();
    let text_of = |value: Option<String>| value.unwrap_or_default();
    let payer_of = |details: &DocumentDetails| details.payer.clone();
    [
        receipt.number.to_string(),
        receipt.issued_on.to_string(),
        kind.to_owned(),
        number(&receipt.amount),
        receipt.currency.clone(),
        receipt.tax.as_ref().map_or_else(String::new, |tax| number(&tax.amount)),
        receipt
            .cash
            .as_ref()
            .map_or_else(String::new, |cash| number(&cash.stamp_duty)),
        text(details.map(|details| text_of(details.method.map(method)))),
        text(details.map(|details| text_of(details.received_on.map(|day| day.to_string())))),
        text(details.map(|details| text_of(details.reference.clone()))),
        text(details.map(|details| details.learner.clone())),
        text(details.map(|details| text_of(payer_of(details).map(|payer| payer.name)))),
        text(details.map(|details| text_of(payer_of(details).and_then(|payer| payer.tax_number)))),
        text(details.map(|details| details.course.clone())),
        text(details.map(|details| details.run_start.to_string())),
        text(details.map(|details| details.run_end.to_string())),
    ]
    .join(";")
}

/// A number stays one, with its sign. Spreadsheets that expect semicolons expect a decimal comma.
fn number(amount: &str) -> String {
    amount.replace('.', ",")
}

/// A cell of text, quoted. What a spreadsheet would take for a formula begins with an apostrophe.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let apostrophe = if is_formula { "'" } else { "" };
    format!("\"{apostrophe}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula_and_does_not_end_early() {
        for (text, written) in [
            ("Amina", "\"Amina\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+213", "\"'+213\""),
            ("-1", "\"'-1\""),
            ("@x", "\"'@x\""),
            ("a;b\nc", "\"a;b\nc\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
