//! The model of files as a protocol whose traces are recorded.

use stateright::Model;

use super::{
    Action, Fault, Files, State,
    aws::{AwsRequest, Deletion},
    cloud::{Cloud, Existence, FileId, UserId},
    process::{Process, Request, Response},
};
use crate::conformance::{Ending, Protocol};

/// More faults than a function meets in a test.
const FAULTS: u8 = 100;

impl Files {
    /// A model that handles one request, whatever is stored.
    #[must_use]
    pub const fn of_one_request() -> Self {
        Self {
            clouds: Vec::new(),
            requests: Vec::new(),
            request_count: 1,
            faults: FAULTS,
            day_passes: false,
            mutation: None,
        }
    }
}

impl State {
    #[must_use]
    pub fn before(cloud: Cloud, request: Request) -> Self {
        Self {
            cloud,
            processes: vec![request.process()],
            late: Vec::new(),
            faults: FAULTS,
            index_was_late: false,
            overlapped: false,
        }
    }
}

impl Cloud {
    /// What tables and bucket show of it.
    #[must_use]
    pub fn stored(mut self) -> Self {
        for id in UserId::ALL {
            let user = self.users.of_mut(id);
            user.deletion_begun = false;
            user.deletion_complete = false;
            if !user.exists() {
                // Nothing distinguishes a deleted user from one who never was.
                user.existence = Existence::Not;
            }
        }
        for id in FileId::ALL {
            let file = self.files.of_mut(id);
            file.is_known = false;
            file.last_owner = None;
            file.changed_owner = false;
            file.was_deleted = false;
            file.is_released = false;
            file.ended_locks = 0;
            if let Some(object) = &mut file.object {
                object.is_old = false;
            }
        }
        self.upload.is_valid = false;
        self.upload.is_known = false;
        self.upload.refunds = 0;
        self.upload.told_cancelled = false;
        self.upload.became_file_of_deleted_user = false;
        self
    }
}

impl AwsRequest {
    /// What a recording shows of it. A profile that is written with a deleted file does not refer to it, whether or not it did before.
    #[must_use]
    pub const fn shown(self) -> Self {
        match self {
            Self::MarkDeleted(deletion) => Self::MarkDeleted(Deletion {
                is_referred_to: false,
                ..deletion
            }),
            _ => self,
        }
    }
}

impl Protocol for Files {
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
            if ending == Ending::Lost {
                state = self.next_state(&state, Action::Arrive(sends))?;
            }
            Some((state, response))
        });
        // In the model, a request that is cut off before its first call is one that does not begin.
        let does_not_begin = |process: &Process| process.is_waiting() && process.next_request().shown() == *step;
        let is_unsent = ending == Ending::CutOff && state.processes.iter().all(does_not_begin);
        next.chain(is_unsent.then(|| (state.clone(), None))).collect()
    }

    fn allowed(&self, state: &State) -> Vec<AwsRequest> {
        let processes = state.processes.iter();
        processes.map(|process| process.next_request().shown()).collect()
    }

    /// `FileService::plan` reads all files at once, and `functions/src/users/register` the claim on the email address with them.
    fn are_concurrent(request: Request, one: &AwsRequest, other: &AwsRequest) -> bool {
        let is_planned = |step: &AwsRequest| match step {
            AwsRequest::GetFile(_) => matches!(request, Request::Register(..) | Request::Update(..)),
            AwsRequest::GetUser(_) => matches!(request, Request::Register(..)),
            _ => false,
        };
        is_planned(one) && is_planned(other)
    }

    fn after_another(&self, state: &State, request: Request) -> State {
        let (_, cloud) = self.complete(state.cloud, request);
        State { cloud, ..state.clone() }
    }

    /// The model's own loops have no response before their end. Each other loop is a repeated request.
    fn begin_again(&self, state: &State, request: Request, response: Response) -> Option<State> {
        (response == Response::Conflict).then(|| State {
            processes: vec![request.process()],
            ..state.clone()
        })
    }
}

/// Whether a call that ended in that way is a step with that fault.
fn is_possible(ending: Ending, sends: AwsRequest, fault: Option<Fault>) -> bool {
    match ending {
        Ending::Answered => fault.is_none(),
        // S3 may respond to a repeated completion as to the first one, or that there is no such upload.
        Ending::Repeated if sends == AwsRequest::Complete => matches!(fault, None | Some(Fault::Repeat)),
        Ending::Repeated if sends.differs_when_repeated() => fault == Some(Fault::Repeat),
        Ending::Repeated => fault.is_none(),
        Ending::Failed => matches!(fault, Some(Fault::Fail | Fault::Lose)),
        Ending::Lost => fault == Some(Fault::Lose),
        Ending::CutOff => fault == Some(Fault::Crash),
    }
}
