//! Scans for malware: results that come twice, late and in any order, and what operators see.
//!
//! Code: `functions/src/operator/record_scan`, `FilesTable::record_scan` in `shared/store/src/files.rs`, and `shared/files/src/scans.rs`.

pub mod file;
pub mod mutation;
mod properties;
#[cfg(test)]
mod tests;

use stateright::{Model, Property};

use file::{File, Scan, Verdict, Version};
use mutation::Mutation;

/// How often Lambda invokes the function for an event, before the event goes to the queue.
const ATTEMPTS: u8 = 2;

/// The model: one file with two versions of its object, and some results of scans.
#[derive(Clone, Debug)]
pub struct Scans {
    pub reports: u8,
    pub faults: u8,
    pub mutation: Option<Mutation>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub file: File,
    /// The invocations for the reported results, in order.
    pub invocations: Vec<Invocation>,
    /// How many results may still be reported.
    pub reports: u8,
    pub faults: u8,
    /// The strongest verdict of the invocations that have succeeded.
    pub settled: Option<Verdict>,
    /// The strongest verdict of the events in the queue of those that failed.
    pub queued: Option<Verdict>,
}

/// The invocation of the function for an event, and for its repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Invocation {
    scan: Scan,
    next: Request,
    attempts: u8,
    /// Whether the update of this attempt was made.
    is_recorded: bool,
    /// Whether this attempt fails in the end, because the verdict may not be in the record.
    fails: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Request {
    /// `UpdateItem`, if the verdict in the record is weaker.
    Record,
    /// `DeleteObject`, of an infected file.
    Delete,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The function that stores the file makes its next request: the record, then the object.
    Store,
    /// The janitor deletes the object of a removed file, and then the record.
    Remove,
    /// Another object is written under the same key.
    Overwrite,
    /// The scanner reports the result for a version.
    Report(Scan),
    /// An invocation makes its next request.
    Step(usize, Option<Fault>),
}

/// What goes wrong at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The function ends before it sends the request.
    Crash,
    /// The response is lost.
    Lose,
}

impl Scans {
    pub const fn new(reports: u8, faults: u8) -> Self {
        Self {
            reports,
            faults,
            mutation: None,
        }
    }
}

impl Model for Scans {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let states = File::all_new().map(|file| State {
            file,
            invocations: Vec::new(),
            reports: self.reports,
            faults: self.faults,
            settled: None,
            queued: None,
        });
        states.collect()
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if state.file.can_be_stored() {
            actions.push(Action::Store);
        }
        if state.file.can_be_removed() {
            actions.push(Action::Remove);
        }
        if state.file.current == Some(Version::First) {
            actions.push(Action::Overwrite);
        }
        if state.reports > 0 {
            actions.extend(state.file.possible_scans().map(Action::Report));
        }
        for index in 0..state.invocations.len() {
            actions.push(Action::Step(index, None));
            if state.faults > 0 {
                actions.extend([Fault::Crash, Fault::Lose].map(|fault| Action::Step(index, Some(fault))));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Store => state.file.store(),
            Action::Remove => state.file.remove(),
            Action::Overwrite => state.file.overwrite(),
            Action::Report(scan) => {
                state.reports = state.reports.checked_sub(1)?;
                state.insert(Invocation::new(scan, ATTEMPTS));
            }
            Action::Step(index, fault) => {
                state.faults = state.faults.checked_sub(u8::from(fault.is_some()))?;
                let invocation = state.invocations.remove(index);
                let next = match fault {
                    Some(Fault::Crash) => Next::Fail,
                    Some(Fault::Lose) => {
                        self.perform(invocation, &mut state.file);
                        Self::failed(invocation)
                    }
                    None => self.perform(invocation, &mut state.file),
                };
                state.go_on(invocation, next);
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}

/// What follows a request.
#[derive(Clone, Copy)]
enum Next {
    Send(Invocation),
    Succeed,
    Fail,
}

impl Scans {
    /// Makes the next request of an invocation.
    fn perform(&self, invocation: Invocation, file: &mut File) -> Next {
        let Invocation { scan, next, .. } = invocation;
        match next {
            Request::Record => {
                let always = self.mutation == Some(Mutation::AnyVerdictReplaces);
                let is_recorded = file.record_scan(scan, always);
                self.recorded(Invocation {
                    is_recorded,
                    ..invocation
                })
            }
            Request::Delete => {
                file.current = None;
                if invocation.fails { Next::Fail } else { Next::Succeed }
            }
        }
    }

    /// What follows when the record has the verdict or a stronger one, or is not there.
    fn recorded(&self, invocation: Invocation) -> Next {
        let is_repeated = !invocation.is_recorded && self.mutation == Some(Mutation::DeletionNotRepeated);
        if invocation.scan.verdict == Verdict::Infected && !is_repeated {
            invocation.then(Request::Delete)
        } else {
            Next::Succeed
        }
    }

    /// What follows when the verdict may not be in the record, or when the object may not be deleted.
    fn failed(invocation: Invocation) -> Next {
        if invocation.scan.verdict == Verdict::Infected && invocation.next != Request::Delete {
            Next::Send(Invocation {
                next: Request::Delete,
                fails: true,
                ..invocation
            })
        } else {
            Next::Fail
        }
    }

    /// The version that an operator sees.
    fn shown(&self, file: &File) -> Option<Version> {
        let cleared = file.record?.scan.filter(|scan| scan.verdict == Verdict::Clean)?;
        if self.mutation == Some(Mutation::UrlWithoutVersion) {
            file.current
        } else {
            Some(cleared.version)
        }
    }
}

impl Invocation {
    const fn new(scan: Scan, attempts: u8) -> Self {
        Self {
            scan,
            next: Request::Record,
            attempts,
            is_recorded: false,
            fails: false,
        }
    }

    const fn then(self, next: Request) -> Next {
        Next::Send(Self { next, ..self })
    }
}

impl State {
    fn insert(&mut self, invocation: Invocation) {
        let place = self.invocations.partition_point(|other| *other < invocation);
        self.invocations.insert(place, invocation);
    }

    fn go_on(&mut self, invocation: Invocation, next: Next) {
        match next {
            Next::Send(invocation) => self.insert(invocation),
            Next::Succeed => self.settled = self.settled.max(Some(invocation.scan.verdict)),
            Next::Fail if invocation.attempts > 1 => {
                self.insert(Invocation::new(invocation.scan, invocation.attempts - 1));
            }
            Next::Fail => self.queued = self.queued.max(Some(invocation.scan.verdict)),
        }
    }
}
