//! The states of a place: one learner in one run, from the request on.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use PlaceEvent::{
    Cancel, CancelRun, Confirm, Decline, Expire, Grant, Move, Offer, Reopen, Retract, Start, Wait, Withdraw,
};
use PlaceState::{Cancelled, Confirmed, Declined, Expired, Offered, Requested, Waiting, Withdrawn};

/// Tables have two of them under the names from when a place was requested and accepted, and nothing else.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, EnumIter, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PlaceState {
    /// Nobody has decided it yet.
    #[serde(rename = "pending")]
    Requested,
    /// The run is full, and the learner waits for a seat.
    Waiting,
    /// The learner has the seat until the payment is due.
    Offered,
    /// The learner takes part.
    #[serde(rename = "accepted")]
    Confirmed,
    /// The learner does not have the place. An email gave the reason.
    Declined,
    /// An offer that was not paid in time.
    Expired,
    /// An offer that the learner did not want.
    Withdrawn,
    /// A confirmed place that the learner gave up, or lost.
    Cancelled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PlaceEvent {
    /// Staff put the learner on the waiting list.
    Wait,
    /// Staff offer the seat at a price.
    Offer,
    /// Staff give the place without payment.
    Grant,
    Decline,
    /// The learner no longer wants it.
    Withdraw,
    /// It is paid, or staff confirm it with a balance due.
    Confirm,
    /// It was not paid in time.
    Expire,
    /// Staff take an offer back.
    Retract,
    /// The run has started without the learner.
    Start,
    /// The learner or staff give up a confirmed place.
    Cancel,
    /// Staff undo the end of a place.
    Reopen,
    /// Staff have cancelled the whole run.
    CancelRun,
    /// Staff give the learner another run of the course.
    Move,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceMail {
    Requested,
    Waiting,
    Offered,
    Confirmed,
    Declined,
    Expired,
    Retracted,
    /// The run has started.
    Missed,
    Cancelled,
    Reopened,
    RunCancelled,
    /// A proof of payment does not show the payment. No transition sends it.
    ProofRefused,
    Moved,
}

/// What must be true of the money of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyCondition {
    Any,
    /// The balance of what was received and refunded is zero, and no proof of payment waits for a decision: such an offer does not end by
    /// itself.
    NothingHeld,
    /// Nothing was refunded.
    NothingRefunded,
}

/// A row of the table of states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceTransition {
    pub from: PlaceState,
    pub event: PlaceEvent,
    /// None: the place is deleted, because it has no history worth keeping.
    pub to: Option<PlaceState>,
    pub mail: Option<PlaceMail>,
    pub money: MoneyCondition,
}

/// What a transition does to the count of the enrolments of a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountChange {
    None,
    Increase,
    Decrease,
}

/// All transitions. What is not here is refused.
#[rustfmt::skip]
const PLACE_TRANSITIONS: &[PlaceTransition] = {
    use MoneyCondition::{Any, NothingHeld, NothingRefunded};
    use PlaceMail as Mail;
    &[
        row(Requested, Wait,     Some(Waiting),   Some(Mail::Waiting),   Any),
        row(Requested, Offer,    Some(Offered),   Some(Mail::Offered),   Any),
        row(Requested, Grant,    Some(Confirmed), Some(Mail::Confirmed), Any),
        row(Requested, Decline,  Some(Declined),  Some(Mail::Declined),  Any),
        row(Requested, Withdraw, None,            None,                  Any),
        row(Requested, Start,    Some(Declined),  Some(Mail::Missed),    Any),
        row(Waiting,   Offer,    Some(Offered),   Some(Mail::Offered),   Any),
        row(Waiting,   Grant,    Some(Confirmed), Some(Mail::Confirmed), Any),
        row(Waiting,   Decline,  Some(Declined),  Some(Mail::Declined),  Any),
        row(Waiting,   Withdraw, None,            None,                  Any),
        row(Waiting,   Start,    Some(Declined),  Some(Mail::Missed),    Any),
        row(Offered,   Confirm,  Some(Confirmed), Some(Mail::Confirmed), Any),
        row(Offered,   Withdraw, Some(Withdrawn), None,                  Any),
        row(Offered,   Expire,   Some(Expired),   Some(Mail::Expired),   NothingHeld),
        row(Offered,   Retract,  Some(Requested), Some(Mail::Retracted), NothingHeld),
        row(Confirmed, Cancel,   Some(Cancelled), Some(Mail::Cancelled), Any),
        row(Declined,  Reopen,   Some(Requested), Some(Mail::Reopened),  Any),
        row(Expired,   Reopen,   Some(Offered),   Some(Mail::Offered),   Any),
        row(Cancelled, Reopen,   Some(Confirmed), Some(Mail::Confirmed), NothingRefunded),
        row(Requested, CancelRun, Some(Declined), Some(Mail::RunCancelled), Any),
        row(Waiting,   CancelRun, Some(Declined), Some(Mail::RunCancelled), Any),
        row(Offered,   CancelRun, Some(Cancelled), Some(Mail::RunCancelled), Any),
        row(Confirmed, CancelRun, Some(Cancelled), Some(Mail::RunCancelled), Any),
        row(Requested, Move,     Some(Requested), Some(Mail::Moved),     Any),
        row(Waiting,   Move,     Some(Waiting),   Some(Mail::Moved),     Any),
        row(Offered,   Move,     Some(Offered),   Some(Mail::Moved),     Any),
        row(Confirmed, Move,     Some(Confirmed), Some(Mail::Moved),     Any),
    ]
};

const fn row(
    from: PlaceState,
    event: PlaceEvent,
    to: Option<PlaceState>,
    mail: Option<PlaceMail>,
    money: MoneyCondition,
) -> PlaceTransition {
    PlaceTransition {
        from,
        event,
        to,
        mail,
        money,
    }
}

impl PlaceState {
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What an event does in this state. None when it cannot happen.
    pub fn on(self, event: PlaceEvent) -> Option<PlaceTransition> {
        let mut rows = PLACE_TRANSITIONS.iter().copied();
        rows.find(|row| row.from == self && row.event == event)
    }

    /// Whether one of the run's seats is kept for the learner.
    pub const fn holds_seat(self) -> bool {
        matches!(self, Offered | Confirmed)
    }

    /// Whether the learner has or may get the place. Otherwise they can ask again.
    pub const fn is_open(self) -> bool {
        matches!(self, Requested | Waiting | Offered | Confirmed)
    }
}

impl PlaceEvent {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl PlaceTransition {
    /// Whether it takes a seat of the run in which the place is afterwards.
    pub fn takes_seat(&self) -> bool {
        self.to.is_some_and(PlaceState::holds_seat) && (!self.from.holds_seat() || self.event == Move)
    }

    /// Whether it releases the seat of the run in which the place was.
    pub fn releases_seat(&self) -> bool {
        self.from.holds_seat() && (!self.to.is_some_and(PlaceState::holds_seat) || self.event == Move)
    }

    pub fn enrolments(&self) -> CountChange {
        match (self.from == Confirmed, self.to == Some(Confirmed)) {
            (false, true) => CountChange::Increase,
            (true, false) => CountChange::Decrease,
            _ => CountChange::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn a_state_and_an_event_have_at_most_one_transition() {
        for state in PlaceState::iter() {
            for event in PlaceEvent::iter() {
                let rows = PLACE_TRANSITIONS
                    .iter()
                    .filter(|row| row.from == state && row.event == event);
                assert!(rows.count() <= 1, "{state:?} on {event:?}");
            }
        }
    }

    #[test]
    fn every_state_is_reached_from_a_request_and_each_event_does_something() {
        let mut reached = vec![Requested];
        while let Some(row) = PLACE_TRANSITIONS
            .iter()
            .find(|row| reached.contains(&row.from) && row.to.is_some_and(|to| !reached.contains(&to)))
        {
            reached.extend(row.to);
        }
        assert!(PlaceState::iter().all(|state| reached.contains(&state)), "{reached:?}");
        assert!(PlaceEvent::iter().all(|event| PLACE_TRANSITIONS.iter().any(|row| row.event == event)));
    }

    #[test]
    fn a_learner_is_told_what_others_decide_and_not_what_they_do_themselves() {
        for row in PLACE_TRANSITIONS {
            assert_eq!(row.mail.is_none(), row.event == Withdraw, "{row:?}");
        }
    }

    #[test]
    fn a_move_keeps_the_state() {
        for state in PlaceState::iter() {
            let to = state.on(Move).map(|row| row.to);
            assert_eq!(to, state.is_open().then_some(Some(state)), "{state:?}");
        }
    }

    #[test]
    fn what_ends_by_itself_or_is_taken_back_holds_no_money() {
        for row in PLACE_TRANSITIONS
            .iter()
            .filter(|row| matches!(row.event, Expire | Retract))
        {
            assert_eq!(row.money, MoneyCondition::NothingHeld, "{row:?}");
        }
    }

    proptest! {
        /// The counts of two runs and their course are those of the places, after any events in any order.
        #[test]
        fn the_counts_are_those_of_the_places(events in proptest::collection::vec((0..4_usize, 0..PlaceEvent::iter().len()), 0..80)) {
            let mut places = [(Some(Requested), 0_usize); 4];
            let (mut seats, mut enrolments) = ([0; 2], 0);
            for (place, event) in events {
                let event = PlaceEvent::iter().nth(event).expect("an event");
                let (state, run) = places[place];
                let Some(transition) = state.and_then(|state| state.on(event)) else { continue };
                let after = if event == Move { 1 - run } else { run };
                seats[run] -= i32::from(transition.releases_seat());
                seats[after] += i32::from(transition.takes_seat());
                enrolments += match transition.enrolments() {
                    CountChange::None => 0,
                    CountChange::Increase => 1,
                    CountChange::Decrease => -1,
                };
                places[place] = (transition.to, after);
                for (run, seats) in seats.into_iter().enumerate() {
                    let held = places.iter().filter(|(state, of)| *of == run && state.is_some_and(PlaceState::holds_seat));
                    prop_assert_eq!(seats, i32::try_from(held.count()).expect("at most four"));
                }
                let confirmed = places.iter().filter(|(state, _)| *state == Some(Confirmed));
                prop_assert_eq!(enrolments, i32::try_from(confirmed.count()).expect("at most four"));
            }
        }
    }
}
