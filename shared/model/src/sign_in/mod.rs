//! Signing in: sessions, changes of the password, and password resets, with two browsers.
//!
//! Code: `shared/auth/src/{sessions,password_reset}.rs`, `shared/store/src/{password_resets.rs,users/{sessions,writes}.rs}`, and
//! `functions/src/users/{login,change_password,end_other_sessions,logout,request_reset,verify_reset_code,reset_password}`.

pub mod account;
mod conformance;
#[cfg(test)]
mod conformance_tests;
pub mod mutation;
pub mod process;
#[cfg(test)]
mod tests;

use stateright::{Model, Property};

use account::{
    Account, AwsRequest, Browser, CHANGE_ENDS_SESSION, ENDED_CHANGES, ENDED_TOKEN, EXCHANGED_BY_ANOTHER,
    EXCHANGED_TWICE, Known, OLD_PASSWORD, Password, Reply, Session,
};
use mutation::Mutation;
use process::{Next, Process, Request, Response};

/// The model: some requests at once, in any order of their steps, with some faults.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// How many requests are sent at most.
    pub request_count: usize,
    pub faults: u8,
    pub mutation: Option<Mutation>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub account: Account,
    /// The requests that are being handled, or will be, in order.
    pub processes: Vec<Process>,
    /// A write whose response was lost before it arrived. It may arrive at any time, or never.
    pub late: Option<AwsRequest>,
    pub faults: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A request sends its next request to AWS.
    Step {
        index: usize,
        request: Request,
        sends: AwsRequest,
        fault: Option<Fault>,
    },
    /// The write arrives whose response was lost before.
    Arrive(AwsRequest),
}

/// What goes wrong at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The function ends before it sends the request.
    Crash,
    /// The response is lost. The write may arrive at once, later, or never.
    Lose,
    /// The response is lost, and the SDK sends the request again.
    Repeat,
}

/// A session that has ended is live.
const ENDED_STAYS: &str = "a session that has ended stays ended";
/// A session is live although the password has changed since it began.
const PASSWORD_ENDS_SESSIONS: &str = "a new password ends the other sessions";
/// A request, or a whole password reset, does not succeed although nothing else happens.
const CAN_BE_REPEATED: &str = "a repetition finishes what was cut off";

impl Model for SignIn {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let mut sets: Vec<Vec<Process>> = vec![Vec::new()];
        for _ in 0..self.request_count {
            sets = sets.iter().flat_map(|set| with_one_more(set)).collect();
        }
        let states = sets.into_iter().map(|processes| State {
            account: signed_in(),
            processes,
            late: None,
            faults: self.faults,
        });
        states.collect()
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.extend(state.late.map(Action::Arrive));
        for (index, process) in state.processes.iter().enumerate() {
            let (request, is_waiting) = (process.request, process.is_waiting());
            if is_waiting && !request.is_possible(&state.account) {
                continue;
            }
            let sends = process.next_request(&state.account);
            let mut push = |fault| {
                actions.push(Action::Step {
                    index,
                    request,
                    sends,
                    fault,
                });
            };
            push(None);
            if state.faults > 0 && !is_waiting {
                push(Some(Fault::Crash));
            }
            if state.faults > 0 && !sends.is_read() {
                push(Some(Fault::Lose));
                push(Some(Fault::Repeat));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Arrive(request) => {
                state.late = None;
                state.account.perform(request, self.mutation);
                Some(state)
            }
            Action::Step {
                index, sends, fault, ..
            } => Some(self.step(state, index, sends, fault)?.0),
        }
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(OLD_PASSWORD, |_, state: &State| {
                !state.account.faults.contains(&OLD_PASSWORD)
            }),
            Property::always(ENDED_CHANGES, |_, state: &State| {
                !state.account.faults.contains(&ENDED_CHANGES)
            }),
            Property::always(CHANGE_ENDS_SESSION, |_, state: &State| {
                !state.account.faults.contains(&CHANGE_ENDS_SESSION)
            }),
            Property::always(ENDED_TOKEN, |_, state: &State| {
                !state.account.faults.contains(&ENDED_TOKEN)
            }),
            Property::always(EXCHANGED_TWICE, |_, state: &State| {
                !state.account.faults.contains(&EXCHANGED_TWICE)
            }),
            Property::always(EXCHANGED_BY_ANOTHER, |_, state: &State| {
                !state.account.faults.contains(&EXCHANGED_BY_ANOTHER)
            }),
            Property::always(ENDED_STAYS, |_, state: &State| {
                !state.account.ended.iter().any(|id| state.account.is_live(*id))
            }),
            Property::always(PASSWORD_ENDS_SESSIONS, |_, state: &State| {
                let Account {
                    sessions,
                    version,
                    hash,
                    ..
                } = &state.account;
                let mut live = sessions.values().filter(|session| session.version == *version);
                live.all(|session| session.hash == *hash)
            }),
            Property::always(CAN_BE_REPEATED, |model: &Self, state: &State| {
                model.can_sign_in(&state.account) && model.can_reset(&state.account)
            }),
            Property::sometimes("a password is reset", |_, state: &State| {
                state.account.password == Password::Other
            }),
            Property::sometimes("a password is changed", |_, state: &State| {
                state.account.password == Password::New
            }),
        ]
    }
}

impl SignIn {
    /// The model without a fault of the protocol.
    pub const fn new(request_count: usize, faults: u8) -> Self {
        Self {
            request_count,
            faults,
            mutation: None,
        }
    }

    /// A step of a process, with the response if that is its end.
    fn step(
        &self,
        mut state: State,
        index: usize,
        sends: AwsRequest,
        fault: Option<Fault>,
    ) -> Option<(State, Option<Response>)> {
        let process = *state.processes.get(index)?;
        state.processes.remove(index);
        if fault.is_some() {
            state.faults = state.faults.checked_sub(1)?;
        }
        let reply = match fault {
            Some(Fault::Crash) => return Some((state, None)),
            Some(Fault::Lose) => {
                state.late = Some(sends);
                Reply::Failed
            }
            Some(Fault::Repeat) => {
                // A transaction has a token, and gets the response of the first attempt.
                let first = state.account.perform(sends, self.mutation);
                match sends {
                    AwsRequest::ResetPassword { .. } => first,
                    _ => state.account.perform(sends, self.mutation),
                }
            }
            None => state.account.perform(sends, self.mutation),
        };
        match process.resume(reply, &state.account) {
            Next::Step(process) => {
                let place = state.processes.partition_point(|other| *other < process);
                state.processes.insert(place, process);
                Some((state, None))
            }
            Next::End(response) => {
                state.account.respond(process.request, response);
                Some((state, Some(response)))
            }
        }
    }

    /// Whether the user can sign in with the password that is valid now, and then change it.
    fn can_sign_in(&self, account: &Account) -> bool {
        let password = account.password;
        let requests = [
            Request::Login(Browser::One, password),
            Request::ChangePassword(Browser::One, password, Password::New),
            Request::EndOthers(Browser::One),
        ];
        let Some(account) = self.complete(account, &requests) else {
            return false;
        };
        let known = account.known(Browser::One).session;
        account.password == Password::New && known.is_some_and(|session| account.is_live(session))
    }

    fn can_reset(&self, account: &Account) -> bool {
        let requests = [
            Request::RequestCode(Browser::Two),
            Request::Exchange(Browser::Two, Browser::Two),
            Request::Reset(Browser::Two, Password::Other),
        ];
        let account = self.complete(account, &requests);
        account.is_some_and(|account| account.password == Password::Other)
    }

    /// Handles requests one after the other, without faults. None when one does not succeed.
    fn complete(&self, account: &Account, requests: &[Request]) -> Option<Account> {
        let mut account = account.clone();
        for request in requests {
            let mut process = Process::of(*request);
            let response = loop {
                let reply = account.perform(process.next_request(&account), self.mutation);
                match process.resume(reply, &account) {
                    Next::Step(next) => process = next,
                    Next::End(response) => break response,
                }
            };
            if !matches!(response, Response::Done(_)) {
                return None;
            }
            account.respond(*request, response);
        }
        Some(account)
    }
}

impl Account {
    /// What a browser or the mailbox gets with a response.
    fn respond(&mut self, request: Request, response: Response) {
        let Response::Done(result) = response else { return };
        let known = self.known.entry(request.browser()).or_default();
        match request {
            Request::Login(..) | Request::ChangePassword(..) => known.session = result,
            Request::RequestCode(_) => known.code = result,
            Request::Exchange(..) => known.token = result,
            Request::EndOthers(_) | Request::Logout(_) | Request::Reset(..) => {}
        }
    }
}

/// A user with a session in each browser. A code was exchanged in the second, and the first has another code.
fn signed_in() -> Account {
    let session = Session { version: 0, hash: 1 };
    let known = |session, code, token| Known {
        session: Some(session),
        code: Some(code),
        token,
    };
    let reset = |code, token| account::Reset { code, token, hash: 1 };
    Account {
        hash: 1,
        sessions: [(2, session), (3, session)].into(),
        resets: [
            (Browser::One, reset(Some(4), None)),
            (Browser::Two, reset(None, Some(6))),
        ]
        .into(),
        known: [(Browser::One, known(2, 4, None)), (Browser::Two, known(3, 5, Some(6)))].into(),
        random: 6,
        exchanged: vec![5],
        ..Account::default()
    }
}

/// The requests, in the order of the sets.
fn requests() -> Vec<Request> {
    use Browser::{One, Two};
    vec![
        Request::Login(One, Password::Old),
        Request::Login(Two, Password::New),
        Request::ChangePassword(One, Password::Old, Password::New),
        Request::ChangePassword(Two, Password::Old, Password::New),
        Request::EndOthers(One),
        Request::EndOthers(Two),
        Request::Logout(One),
        Request::Logout(Two),
        Request::RequestCode(One),
        Request::RequestCode(Two),
        Request::Exchange(One, One),
        Request::Exchange(Two, One),
        Request::Reset(One, Password::Other),
        Request::Reset(Two, Password::Other),
    ]
}

/// The sets of requests that have one more than this set.
fn with_one_more(set: &[Process]) -> Vec<Vec<Process>> {
    let more = requests().into_iter().map(Process::of);
    let more = more.filter(|process| set.last().is_none_or(|last| last <= process));
    more.map(|process| set.iter().copied().chain([process]).collect())
        .collect()
}
