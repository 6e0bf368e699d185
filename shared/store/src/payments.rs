//! The payments table: enrolments, the ledger of users, references of offers, anonymous payments of deleted users, and payment instructions.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `payer` | S, partition | `user#<id>`, `anonymous#<random>` after the user was deleted, `reference#<reference>`, `receipts#<year>`, or `instructions` |
//! | `paymentId` | S, sort | `course#<id>` for an enrolment, so that nobody is enrolled twice; `entry#<course>#<id>` in the ledger; random for an anonymous payment; `place` for a reference; the number of a receipt, and `counter`; the version of instructions |
//!
//! An enrolment has `courseId` and `paidAt` (RFC 3339); one without a place in a run, and any up to version 1.2, has `amount` and `currency`, too,
//! when something was paid. An
//! anonymous payment has `amount`, `currency` and `date`, and is negative when it was a refund. Access patterns: enrol and unenrol, add an
//! entry with its receipt, put and forget a reference (each in the transaction of a place), all of a user, whose place a reference names, one
//! receipt, anonymize all payments of a user with their receipts; the last instructions, those of a version, and the next ones.

use std::fmt;

use domain::{
    CourseId, LedgerEntry, LedgerEntryKind, Money, PaymentInstructions, PaymentMethod, PaymentReference, Receipt,
    ReceiptNumber, UserId, random_id,
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{
    StoreError, TransactionItem,
    table::{Item, key, named_table, number, text},
    transaction::{Transaction, TransactionOutcome},
};

/// How the sort key of an entry of the ledger begins.
const ENTRY: &str = "entry#";
/// How many payments one transaction anonymizes: each is up to three of its 100 items.
const PER_TRANSACTION: i32 = 33;
/// The sort key of the counter of receipts.
const COUNTER: &str = "counter";
/// The partition of the payment instructions.
const INSTRUCTIONS: &str = "instructions";

named_table!(PaymentsTable);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    pub course_id: CourseId,
    /// What was paid for an enrolment without a place in a run, and for any up to version 1.2. Else it is in the ledger.
    #[serde(flatten, deserialize_with = "paid_or_free")]
    pub paid: Option<Paid>,
    pub paid_at: Timestamp,
}

/// The course and its payment, as operators read it.
impl fmt::Display for Enrolment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.paid {
            Some(paid) => write!(formatter, "{}, {paid}", self.course_id),
            None => write!(formatter, "{}", self.course_id),
        }
    }
}

/// An amount of money in the table. It is text, because a DynamoDB number loses trailing zeros.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// With the decimals of its currency.
    pub amount: String,
    /// ISO 4217.
    pub currency: String,
}

impl From<Money> for Paid {
    fn from(money: Money) -> Self {
        Self {
            amount: money.amount(),
            currency: money.currency().to_owned(),
        }
    }
}

impl fmt::Display for Paid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.amount, self.currency)
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EnrolmentItem<'a> {
    payer: String,
    payment_id: String,
    #[serde(flatten)]
    enrolment: &'a Enrolment,
}

/// The attributes of a payment that are needed to anonymize it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    payer: String,
    #[serde(rename = "paymentId")]
    id: String,
    #[serde(flatten, deserialize_with = "paid_or_free")]
    paid: Option<Paid>,
    paid_at: Timestamp,
    #[serde(default)]
    receipt: Option<ReceiptNumber>,
}

/// An anonymous payment. It has neither the id of the payer nor the time of the day.
#[derive(Debug, Serialize)]
struct AnonymousPayment<'a> {
    payer: String,
    #[serde(rename = "paymentId")]
    id: String,
    #[serde(flatten)]
    paid: &'a Paid,
    date: Date,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryItem<'a> {
    payer: String,
    payment_id: String,
    #[serde(flatten)]
    entry: &'a LedgerEntry,
}

impl Payments {
    pub const fn is_empty(&self) -> bool {
        self.enrolments.is_empty() && self.ledger.is_empty()
    }

    pub fn enrolment(&self, course: &CourseId) -> Option<&Enrolment> {
        self.enrolments.iter().find(|enrolment| enrolment.course_id == *course)
    }

    /// The ledger of a course, with the payment that an enrolment of an earlier version has.
    pub fn ledger_of(&self, course: &CourseId) -> impl Iterator<Item = LedgerEntry> {
        let paid_with = self.enrolment(course).and_then(Enrolment::ledger_entry);
        let entries = self.ledger.iter().filter(move |entry| entry.course_id == *course);
        entries.cloned().chain(paid_with)
    }
}

impl Enrolment {
    /// The payment that versions up to 1.2 recorded with an enrolment, as an entry of the ledger.
    pub fn ledger_entry(&self) -> Option<LedgerEntry> {
        let paid = self.paid.as_ref()?;
        Some(LedgerEntry {
            id: format!("enrolment-{}", self.paid_at.as_second()),
            course_id: self.course_id.clone(),
            kind: LedgerEntryKind::Payment,
            amount: paid.amount.clone(),
            currency: paid.currency.clone(),
            credited: None,
            stamp_duty: None,
            method: PaymentMethod::Other,
            received_on: self.paid_at.to_zoned(TimeZone::UTC).date(),
            note: None,
            receipt: None,
            at: self.paid_at,
        })
    }
}

/// A receipt with its key and its owner.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredReceipt {
    payer: String,
    payment_id: String,
    /// None after the user was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    #[serde(flatten)]
    pub receipt: Receipt,
}

#[derive(Debug, Deserialize)]
struct Counter {
    last: u32,
}

/// Whose place a reference names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferencedPlace {
    pub user_id: UserId,
    pub course_id: CourseId,
}

/// Everything that a user paid, and what they are enrolled in.
#[derive(Debug, Default)]
pub struct Payments {
    /// By course.
    pub enrolments: Vec<Enrolment>,
    /// By course, and in the order of their ids.
    pub ledger: Vec<LedgerEntry>,
}

/// The items of the transaction that anonymizes payments.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AnonymizedPayment;

/// A counter of receipts that is lower than the highest receipt, so that no payment gets a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceiptGap {
    pub year: i16,
    /// The last number of the counter.
    pub counted: u32,
    /// The highest number of a receipt.
    pub highest: u32,
}

impl PaymentsTable {
    /// Enrols a user in a course, as part of a transaction. Its condition is that they are not enrolled.
    pub fn enrol_item(&self, user: &UserId, enrolment: &Enrolment) -> Result<TransactionItem, StoreError> {
        let item = EnrolmentItem {
            payer: payer(user),
            payment_id: payment_id(&enrolment.course_id),
            enrolment,
        };
        self.put_new_item(self.table.serialize(&item, "new enrolment")?, "new enrolment")
    }

    /// The condition that a user is not enrolled in a course, as part of a transaction.
    pub fn not_enrolled_item(&self, user: &UserId, course: &CourseId) -> Result<TransactionItem, StoreError> {
        let check = self
            .table
            .check_in_transaction(enrolment_key(payer(user), payment_id(course)))
            .condition_expression("attribute_not_exists(payer)");
        self.table.transaction_item(check.build(), "an enrolment")
    }

    /// Removes an enrolment, as part of a transaction. Its condition is that the user is enrolled.
    pub fn unenrol_item(&self, user: &UserId, course: &CourseId) -> Result<TransactionItem, StoreError> {
        self.delete_item(payer(user), payment_id(course))
    }

    /// Adds an entry to the ledger of a user, as part of a transaction. Its condition is that the ledger has none with its id.
    pub fn entry_item(&self, user: &UserId, entry: &LedgerEntry) -> Result<TransactionItem, StoreError> {
        let item = EntryItem {
            payer: payer(user),
            payment_id: format!("{ENTRY}{}#{}", entry.course_id, entry.id),
            entry,
        };
        self.put_new_item(self.table.serialize(&item, "new ledger entry")?, "new ledger entry")
    }

    /// Says whose place a reference names, as part of a transaction. Its condition is that it names none.
    pub fn reference_item(
        &self,
        reference: &PaymentReference,
        user: &UserId,
        course: &CourseId,
    ) -> Result<TransactionItem, StoreError> {
        let mut item = reference_key(reference);
        item.insert("userId".to_owned(), text(user.as_str()));
        item.insert("courseId".to_owned(), text(course.as_str()));
        self.put_new_item(item, reference.as_str())
    }

    pub fn forget_reference_item(&self, reference: &PaymentReference) -> Result<TransactionItem, StoreError> {
        let delete = self.table.delete_in_transaction(reference_key(reference));
        self.table.transaction_item(delete.build(), reference.as_str())
    }

    pub async fn referenced_place(&self, reference: &PaymentReference) -> Result<Option<ReferencedPlace>, StoreError> {
        self.table.get(reference_key(reference), reference.as_str()).await
    }

    /// The number that the next receipt of a year has.
    pub async fn next_receipt(&self, year: i16) -> Result<ReceiptNumber, StoreError> {
        let counter: Option<Counter> = self.table.get(receipt_key(year, COUNTER.to_owned()), COUNTER).await?;
        let number = counter.map_or(0, |counter| counter.last) + 1;
        Ok(ReceiptNumber { year, number })
    }

    /// Writes a receipt and raises the counter, as part of a transaction. The conditions are that its number is the next one.
    pub fn receipt_items(&self, user: &UserId, receipt: Receipt) -> Result<[TransactionItem; 2], StoreError> {
        let ReceiptNumber { year, number: last } = receipt.number;
        let described = receipt.number.to_string();
        let counter = self
            .table
            .update_in_transaction(receipt_key(year, COUNTER.to_owned()))
            .update_expression("SET #last = :last")
            .condition_expression("#last = :before OR (attribute_not_exists(#last) AND :before = :none)")
            .expression_attribute_names("#last", "last")
            .expression_attribute_values(":last", number(last))
            .expression_attribute_values(":before", number(last - 1))
            .expression_attribute_values(":none", number(0));
        let stored = StoredReceipt {
            payer: receipts_of(year),
            payment_id: described.clone(),
            user_id: Some(user.clone()),
            receipt,
        };
        let put = self.put_new_item(self.table.serialize(&stored, &described)?, &described)?;
        Ok([self.table.transaction_item(counter.build(), COUNTER)?, put])
    }

    pub async fn receipt(&self, number: ReceiptNumber) -> Result<Option<StoredReceipt>, StoreError> {
        let described = number.to_string();
        self.table
            .get(receipt_key(number.year, described.clone()), &described)
            .await
    }

    /// How far the counter of a year is behind its receipts: the last number that it has, and the highest one that a receipt has. None when it
    /// is not behind: a restoration may bring back an older counter, or receipts alone.
    pub async fn receipt_gap(&self, year: i16) -> Result<Option<ReceiptGap>, StoreError> {
        let counted = self.next_receipt(year).await?.number - 1;
        let highest = self
            .receipts(year)
            .await?
            .last()
            .map_or(0, |receipt| receipt.number.number);
        Ok((counted < highest).then_some(ReceiptGap { year, counted, highest }))
    }

    /// Raises the counter of a year to the highest receipt, in one transaction with the audit record. False when the counter has changed.
    pub async fn close_receipt_gap(&self, gap: ReceiptGap, audit_record: TransactionItem) -> Result<bool, StoreError> {
        let update = self
            .table
            .update_in_transaction(receipt_key(gap.year, COUNTER.to_owned()))
            .update_expression("SET #last = :highest")
            .condition_expression("#last = :counted OR (attribute_not_exists(#last) AND :counted = :none)")
            .expression_attribute_names("#last", "last")
            .expression_attribute_values(":highest", number(gap.highest))
            .expression_attribute_values(":counted", number(gap.counted))
            .expression_attribute_values(":none", number(0));
        let counter = self.table.transaction_item(update.build(), COUNTER)?;
        let transaction = Transaction::new().with_all((), [counter, audit_record]);
        Ok(self.table.transact(transaction).await?.is_written())
    }

    pub async fn receipts(&self, year: i16) -> Result<Vec<Receipt>, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("payer = :receipts AND paymentId < :counter")
            .expression_attribute_values(":receipts", text(receipts_of(year)))
            .expression_attribute_values(":counter", text(COUNTER))
            .consistent_read(true);
        let items = self.table.query_all(query).await?;
        let mut receipts: Vec<Receipt> = self.table.parse_all(items, "a receipt")?;
        receipts.sort_by_key(|receipt| receipt.number);
        Ok(receipts)
    }

    pub async fn present_instructions(&self) -> Result<PaymentInstructions, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("payer = :instructions")
            .expression_attribute_values(":instructions", text(INSTRUCTIONS))
            .scan_index_forward(false)
            .consistent_read(true)
            .limit(1);
        let items = self.table.query_page(query).await?;
        let last = self.table.parse_all(items, INSTRUCTIONS)?.into_iter().next();
        Ok(last.unwrap_or(PaymentInstructions::NONE))
    }

    pub async fn instructions(&self, version: u32) -> Result<PaymentInstructions, StoreError> {
        let found = self.table.get(instructions_key(version), INSTRUCTIONS).await?;
        Ok(found.unwrap_or(PaymentInstructions::NONE))
    }

    /// Sets the next payment instructions, in one transaction with the audit record. False when they do not follow the present ones.
    pub async fn set_instructions(
        &self,
        instructions: &PaymentInstructions,
        audit_record: TransactionItem,
    ) -> Result<bool, StoreError> {
        let mut item = self.table.serialize(instructions, INSTRUCTIONS)?;
        item.extend(instructions_key(instructions.version));
        let put = self.put_new_item(item, INSTRUCTIONS)?;
        let mut transaction = Transaction::new().with_all((), [put, audit_record]);
        if let Some(before) = instructions.version.checked_sub(1).filter(|before| *before > 0) {
            let check = self
                .table
                .check_in_transaction(instructions_key(before))
                .condition_expression("attribute_exists(payer)");
            transaction = transaction.with_all((), [self.table.transaction_item(check.build(), INSTRUCTIONS)?]);
        }
        Ok(self.table.transact(transaction).await?.is_written())
    }

    fn put_new_item(&self, item: Item, described: &str) -> Result<TransactionItem, StoreError> {
        let put = self.table.put_in_transaction(item);
        let put = put.condition_expression("attribute_not_exists(payer)");
        self.table.transaction_item(put.build(), described)
    }

    pub async fn of_user(&self, user: &UserId) -> Result<Payments, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("payer = :payer")
            .expression_attribute_values(":payer", text(payer(user)))
            .consistent_read(true);
        let items = self.table.query_all(query).await?;
        let (entries, enrolments) = items.into_iter().partition(|item| {
            let id = item.get("paymentId").and_then(|id| id.as_s().ok());
            id.is_some_and(|id| id.starts_with(ENTRY))
        });
        Ok(Payments {
            enrolments: self.table.parse_all(enrolments, &payer(user))?,
            ledger: self.table.parse_all(entries, &payer(user))?,
        })
    }

    /// Reduces the payments of a user to amount, currency and date (contract, "Accounts").
    ///
    /// One transaction moves each payment, so none is lost or doubled when this is interrupted and repeated.
    pub async fn anonymize(&self, user: &UserId) -> Result<(), StoreError> {
        loop {
            let payments = self.next_of_user(user).await?;
            if payments.is_empty() {
                return Ok(());
            }
            let mut transaction = Transaction::new();
            for payment in &payments {
                transaction = transaction.with_all(AnonymizedPayment, self.anonymize_items(payment)?);
            }
            // Another deletion of the same user may have moved a payment. Then this is refused, and the rest is next.
            let _: TransactionOutcome<_> = self.table.transact(transaction).await?;
        }
    }

    /// As many payments of a user as one transaction takes.
    async fn next_of_user(&self, user: &UserId) -> Result<Vec<Payment>, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("payer = :payer")
            .expression_attribute_values(":payer", text(payer(user)))
            .consistent_read(true)
            .limit(PER_TRANSACTION);
        let items = self.table.query_page(query).await?;
        self.table.parse_all(items, &payer(user))
    }

    /// Deletes a payment, and writes an anonymous one when something was paid.
    fn anonymize_items(&self, payment: &Payment) -> Result<Vec<TransactionItem>, StoreError> {
        let delete = self.delete_item(payment.payer.clone(), payment.id.clone())?;
        let Some(paid) = &payment.paid else {
            return Ok(vec![delete]);
        };
        let anonymous = AnonymousPayment {
            payer: format!("anonymous#{}", random_id()),
            id: random_id(),
            paid,
            date: payment.paid_at.to_zoned(TimeZone::UTC).date(),
        };
        let described = "anonymous payment";
        let put = self
            .table
            .put_in_transaction(self.table.serialize(&anonymous, described)?);
        let mut items = vec![self.table.transaction_item(put.build(), described)?, delete];
        if let Some(number) = payment.receipt {
            // Its number stays, with amount, currency, date, tax and stamp duty.
            let described = number.to_string();
            let update = self
                .table
                .update_in_transaction(receipt_key(number.year, described.clone()))
                .update_expression("REMOVE userId, details");
            items.push(self.table.transaction_item(update.build(), &described)?);
        }
        Ok(items)
    }

    /// Deletes a payment, as part of a transaction. Its condition is that the payment exists.
    fn delete_item(&self, payer: String, id: String) -> Result<TransactionItem, StoreError> {
        let described = id.clone();
        let delete = self.table.delete_in_transaction(enrolment_key(payer, id));
        let delete = delete.condition_expression("attribute_exists(payer)");
        self.table.transaction_item(delete.build(), &described)
    }
}

/// The versions sort as numbers do.
fn instructions_key(version: u32) -> Item {
    enrolment_key(INSTRUCTIONS.to_owned(), format!("{version:010}"))
}

fn receipts_of(year: i16) -> String {
    format!("receipts#{year}")
}

fn receipt_key(year: i16, id: String) -> Item {
    enrolment_key(receipts_of(year), id)
}

fn reference_key(reference: &PaymentReference) -> Item {
    enrolment_key(format!("reference#{reference}"), "place".to_owned())
}

/// Amount and currency, or neither. An item with one of them is malformed, and must not count as free: a free enrolment is deleted
/// with its user.
fn paid_or_free<'item, D: Deserializer<'item>>(fields: D) -> Result<Option<Paid>, D::Error> {
    #[derive(Deserialize)]
    struct AmountAndCurrency {
        amount: Option<String>,
        currency: Option<String>,
    }
    let AmountAndCurrency { amount, currency } = AmountAndCurrency::deserialize(fields)?;
    match (amount, currency) {
        (Some(amount), Some(currency)) => Ok(Some(Paid { amount, currency })),
        (None, None) => Ok(None),
        _ => Err(D::Error::custom(
            "an amount without a currency, or a currency without an amount",
        )),
    }
}

fn enrolment_key(payer: String, id: String) -> Item {
    key("payer", payer).into_iter().chain(key("paymentId", id)).collect()
}

fn payment_id(course: &CourseId) -> String {
    format!("course#{course}")
}

fn payer(user: &UserId) -> String {
    format!("user#{user}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn enrolment(mut item: Value) -> Result<Enrolment, serde_json::Error> {
        item["courseId"] = "excel".into();
        item["paidAt"] = "2026-11-22T03:00:00Z".into();
        serde_json::from_value(item)
    }

    #[test]
    fn an_enrolment_has_an_amount_with_its_currency_or_is_free() {
        let paid = json!({"amount": "149.50", "currency": "USD"});
        assert_eq!(enrolment(paid).unwrap().to_string(), "excel, 149.50 USD");
        assert_eq!(enrolment(json!({})).unwrap().to_string(), "excel");
        for incomplete in [json!({"amount": "149.50"}), json!({"currency": "USD"})] {
            assert!(enrolment(incomplete).is_err());
        }
    }

    #[test]
    fn the_payment_of_an_enrolment_is_stored_beside_its_course() {
        let paid = Paid::from(Money::parse("149.5", "USD").unwrap());
        let enrolment = enrolment(json!({"amount": paid.amount, "currency": paid.currency})).unwrap();
        let stored = serde_json::to_value(&enrolment).unwrap();
        assert_eq!(
            (&stored["amount"], &stored["currency"]),
            (&json!("149.50"), &json!("USD"))
        );
    }
}
