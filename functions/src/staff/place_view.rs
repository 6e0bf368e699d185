//! A place as staff see it, with its money, its history, and what can be decided.

use std::collections::BTreeMap;

use api::ApiResult;
use app::{
    catalogue::Catalogue,
    place_desk::{DeskError, PlaceDesk},
    places::PlaceAccount,
    staff_view::StaffNames,
};
use auth::staff::StaffGate;
use domain::{
    CashTotal, Course, CourseId, Credited, FileName, Language, LedgerEntry, LedgerEntryKind, Payer, PaymentMethod,
    PaymentReference, PlaceEvent, PlaceState, ProofState, ReceiptNumber, RunId, UserId,
};
use files::FileViews;
use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use store::{
    payments::Paid,
    place_requests::{PlaceRequest, Proof},
    users::User,
};

/// What staff decide, in the order of the page.
const DECISIONS: &[PlaceEvent] = &[
    PlaceEvent::Offer,
    PlaceEvent::Grant,
    PlaceEvent::Wait,
    PlaceEvent::Decline,
    PlaceEvent::Confirm,
    PlaceEvent::Retract,
    PlaceEvent::Cancel,
    PlaceEvent::Reopen,
    PlaceEvent::Move,
];

#[derive(Serialize)]
pub(super) struct CourseName {
    #[serde(rename = "_id")]
    id: CourseId,
    /// The id when the course has left the catalogue.
    name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlaceView {
    user: PlaceUser,
    course: CourseName,
    run: PlaceRun,
    state: &'static str,
    /// What a decision sends back.
    version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    payer: Option<Payer>,
    requested_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<OfferView>,
    /// The price of the list today.
    #[serde(skip_serializing_if = "Option::is_none")]
    list_price: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    money: Option<MoneyView>,
    proofs: Vec<ProofView>,
    ledger: Vec<LedgerView>,
    decisions: Vec<&'static str>,
    history: Vec<HistoryEntry>,
}

#[derive(Serialize)]
struct PlaceUser {
    #[serde(rename = "_id")]
    id: UserId,
    fullname: String,
    email: String,
    phone: String,
    country: String,
    language: Language,
    blocked: bool,
}

#[derive(Serialize)]
struct PlaceRun {
    id: RunId,
    start: Date,
    end: Date,
    /// None when the run has left the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<u32>,
    cancelled: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfferView {
    price: Paid,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    reference: PaymentReference,
    pay_by: Date,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoneyView {
    currency: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<Paid>,
    /// What is due, when it is paid in cash and has a stamp duty.
    #[serde(skip_serializing_if = "Option::is_none")]
    cash: Option<CashTotal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_due: Option<Paid>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LedgerView {
    id: String,
    kind: LedgerEntryKind,
    amount: String,
    currency: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    credited: Option<Credited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stamp_duty: Option<String>,
    method: PaymentMethod,
    received_on: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<ReceiptNumber>,
    at: Timestamp,
}

/// A proof of payment. Only finance get its address, which is good for a minute.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProofView {
    name: FileName,
    state: ProofState,
    sent_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Serialize)]
struct HistoryEntry {
    at: Timestamp,
    /// The name of the staff member, or the identity of the operator.
    who: String,
    what: String,
}

pub(super) fn course_name(courses: &[Course], id: &CourseId, language: Language) -> CourseName {
    let course = courses.iter().find(|course| course.id == *id);
    CourseName {
        id: id.clone(),
        name: course.map_or_else(|| id.to_string(), |course| course.name.get(language).to_owned()),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedPlace {
    /// None when the user is being deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<ListedUser>,
    course: CourseName,
    run: RunId,
    start: Date,
    state: &'static str,
    requested_at: Timestamp,
    has_message: bool,
    /// Whether a proof of payment waits for a decision.
    proof_waits: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_by: Option<Date>,
    /// What is to be paid back.
    #[serde(skip_serializing_if = "Option::is_none")]
    refund: Option<Paid>,
}

#[derive(Serialize)]
struct ListedUser {
    #[serde(rename = "_id")]
    id: String,
    fullname: String,
    email: String,
}

impl ListedPlace {
    pub(super) fn new(
        place: PlaceRequest,
        users: &BTreeMap<UserId, User>,
        courses: &[Course],
        language: Language,
    ) -> Self {
        let is_offered = place.state == PlaceState::Offered;
        let proof_waits = place.undecided_proofs().next().is_some();
        Self {
            user: users.get(&place.user_id).map(ListedUser::of),
            course: course_name(courses, &place.course_id, language),
            run: place.run_id,
            start: place.start,
            state: place.state.as_str(),
            requested_at: place.requested_at,
            has_message: place.message.is_some(),
            proof_waits,
            price: place.offer.as_ref().map(|offer| offer.price.clone()),
            pay_by: place.offer.filter(|_| is_offered).map(|offer| offer.pay_by),
            refund: None,
        }
    }

    pub(super) fn with_refund(self, refund: Option<Paid>) -> Self {
        Self { refund, ..self }
    }
}

impl ListedUser {
    fn of(user: &User) -> Self {
        Self {
            id: user.user_id.to_string(),
            fullname: user.profile.fullname.clone(),
            email: user.email.to_string(),
        }
    }
}

/// Reads what belongs to a place.
pub(super) async fn view_place(
    gate: &StaffGate,
    desk: &PlaceDesk,
    catalogue: &Catalogue,
    (user, place): (&User, &PlaceRequest),
    language: Language,
) -> ApiResult<PlaceView> {
    // No read depends on another. Boxed, because these futures contain whole SDK calls.
    let (payments, run, courses, records, list_price) = tokio::join!(
        Box::pin(desk.places.payments.of_user(&user.user_id)),
        Box::pin(desk.places.details.find_run(&place.course_id, &place.run_id)),
        Box::pin(catalogue.courses()),
        Box::pin(gate.audit.of_user(&user.user_id)),
        Box::pin(desk.list_price(user, &place.course_id)),
    );
    let (payments, run, courses, mut records) = (payments?, run?, courses?, records?);
    let list_price = match list_price {
        Ok(price) => Some(price.into()),
        Err(DeskError::NoPrice(_)) => None,
        Err(error) => return Err(error.of_staff()),
    };
    records.retain(|record| record.action.course() == Some(&place.course_id));
    let names = StaffNames::of(&gate.users, &records).await?;
    let history = records.iter().rev().map(|record| HistoryEntry {
        at: record.at,
        who: names.find(record).unwrap_or(&record.operator).to_owned(),
        what: record.action.to_string(),
    });
    let account = PlaceAccount::of(place, &payments);
    let decisions = DECISIONS.iter().filter(|event| place.state.on(**event).is_some());
    let refusal = place.undecided_proofs().next().map(|_| "refuse_proof");
    let payer = place.state.is_open().then_some("name_payer");
    Ok(PlaceView {
        user: PlaceUser {
            id: user.user_id.clone(),
            fullname: user.profile.fullname.clone(),
            email: user.email.to_string(),
            phone: user.profile.phone1.to_string(),
            country: user.profile.country.clone(),
            language: user.language,
            blocked: user.blocked,
        },
        course: course_name(&courses, &place.course_id, language),
        run: PlaceRun {
            id: place.run_id.clone(),
            start: run.as_ref().map_or(place.start, |counted| counted.run.start),
            end: run.as_ref().map_or(place.end, |counted| counted.run.end),
            places: run.as_ref().map(|counted| counted.run.places),
            taken: run.as_ref().map(|counted| counted.taken),
            cancelled: run.is_some_and(|counted| counted.cancelled.is_some()),
        },
        state: place.state.as_str(),
        version: place.version,
        payer: place.payer.clone(),
        requested_at: place.requested_at,
        decided_at: place.decided_at,
        message: place.message.clone(),
        reason: place.reason.clone(),
        waiver: place.waiver.clone(),
        offer: place.offer.clone().map(|offer| OfferView {
            price: offer.price,
            reason: offer.reason,
            reference: offer.reference,
            pay_by: offer.pay_by,
        }),
        list_price,
        money: account.map(|account| MoneyView {
            currency: account.currency.to_owned(),
            due: account.written(account.due()),
            cash: account.due_in_cash(),
            held: account.written(account.held()),
            refund_due: account.written(account.refund_due()),
        }),
        proofs: place.proofs.iter().map(ProofView::from).collect(),
        ledger: payments.ledger_of(&place.course_id).map(LedgerView::from).collect(),
        decisions: decisions
            .map(|event| event.as_str())
            .chain(refusal)
            .chain(payer)
            .collect(),
        history: history.collect(),
    })
}

impl PlaceView {
    /// With addresses for the proofs that can be seen: those that are kept and, where files are scanned, cleared.
    pub(super) async fn with_proof_links(mut self, place: &PlaceRequest, files: &FileViews) -> ApiResult<Self> {
        for (view, proof) in self.proofs.iter_mut().zip(&place.proofs) {
            view.url = files.url_for_finance(proof).await?.ok();
        }
        Ok(self)
    }
}

impl From<&Proof> for ProofView {
    fn from(proof: &Proof) -> Self {
        Self {
            name: proof.file.name.clone(),
            state: proof.state,
            sent_at: proof.sent_at,
            reason: proof.reason.clone(),
            url: None,
        }
    }
}

impl From<LedgerEntry> for LedgerView {
    fn from(entry: LedgerEntry) -> Self {
        Self {
            id: entry.id,
            kind: entry.kind,
            amount: entry.amount,
            currency: entry.currency,
            credited: entry.credited,
            stamp_duty: entry.stamp_duty,
            method: entry.method,
            received_on: entry.received_on,
            note: entry.note,
            receipt: entry.receipt,
            at: entry.at,
        }
    }
}
