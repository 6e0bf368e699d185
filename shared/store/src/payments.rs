//! The payments table: enrolments with their payments, and anonymous payments of deleted users.
//!
//! | key | type | value |
//! | --- | --- | --- |
//! | `payer` | S, partition | `user#<id>`, or `anonymous#<random>` after the user was deleted |
//! | `paymentId` | S, sort | `course#<id>`, so that nobody is enrolled twice; random for an anonymous payment |
//!
//! A payment has `courseId`, `amount` and `currency` (as in a price; neither when the course was free), and `paidAt` (RFC 3339).
//! An anonymous one has `amount`, `currency` and `date`. A free enrolment is not kept. Access patterns: enrol (in one transaction
//! with the course's count, the audit record and the place in a run), unenrol (likewise), enrolments of a user, anonymize all payments
//! of a user.

use std::fmt;

use aws_sdk_dynamodb::Client;
use domain::{CourseId, Money, UserId, random_id};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{
    StoreError, TransactionItem,
    table::{Item, Table, key, text},
    transaction::{Transaction, TransactionOutcome},
};

/// How many payments one transaction anonymizes: each is two of its 100 items.
const PER_TRANSACTION: i32 = 50;

#[derive(Debug, Clone)]
pub struct PaymentsTable {
    table: Table,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Enrolment {
    pub course_id: CourseId,
    /// What was paid. None when the course was free.
    #[serde(flatten, deserialize_with = "paid_or_free")]
    pub paid: Option<Paid>,
    pub paid_at: Timestamp,
}

/// The course and its payment, as operators read it.
impl fmt::Display for Enrolment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.paid {
            Some(paid) => write!(formatter, "{}, {paid}", self.course_id),
            None => write!(formatter, "{}, free", self.course_id),
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

/// The result of an enrolment. Only [`Self::Enrolled`] has written anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum EnrolOutcome {
    Enrolled,
    AlreadyEnrolled,
    /// The course does not exist, or is withdrawn.
    NoCourse,
    NoUser,
    /// The place request is not the one that was read.
    RequestChanged,
    /// No place of the run is left, or the run has left the catalogue.
    NoPlace,
}

/// What else the transaction that enrols a user contains.
#[derive(Debug)]
pub struct EnrolmentItems {
    /// From [`UsersTable::exists_item`](crate::users::UsersTable::exists_item).
    pub user_exists: TransactionItem,
    /// From [`CoursesTable::add_enrolment_item`](crate::courses::CoursesTable::add_enrolment_item).
    pub course_count: TransactionItem,
    /// From [`AuditTable::record_item`](crate::audit::AuditTable::record_item).
    pub audit_record: TransactionItem,
    /// The place in a run, when the user has asked for one.
    pub place: Option<PlaceItems>,
}

/// The items of a place in a run.
#[derive(Debug)]
pub struct PlaceItems {
    pub request: TransactionItem,
    pub run: Option<TransactionItem>,
}

/// The result of removing an enrolment. Only [`Self::Unenrolled`] has written anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum UnenrolOutcome {
    Unenrolled,
    NotEnrolled,
    /// The course's enrolment count is zero: it was lost, or comes from a backup.
    NotCounted,
    /// The place request or the run has changed meanwhile.
    RequestChanged,
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

/// The items of the transaction that enrols a user, or removes an enrolment.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Enrolling {
    User,
    CourseCount,
    Payment,
    AuditRecord,
    Request,
    Run,
}

/// The items of the transaction that anonymizes payments.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AnonymizedPayment;

impl PaymentsTable {
    #[must_use]
    pub const fn new(client: Client, name: String) -> Self {
        Self {
            table: Table::new(client, name),
        }
    }

    /// Enrols a user in a course. Payment, enrolment count, audit record and, when the user has asked for one, the place in a run are
    /// written in one transaction, on the condition that user and course exist, that the user is not enrolled yet, and that a place is
    /// left.
    pub async fn enrol(
        &self,
        user: &UserId,
        enrolment: &Enrolment,
        items: EnrolmentItems,
    ) -> Result<EnrolOutcome, StoreError> {
        let item = EnrolmentItem {
            payer: payer(user),
            payment_id: payment_id(&enrolment.course_id),
            enrolment,
        };
        let payment = self
            .table
            .put_in_transaction(self.table.serialize(&item, "new payment")?)
            .condition_expression("attribute_not_exists(payer)");
        let transaction = Transaction::new()
            .with(Enrolling::User, items.user_exists)
            .with(Enrolling::CourseCount, items.course_count)
            .with(
                Enrolling::Payment,
                self.table.transaction_item(payment.build(), "new payment")?,
            )
            .with(Enrolling::AuditRecord, items.audit_record);
        Ok(match self.table.transact(with_place(transaction, items.place)).await? {
            TransactionOutcome::Written => EnrolOutcome::Enrolled,
            TransactionOutcome::Refused(items) if items.contains(&Enrolling::User) => EnrolOutcome::NoUser,
            TransactionOutcome::Refused(items) if items.contains(&Enrolling::CourseCount) => EnrolOutcome::NoCourse,
            TransactionOutcome::Refused(items) if items.contains(&Enrolling::Payment) => EnrolOutcome::AlreadyEnrolled,
            TransactionOutcome::Refused(items) if items.contains(&Enrolling::Request) => EnrolOutcome::RequestChanged,
            TransactionOutcome::Refused(_) => EnrolOutcome::NoPlace,
        })
    }

    /// The condition that a user is not enrolled in a course, as part of a transaction.
    pub fn not_enrolled_item(&self, user: &UserId, course: &CourseId) -> Result<TransactionItem, StoreError> {
        let check = self
            .table
            .check_in_transaction(enrolment_key(payer(user), payment_id(course)))
            .condition_expression("attribute_not_exists(payer)");
        self.table.transaction_item(check.build(), "an enrolment")
    }

    /// Removes an enrolment. The payment is deleted, the enrolment count is decremented and the audit record is written in one
    /// transaction, with the place in a run that the user has. The count comes from
    /// [`CoursesTable::remove_enrolment_item`](crate::courses::CoursesTable::remove_enrolment_item).
    pub async fn unenrol(
        &self,
        user: &UserId,
        course: &CourseId,
        course_count: TransactionItem,
        audit_record: TransactionItem,
        place: Option<PlaceItems>,
    ) -> Result<UnenrolOutcome, StoreError> {
        let payment = self.delete_item(payer(user), payment_id(course))?;
        let transaction = Transaction::new()
            .with(Enrolling::Payment, payment)
            .with(Enrolling::CourseCount, course_count)
            .with(Enrolling::AuditRecord, audit_record);
        Ok(match self.table.transact(with_place(transaction, place)).await? {
            TransactionOutcome::Written => UnenrolOutcome::Unenrolled,
            TransactionOutcome::Refused(items) if items.contains(&Enrolling::Payment) => UnenrolOutcome::NotEnrolled,
            TransactionOutcome::Refused(items) if items.contains(&Enrolling::CourseCount) => UnenrolOutcome::NotCounted,
            TransactionOutcome::Refused(_) => UnenrolOutcome::RequestChanged,
        })
    }

    /// The enrolments of a user, by course.
    pub async fn of_user(&self, user: &UserId) -> Result<Vec<Enrolment>, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("payer = :payer")
            .expression_attribute_values(":payer", text(payer(user)))
            .consistent_read(true);
        let items = self.table.query_all(query).await?;
        self.table.parse_all(items, &payer(user))
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
        Ok(vec![self.table.transaction_item(put.build(), described)?, delete])
    }

    /// Deletes a payment, as part of a transaction. Its condition is that the payment exists.
    fn delete_item(&self, payer: String, id: String) -> Result<TransactionItem, StoreError> {
        let described = id.clone();
        let delete = self.table.delete_in_transaction(enrolment_key(payer, id));
        let delete = delete.condition_expression("attribute_exists(payer)");
        self.table.transaction_item(delete.build(), &described)
    }
}

fn with_place(transaction: Transaction<Enrolling>, place: Option<PlaceItems>) -> Transaction<Enrolling> {
    let Some(PlaceItems { request, run }) = place else {
        return transaction;
    };
    transaction
        .with(Enrolling::Request, request)
        .with_all(Enrolling::Run, run)
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
        assert_eq!(enrolment(json!({})).unwrap().to_string(), "excel, free");
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
