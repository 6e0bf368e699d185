//! The data of the response.

use std::cmp::Reverse;

use app::{
    course_page_view::SessionView,
    places::{PlaceAccount, refund_today},
};
use domain::{
    Course, CourseId, CourseType, Language, LedgerEntry, LedgerEntryKind, Payer, PlaceState, ProofState, ReceiptNumber,
    RunId, WayToPay, Weekday,
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use rust_decimal::Decimal;
use serde::Serialize;
use store::{
    course_details::CountedRun,
    payments::{Paid, Payments},
    place_requests::{PlaceRequest, Proof},
};

/// A course with the user's place, what the user paid, and the run as the catalogue has it.
pub(crate) struct MyCourse<'a> {
    pub(crate) course: Course,
    pub(crate) asked: Option<PlaceRequest>,
    pub(crate) payments: &'a Payments,
    pub(crate) run: Option<CountedRun>,
    pub(crate) ways: Vec<WayToPay>,
}

#[derive(Serialize)]
pub(crate) struct MyCoursesView<'a> {
    /// Pending and declined requests and places that have ended in another way, the newest first.
    requested: Vec<MyCourseView<'a>>,
    /// Enrolments, by the start of their runs.
    enrolled: Vec<MyCourseView<'a>>,
    /// Requests and enrolments whose run has ended, the newest first.
    past: Vec<MyCourseView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MyCourseView<'a> {
    course: CourseName<'a>,
    state: MyCourseState,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<MyPlaceView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enrolled_at: Option<Timestamp>,
}

#[derive(Serialize)]
struct CourseName<'a> {
    #[serde(rename = "_id")]
    id: &'a CourseId,
    name: &'a str,
    r#type: CourseType,
    #[serde(skip_serializing_if = "Option::is_none")]
    artwork: Option<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum MyCourseState {
    Pending,
    Declined,
    Enrolled,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MyPlaceView<'a> {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_due: Option<Paid>,
    /// What is paid back when the user gives up the place today.
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_today: Option<Paid>,
    /// The last day to pay an offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_by: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    ways: &'a [WayToPay],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    receipts: Vec<MyReceiptView<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<MyProofView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payer: Option<&'a Payer>,
    /// How many more proofs of payment the user may send for the offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    proofs_left: Option<usize>,
}

/// A proof of payment that the user has sent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MyProofView<'a> {
    name: &'a str,
    state: ProofState,
    sent_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// A receipt, which has an address of its own.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MyReceiptView<'a> {
    number: ReceiptNumber,
    kind: LedgerEntryKind,
    amount: &'a str,
    currency: &'a str,
    received_on: Date,
}

/// A run. One that has left the catalogue has only its dates.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunView<'a> {
    id: &'a RunId,
    start: Date,
    end: Date,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    weekdays: &'a [Weekday],
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<SessionView>,
}

impl<'a> MyCoursesView<'a> {
    /// The courses in that language. `now` decides which runs have ended, by the date in UTC.
    pub(crate) fn new(courses: &'a [MyCourse<'a>], language: Language, now: Timestamp) -> Self {
        let today = now.to_zoned(TimeZone::UTC).date();
        let views = courses.iter().map(|course| MyCourseView::new(course, language));
        let (mut past, open): (Vec<_>, Vec<_>) =
            views.partition(|view| view.run.as_ref().is_some_and(|run| run.end < today));
        let (mut enrolled, mut requested): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|view| view.state == MyCourseState::Enrolled);
        let start = |view: &MyCourseView<'_>| view.run.as_ref().map(|run| run.start);
        requested.sort_by_key(|view| Reverse(view.requested_at));
        // One without a run, which an operator made without a request, is at the end.
        enrolled.sort_by_key(|view| (start(view).is_none(), start(view)));
        past.sort_by_key(|view| Reverse(start(view)));
        Self {
            requested,
            enrolled,
            past,
        }
    }
}

impl<'a> MyCourseView<'a> {
    fn new(my: &'a MyCourse<'a>, language: Language) -> Self {
        let MyCourse {
            course,
            asked,
            payments,
            run,
            ways,
        } = my;
        let enrolment = payments.enrolment(&course.id);
        // A user who was enrolled without their request has no run.
        let asked = asked
            .as_ref()
            .filter(|asked| enrolment.is_none() || asked.state == PlaceState::Confirmed);
        Self {
            course: CourseName {
                id: &course.id,
                name: course.name.get(language),
                r#type: course.course_type,
                artwork: course.facts.artwork.as_deref(),
            },
            state: match asked.map(|asked| asked.state) {
                Some(PlaceState::Requested | PlaceState::Waiting | PlaceState::Offered) => MyCourseState::Pending,
                Some(PlaceState::Confirmed) | None => MyCourseState::Enrolled,
                Some(_) => MyCourseState::Declined,
            },
            place: asked.map(|asked| MyPlaceView::new(asked, payments, run.as_ref(), ways)),
            run: asked.map(|asked| RunView::new(asked, run.as_ref())),
            message: asked.and_then(|asked| asked.message.as_deref()),
            requested_at: asked.map(|asked| asked.requested_at),
            decided_at: asked.and_then(|asked| asked.decided_at),
            reason: asked.and_then(|asked| asked.reason.as_deref()),
            enrolled_at: enrolment.map(|enrolment| enrolment.paid_at),
        }
    }
}

impl<'a> MyPlaceView<'a> {
    fn new(place: &'a PlaceRequest, payments: &'a Payments, run: Option<&CountedRun>, ways: &'a [WayToPay]) -> Self {
        let account = PlaceAccount::of(place, payments);
        let written = |amount: Option<Decimal>| account?.written(amount?);
        let due = written(account.as_ref().map(PlaceAccount::due));
        let offer = place.offer.as_ref().filter(|_| place.state.holds_seat());
        Self {
            state: place.state.as_str(),
            price: written(account.map(|account| account.price)).filter(|_| place.state.holds_seat()),
            received: written(account.as_ref().map(PlaceAccount::held)),
            refund_due: written(account.as_ref().map(PlaceAccount::refund_due)),
            refund_today: refund_today(place, payments, run).filter(|_| place.state.holds_seat()),
            pay_by: offer
                .map(|offer| offer.pay_by)
                .filter(|_| place.state == PlaceState::Offered),
            reference: offer.map(|offer| offer.reference.as_str()),
            ways,
            due,
            receipts: payments
                .ledger
                .iter()
                .filter(|entry| entry.course_id == place.course_id)
                .filter_map(MyReceiptView::of)
                .collect(),
            proofs: place.proofs.iter().map(MyProofView::of).collect(),
            payer: place.payer.as_ref(),
            proofs_left: place.proofs_left(),
        }
    }
}

impl<'a> MyProofView<'a> {
    fn of(proof: &'a Proof) -> Self {
        Self {
            name: proof.file.name.as_str(),
            state: proof.state,
            sent_at: proof.sent_at,
            reason: proof.reason.as_deref(),
        }
    }
}

impl<'a> MyReceiptView<'a> {
    fn of(entry: &'a LedgerEntry) -> Option<Self> {
        Some(Self {
            number: entry.receipt?,
            kind: entry.kind,
            amount: &entry.amount,
            currency: &entry.currency,
            received_on: entry.received_on,
        })
    }
}

impl<'a> RunView<'a> {
    fn new(asked: &'a PlaceRequest, counted: Option<&'a CountedRun>) -> Self {
        let run = counted.map(|counted| &counted.run);
        Self {
            id: &asked.run_id,
            start: run.map_or(asked.start, |run| run.start),
            end: counted.map_or(asked.end, CountedRun::last_day),
            weekdays: run.map_or(&[], |run| &run.weekdays),
            time: run.map(|run| run.time.strftime("%H:%M").to_string()),
            time_zone: run.map(|run| run.time_zone.as_str()),
            language: run.and_then(|run| run.language),
            sessions: counted.map_or_else(Vec::new, |counted| {
                counted.sessions.iter().map(SessionView::from).collect()
            }),
        }
    }
}
