//! `functions/src/file/document.rs` and `functions/src/file/image.rs`, with `FileService::store`.

use super::{Next, Response};
use crate::files::{
    aws::{AwsRequest, Reply},
    cloud::{FileId, UserId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UploadFile {
    pub(super) owner: Option<UserId>,
    pub(super) file: FileId,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    Authenticate(UserId),
    PutFile,
    PutObject,
}

impl UploadFile {
    pub(super) const fn new(owner: Option<UserId>, file: FileId) -> Self {
        let state = match owner {
            Some(user) => State::Authenticate(user),
            None => State::PutFile,
        };
        Self { owner, file, state }
    }

    /// Whether it has put the record.
    pub(super) const fn sets_deadline(&self) -> bool {
        matches!(self.state, State::PutObject)
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            State::Authenticate(user) => AwsRequest::GetUser(user),
            State::PutFile => AwsRequest::PutFile {
                file: self.file,
                owner: self.owner,
            },
            State::PutObject => AwsRequest::PutObject(self.file),
        }
    }

    pub(super) const fn resume(self, reply: Reply) -> Next<Self> {
        match (self.state, reply) {
            (State::Authenticate(_), Reply::User(None)) => Next::End(Response::Refused),
            (State::Authenticate(_), Reply::User(Some(_))) => self.step(State::PutFile),
            (State::PutFile, Reply::Done) => self.step(State::PutObject),
            (State::PutObject, Reply::Done) => Next::End(Response::Done),
            _ => Next::End(Response::Unavailable),
        }
    }

    const fn step(self, state: State) -> Next<Self> {
        Next::Step(Self { state, ..self })
    }
}
