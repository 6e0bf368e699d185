//! Files: claims, releases and deletions of files, uploads of videos, and the deletion of users.
//!
//! Code: `shared/files`, `shared/store/src/{files,uploads,transaction}.rs`, `shared/app/src/user_deletion.rs`, `functions/file`,
//! `functions/src/users/{register,update,delete}` and `infra/ops/src/storage`.

pub mod aws;
pub mod cloud;
mod conformance;
#[cfg(test)]
mod conformance_tests;
pub mod mutation;
pub mod process;
mod properties;
mod scenarios;
#[cfg(test)]
mod tests;

use stateright::{Model, Property};

use aws::{AwsRequest, Reply};
use cloud::{Cloud, FileId, UPLOADED};
use mutation::Mutation;
use process::{Context, Next, Process, Request, Response};

/// The model: some requests at once, in any order of their steps, with some faults.
#[derive(Clone, Debug)]
pub struct Files {
    /// What may be stored at the beginning.
    pub clouds: Vec<Cloud>,
    /// What clients and operators may send. A client that repeats a request is two requests, and one that gives up is none.
    pub requests: Vec<Request>,
    /// How many requests are sent at most.
    pub request_count: usize,
    /// How many faults there are at most.
    pub faults: u8,
    /// Whether a day passes at any time.
    pub day_passes: bool,
    /// The fault of the protocol.
    pub mutation: Option<Mutation>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub cloud: Cloud,
    /// The requests that are being handled, or will be. In order, so that states that differ in the order only are one.
    pub processes: Vec<Process>,
    /// Writes whose response was lost before they arrived. Each may arrive at any time, or never.
    pub late: Vec<AwsRequest>,
    /// How many faults may still happen.
    pub faults: u8,
    pub index_was_late: bool,
    /// Whether two requests were handled at the same time.
    pub overlapped: bool,
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
    /// A write arrives whose response was lost before.
    Arrive(AwsRequest),
    DayPasses,
    /// The table's TTL deletes the record of a file.
    RecordExpires(FileId),
    /// The bucket's lifecycle deletes an object.
    ObjectExpires(FileId),
    /// The table's TTL deletes the record of the upload.
    UploadExpires,
    /// The bucket's lifecycle aborts the multipart upload.
    MultipartExpires,
    /// The lock of a file ends, because its request has ended long ago.
    LockEnds(FileId),
}

/// What goes wrong at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The function ends before it sends the request.
    Crash,
    /// The request fails, and does nothing.
    Fail,
    /// The response is lost. The write may arrive at once, later, or never.
    Lose,
    /// The response is lost, and the SDK sends the request again.
    Repeat,
    /// The index does not have the newest items yet.
    LateIndex,
}

impl Model for Files {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let mut sets = vec![Vec::new()];
        for _ in 0..self.request_count {
            sets = sets.iter().flat_map(|set| self.with_one_more(set)).collect();
        }
        let states = self.clouds.iter().flat_map(|cloud| {
            sets.iter().map(|set: &Vec<Request>| State {
                cloud: *cloud,
                processes: sorted(set.iter().map(|request| request.process()).collect()),
                late: Vec::new(),
                faults: self.faults,
                index_was_late: false,
                overlapped: false,
            })
        });
        states.collect()
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for (index, process) in state.processes.iter().enumerate() {
            let is_same_as_before =
                index.checked_sub(1).and_then(|before| state.processes.get(before)) == Some(process);
            if !is_same_as_before {
                steps(index, process, state, actions);
            }
        }
        actions.extend(state.late.iter().copied().map(Action::Arrive));
        if self.day_passes && state.cloud.day == 0 && !state.processes.iter().any(Process::sets_deadline) {
            actions.push(Action::DayPasses);
        }
        if state.cloud.day > 0 && state.cloud.upload.record.is_some() {
            actions.push(Action::UploadExpires);
        }
        if state.cloud.day > 0 && state.cloud.upload.is_open {
            actions.push(Action::MultipartExpires);
        }
        for file in FileId::ALL {
            let stored = state.cloud.files.of(file);
            if stored.record.is_some_and(|record| state.cloud.is_expired(&record)) {
                actions.push(Action::RecordExpires(file));
            }
            let ignores_tag = self.mutation == Some(Mutation::LifecycleIgnoresTag);
            if stored
                .object
                .is_some_and(|object| object.is_old && (object.is_tagged || ignores_tag))
            {
                actions.push(Action::ObjectExpires(file));
            }
            if stored.record.is_some_and(|record| record.is_locked) && !state.is_being_tagged(file) {
                actions.push(Action::LockEnds(file));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        let cloud = &mut state.cloud;
        match action {
            Action::Step {
                index, sends, fault, ..
            } => return Some(self.step(state, index, sends, fault)?.0),
            Action::Arrive(request) => {
                cloud.perform(request, self.mutation);
                let position = state.late.iter().position(|late| *late == request)?;
                state.late.remove(position);
            }
            Action::DayPasses => cloud.pass_day(),
            Action::RecordExpires(file) => cloud.files.of_mut(file).record = None,
            Action::ObjectExpires(file) => cloud.files.of_mut(file).object = None,
            Action::UploadExpires => cloud.upload.record = None,
            Action::MultipartExpires => cloud.upload.is_open = false,
            Action::LockEnds(file) => cloud.end_lock(file),
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all(self)
    }
}

impl Files {
    /// The sets of requests that have one more than this set, in the order of `requests`.
    fn with_one_more(&self, set: &[Request]) -> Vec<Vec<Request>> {
        let last = set
            .last()
            .and_then(|last| self.requests.iter().position(|request| request == last));
        let from = self.requests.iter().copied().skip(last.unwrap_or(0));
        let more = from.filter(|request| !(request.creates() && set.contains(request)));
        more.map(|request| set.iter().copied().chain([request]).collect())
            .collect()
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
        state.overlapped |= !state.is_quiet();
        if fault.is_some() {
            state.faults = state.faults.checked_sub(1)?;
        }
        if let Some(user) = process.deleted_user()
            && fault != Some(Fault::Crash)
        {
            state.cloud.users.of_mut(user).deletion_begun = true;
        }
        let context = self.context(&state.cloud);
        let reply = match fault {
            Some(Fault::Crash) => return Some((state, None)),
            Some(Fault::Fail) => Reply::Failed,
            Some(Fault::Lose) => {
                state.late.push(sends);
                state.late.sort_unstable();
                Reply::Failed
            }
            Some(Fault::Repeat) => {
                state.cloud.perform(sends, self.mutation);
                state.cloud.perform(sends, self.mutation)
            }
            Some(Fault::LateIndex) => {
                state.index_was_late = true;
                state.cloud.perform(sends.of_late_index()?, self.mutation)
            }
            None => state.cloud.perform(sends, self.mutation),
        };
        match process.resume(reply, context) {
            Next::Step(process) => {
                let place = state.processes.partition_point(|other| *other < process);
                state.processes.insert(place, process);
                Some((state, None))
            }
            Next::End(response) => {
                state.cloud.respond(process.request(), response);
                Some((state, Some(response)))
            }
        }
    }

    fn context(&self, cloud: &Cloud) -> Context {
        Context {
            day: cloud.day,
            mutation: self.mutation,
        }
    }

    /// Handles a request without faults and without other requests. A client repeats what may succeed later.
    fn complete(&self, mut cloud: Cloud, request: Request) -> (Response, Cloud) {
        let mut response = Response::Unavailable;
        for _ in 0..3 {
            let mut process = request.process();
            response = loop {
                let context = self.context(&cloud);
                let reply = cloud.perform(process.next_request(), self.mutation);
                match process.resume(reply, context) {
                    Next::Step(next) => process = next,
                    Next::End(response) => break response,
                }
            };
            if !matches!(response, Response::Conflict | Response::Unavailable) {
                break;
            }
        }
        (response, cloud)
    }
}

impl State {
    /// Whether a tag may still be set: by a request that has locked the file, or by a write on its way.
    fn is_being_tagged(&self, file: FileId) -> bool {
        let has_locked = |process: &Process| process.locked_file() == Some(file);
        self.processes.iter().any(has_locked) || self.late.contains(&AwsRequest::SetTag(file))
    }

    /// Whether no request is being handled. Some may not have begun.
    fn is_quiet(&self) -> bool {
        self.processes.iter().all(Process::is_waiting)
    }
}

impl Cloud {
    fn end_lock(&mut self, file: FileId) {
        let file = self.files.of_mut(file);
        if let Some(record) = file.record.as_mut().filter(|record| record.is_locked) {
            record.is_locked = false;
            file.ended_locks += 1;
        }
    }

    /// What a client learns from a response.
    fn respond(&mut self, request: Request, response: Response) {
        match (request, response) {
            (Request::UploadFile(_, file), Response::Done) => self.files.of_mut(file).is_known = true,
            (Request::StartUpload(_), Response::Done) => self.upload.is_known = true,
            (Request::FinalizeUpload, Response::Done) => self.files.of_mut(UPLOADED).is_known = true,
            (Request::CancelUpload, Response::Done) if self.day == 0 => self.upload.told_cancelled = true,
            (Request::DeleteUser(user) | Request::FinishDeletion(user), Response::Done) => {
                self.users.of_mut(user).deletion_complete = true;
            }
            _ => {}
        }
    }
}

/// The actions of a process, with every fault.
fn steps(index: usize, process: &Process, state: &State, actions: &mut Vec<Action>) {
    let request = process.request();
    let is_waiting = process.is_waiting();
    if is_waiting && !request.is_possible(&state.cloud) {
        return;
    }
    let sends = process.next_request();
    let mut push = |fault| {
        actions.push(Action::Step {
            index,
            request,
            sends,
            fault,
        });
    };
    push(None);
    if state.faults == 0 {
        return;
    }
    if !is_waiting {
        push(Some(Fault::Crash));
    }
    push(Some(if sends.is_read() { Fault::Fail } else { Fault::Lose }));
    if sends.differs_when_repeated() {
        push(Some(Fault::Repeat));
    }
    if sends.of_late_index().is_some() {
        push(Some(Fault::LateIndex));
    }
}

fn sorted(mut processes: Vec<Process>) -> Vec<Process> {
    processes.sort_unstable();
    processes
}
