//! What must hold in every state.

use stateright::Property;

use super::{
    Scans, State,
    file::{Verdict, Version},
};

/// An operator sees no bytes but those of a version that a scan has cleared.
pub(super) const ONLY_CLEARED: &str = "operators see cleared versions only";
/// No later result clears a file that is infected.
pub(super) const INFECTED_STAYS: &str = "an infected file stays infected";
/// An event that was handled is in the record, as long as there is an object to show.
pub(super) const NOT_LOST: &str = "a handled result is not lost";
/// When all events were handled, an infected file has no object but one that was written later.
pub(super) const OBJECT_DELETED: &str = "the object of an infected file is deleted";

pub(super) fn all() -> Vec<Property<Scans>> {
    rules().into_iter().chain(examples()).collect()
}

fn rules() -> Vec<Property<Scans>> {
    vec![
        Property::always(ONLY_CLEARED, |model: &Scans, state: &State| {
            let shown = model.shown(&state.file);
            shown.is_none_or(|version| !state.file.is_infected(version))
        }),
        Property::always(INFECTED_STAYS, |_, state: &State| {
            let record = state.file.record.filter(|_| state.file.was_infected);
            record.is_none_or(|record| record.scan.is_some_and(|scan| scan.verdict == Verdict::Infected))
        }),
        Property::always(NOT_LOST, |_, state: &State| {
            let record = state.file.record.filter(|_| state.file.current.is_some());
            record.is_none_or(|record| record.scan.map(|scan| scan.verdict) >= state.settled)
        }),
        Property::always(OBJECT_DELETED, |_, state: &State| {
            let is_pending = !state.invocations.is_empty() || state.queued.is_some();
            let is_known = state.file.was_infected || state.settled == Some(Verdict::Infected);
            is_pending || !is_known || state.file.current != Some(Version::First)
        }),
    ]
}

/// What must be possible, so that the rules say something.
fn examples() -> Vec<Property<Scans>> {
    vec![
        Property::sometimes("an operator sees a file", |model: &Scans, state: &State| {
            model.shown(&state.file).is_some()
        }),
        Property::sometimes("an infected file has no object", |_, state: &State| {
            state.file.was_infected && state.file.current.is_none() && state.file.record.is_some()
        }),
        Property::sometimes(
            "an operator sees the scanned version of two",
            |model: &Scans, state: &State| {
                model.shown(&state.file) == Some(Version::First) && state.file.current == Some(Version::Second)
            },
        ),
    ]
}
