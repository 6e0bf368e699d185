//! The model of signing in as a protocol whose traces are recorded.

use stateright::Model;

use super::{
    Action, Fault, SignIn, State,
    account::{Account, AwsRequest, Password},
    process::{Process, Request, Response},
};
use crate::conformance::{Ending, Protocol};

/// More faults than a function meets in a test.
const FAULTS: u8 = 100;

impl State {
    pub fn before(account: Account, request: Request) -> Self {
        Self {
            account,
            processes: vec![Process::of(request)],
            late: None,
            faults: FAULTS,
        }
    }
}

impl AwsRequest {
    /// What a recording shows of it: no random value and no password, because only hashes of them are sent.
    #[must_use]
    pub const fn shown(self) -> Self {
        match self {
            Self::GetUser(_) | Self::CountAttempt(_) | Self::GetReset(_) => self,
            Self::AddSession { version, .. } => Self::AddSession {
                id: 0,
                version,
                hash: 0,
            },
            Self::ChangePassword { version, .. } => Self::ChangePassword {
                read: 0,
                session: 0,
                hash: 0,
                password: Password::Old,
                version,
            },
            Self::EndOthers { version, .. } => Self::EndOthers { session: 0, version },
            Self::EndSession(_) => Self::EndSession(0),
            Self::PutCode { browser, .. } => Self::PutCode {
                browser,
                code: 0,
                hash: 0,
            },
            Self::ExchangeCode { browser, .. } => Self::ExchangeCode {
                browser,
                code: 0,
                token: 0,
            },
            Self::ResetPassword { browser, .. } => Self::ResetPassword {
                browser,
                token: 0,
                read: 0,
                hash: 0,
                password: Password::Old,
            },
        }
    }
}

impl Protocol for SignIn {
    /// As [`AwsRequest::shown`].
    type Step = AwsRequest;
    type Request = Request;
    type Response = Response;

    fn follow(&self, state: &State, step: &AwsRequest, ending: Ending) -> Vec<(State, Option<Response>)> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        let next = actions.into_iter().filter_map(|action| {
            let Action::Step {
                index, sends, fault, ..
            } = action
            else {
                return None;
            };
            if sends.shown() != *step || !is_possible(ending, sends, fault) {
                return None;
            }
            let (mut state, response) = self.step(state.clone(), index, sends, fault)?;
            if ending == Ending::Lost && !sends.is_read() {
                state = self.next_state(&state, Action::Arrive(sends))?;
            }
            let is_unread = sends.is_read() && matches!(ending, Ending::Failed | Ending::Lost);
            Some((
                state,
                if is_unread {
                    Some(Response::Unavailable)
                } else {
                    response
                },
            ))
        });
        // In the model, a request that fails or is cut off at its first read is one that does not begin.
        let is_first = |process: &Process| {
            let sends = process.next_request(&state.account);
            process.is_waiting() && sends.shown() == *step && (sends.is_read() || ending == Ending::CutOff)
        };
        let is_unsent = state.processes.iter().all(is_first) && !matches!(ending, Ending::Answered | Ending::Repeated);
        let response = (ending != Ending::CutOff).then_some(Response::Unavailable);
        next.chain(is_unsent.then(|| (state.clone(), response))).collect()
    }

    fn allowed(&self, state: &State) -> Vec<AwsRequest> {
        let processes = state.processes.iter();
        processes
            .map(|process| process.next_request(&state.account).shown())
            .collect()
    }

    fn are_concurrent(_: Request, _: &AwsRequest, _: &AwsRequest) -> bool {
        false
    }

    fn after_another(&self, state: &State, request: Request) -> State {
        let account = self.complete(&state.account, &[request]);
        State {
            account: account.unwrap_or_else(|| state.account.clone()),
            ..state.clone()
        }
    }

    fn begin_again(&self, _: &State, _: Request, _: Response) -> Option<State> {
        None
    }
}

/// Whether a call that ended in that way is a step with that fault. A read that fails ends the request, as the end of the function does.
fn is_possible(ending: Ending, sends: AwsRequest, fault: Option<Fault>) -> bool {
    match ending {
        Ending::Answered => fault.is_none(),
        Ending::Repeated if sends.is_read() => fault.is_none(),
        Ending::Repeated => fault == Some(Fault::Repeat),
        Ending::Failed | Ending::Lost if sends.is_read() => fault == Some(Fault::Crash),
        Ending::Failed | Ending::Lost => fault == Some(Fault::Lose),
        Ending::CutOff => fault == Some(Fault::Crash),
    }
}
