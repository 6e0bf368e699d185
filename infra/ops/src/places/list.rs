//! `ops places list`, `show` and `find`.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use app::places::PlaceAccount;
use domain::{CourseId, FileScan, LedgerEntry, PlaceState, RunId};
use files::FileViews;
use serde::Serialize;
use store::{
    course_details::CourseDetailsTable,
    payments::{Paid, Payments},
    place_requests::{PlaceQueue, PlaceRequest},
    users::User,
};

use crate::{
    file_link::FileLink,
    stack::{Stack, StackError},
    users::UserSummary,
};

#[derive(Serialize)]
pub(super) struct Listed {
    #[serde(rename = "requests")]
    places: Vec<ListedPlace>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedPlace {
    #[serde(flatten)]
    place: PlaceRequest,
    /// None when the user is being deleted.
    #[serde(rename = "account")]
    user: Option<UserSummary>,
    /// None when the run has left the catalogue.
    #[serde(skip_serializing_if = "Option::is_none", rename = "places")]
    seats: Option<Seats>,
    #[serde(skip_serializing_if = "Option::is_none")]
    money: Option<PlaceMoney>,
    /// The files of the proofs of payment, in their order. Lists have none: their URLs are valid for a minute.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proof_files: Vec<FileLink>,
}

#[derive(Clone, Copy, Serialize)]
struct Seats {
    places: u32,
    taken: u32,
}

/// The money of a place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlaceMoney {
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<Paid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_due: Option<Paid>,
    ledger: Vec<LedgerEntry>,
}

/// Reads each run once.
struct Runs {
    details: CourseDetailsTable,
    read: BTreeMap<(CourseId, RunId), Option<Seats>>,
}

/// The places in that state, oldest first.
pub(super) async fn list(stack: &Stack, course: Option<CourseId>, state: PlaceState) -> Result<Listed, StackError> {
    let table = stack.place_requests();
    let mut places = match state {
        PlaceState::Requested => table.queued(PlaceQueue::Requested).await?,
        PlaceState::Waiting => table.queued(PlaceQueue::Waiting).await?,
        PlaceState::Offered => table.queued(PlaceQueue::Offered).await?,
        _ => table.all().await?,
    };
    places.retain(|place| place.state == state && course.as_ref().is_none_or(|course| *course == place.course_id));
    listed(stack, places).await
}

/// All places of a user, by course.
pub(super) async fn show(stack: &Stack, user: &User, only_scanned: bool) -> Result<Listed, StackError> {
    let mut shown = listed(stack, stack.place_requests().of_user(&user.user_id).await?).await?;
    let wiring = stack.wiring().await?;
    let scan = if only_scanned {
        FileScan::Required
    } else {
        wiring.environment().file_scan()?
    };
    let views = wiring.file_views(scan)?;
    for ListedPlace { place, proof_files, .. } in &mut shown.places {
        *proof_files = links_to(place, &views).await?;
    }
    Ok(shown)
}

async fn links_to(place: &PlaceRequest, views: &FileViews) -> Result<Vec<FileLink>, StackError> {
    let mut links = Vec::new();
    for proof in &place.proofs {
        links.push(FileLink::new(&proof.file, views.url_for_finance(proof).await?));
    }
    Ok(links)
}

async fn listed(stack: &Stack, places: Vec<PlaceRequest>) -> Result<Listed, StackError> {
    let mut runs = Runs::new(stack);
    let mut listed = Vec::new();
    for place in places {
        let user = stack.users().find(&place.user_id).await?;
        let payments = stack.payments().of_user(&place.user_id).await?;
        listed.push(ListedPlace {
            user: user.as_ref().map(UserSummary::of),
            seats: runs.seats_of(&place).await?,
            money: PlaceMoney::of(&place, &payments),
            proof_files: Vec::new(),
            place,
        });
    }
    Ok(Listed { places: listed })
}

impl PlaceMoney {
    fn of(place: &PlaceRequest, payments: &Payments) -> Option<Self> {
        let account = PlaceAccount::of(place, payments)?;
        Some(Self {
            due: account.written(account.due()),
            held: account.written(account.held()),
            refund_due: account.written(account.refund_due()),
            ledger: payments.ledger_of(&place.course_id).collect(),
        })
    }
}

impl Runs {
    fn new(stack: &Stack) -> Self {
        Self {
            details: stack.table(CourseDetailsTable::new, "course-details"),
            read: BTreeMap::new(),
        }
    }

    async fn seats_of(&mut self, place: &PlaceRequest) -> Result<Option<Seats>, StackError> {
        let key = (place.course_id.clone(), place.run_id.clone());
        if let Some(seats) = self.read.get(&key) {
            return Ok(*seats);
        }
        let counted = self.details.find_run(&key.0, &key.1).await?;
        let seats = counted.map(|counted| Seats {
            places: counted.run.places,
            taken: counted.taken,
        });
        self.read.insert(key, seats);
        Ok(seats)
    }
}

impl Display for ListedPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            place,
            user,
            seats,
            money,
            proof_files,
        } = self;
        let (course, run, state) = (&place.course_id, &place.run_id, place.state.as_str());
        write!(formatter, "{}  {course}, {run}, {state}", place.requested_at)?;
        match seats {
            Some(Seats { places, taken }) => write!(formatter, ", {taken} of {places} places taken")?,
            None => formatter.write_str(", the run has left the catalogue")?,
        }
        match user {
            Some(user) => write!(formatter, "\n  {user}")?,
            None => write!(formatter, "\n  {}: no such user", place.user_id)?,
        }
        write!(formatter, "\n  dates     {} to {}", place.start, place.end)?;
        if let Some(offer) = &place.offer {
            let (price, reference, pay_by) = (&offer.price, &offer.reference, offer.pay_by);
            write!(formatter, "\n  offer     {price}, until {pay_by}, {reference}")?;
        }
        for (index, proof) in place.proofs.iter().enumerate() {
            let (state, sent_at): (&str, _) = (proof.state.into(), proof.sent_at);
            write!(formatter, "\n  proof     {state}, sent at {sent_at}")?;
            if let Some(reason) = &proof.reason {
                write!(formatter, ": {reason}")?;
            }
            if let Some(file) = proof_files.get(index) {
                write!(formatter, "\n            {file}")?;
            }
        }
        if let Some(money) = money {
            let amounts = [
                ("due", &money.due),
                ("held", &money.held),
                ("to refund", &money.refund_due),
            ];
            for (name, amount) in amounts {
                if let Some(amount) = amount {
                    write!(formatter, "\n  {name:<10}{amount}")?;
                }
            }
            for LedgerEntry {
                id,
                kind,
                amount,
                currency,
                received_on,
                ..
            } in &money.ledger
            {
                let kind: &str = kind.into();
                write!(formatter, "\n  {kind:<10}{amount} {currency} on {received_on}, {id}")?;
            }
        }
        for (name, text) in [("message", &place.message), ("reason", &place.reason)] {
            if let Some(text) = text {
                write!(formatter, "\n  {name:<10}{text}")?;
            }
        }
        Ok(())
    }
}

impl Display for Listed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places.is_empty() {
            return formatter.write_str("No places found.");
        }
        let places: Vec<_> = self.places.iter().map(ToString::to_string).collect();
        formatter.write_str(&places.join("\n"))
    }
}
